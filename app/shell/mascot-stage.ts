/**
 * When the mascots' window is on screen, where it stands and where it can be clicked. Free of Electron: the window, the screen and
 * the timers are passed in, so that unplugged displays, dragging and sleep are ordinary tests.
 *
 *   on screen  =  page is ready  ∧  person wants it  ∧  somebody is there (or is just leaving)  ∧  no other window fills their display
 *   paused     =  not on screen  ∨  screen locked  ∨  computer asleep
 */
import type { Place, Rect, StageLift, StageStand, WindowShape } from "../../schemas/generated/types.ts";
import { Apart } from "./apart.ts";
import {
  chooseDisplay, cutToWindow, DEFAULT_PLACE, type DisplayArea, displayAt, dragTo, moveWithCorner, type Point, placeOf, type Size, sameRect, windowAt, windowSize,
} from "./geometry.ts";
import type { MascotStageOptions } from "./stage-parts.ts";

export type { MascotStageOptions, StagePlaces, StageScreen, StageTimers, StageWindow } from "./stage-parts.ts";

/** One frame at 60 Hz: the pointer is followed only while a button is held. */
const DRAG_INTERVAL = 16;
/** A drag whose end never came (the button was released over another program's grab) ends by itself. */
const LONGEST_DRAG = 60_000;
/** Time for the last mascot to wave and walk off, in ms. */
const FAREWELL = 10_000;
/** A shrinking group keeps its window for a moment: bubbles come and go, and each resize may flicker. */
const SHRINK_DELAY = 1_500;

type Halt = "locked" | "suspended";

export class MascotStage {
  private ready = false;
  private populated = false;
  private wanted = false;
  private onScreen = false;
  private visible: boolean;
  private fullScreen: Rect | null = null;
  private wantedDisplay: string | null;
  private readonly places: Record<string, Place>;
  private readonly halts = new Set<Halt>();
  private shape: WindowShape = { rects: [], content: { width: 0, height: 0 } };
  private bounds: Rect = { x: 0, y: 0, width: 1, height: 1 };
  /** Where the window was when it last hung on the group's corner. */
  private groupBounds = this.bounds;
  private over = false;
  private drag: { grip: Point; stop: () => void } | null = null;
  private readonly apart: Apart;
  /** Somebody stands away from the group, or did a moment ago: the window hangs on the work area's corner and not on the group's. */
  private wide = false;
  /** As it was when the window was last placed: when it changes, nobody moves on the screen although the window's corner does. */
  private wasWide = false;
  private stopNarrowing: (() => void) | null = null;
  private lifted: { stop: () => void } | null = null;
  private stopFarewell: (() => void) | null = null;
  private stopShrinking: (() => void) | null = null;

  constructor(private readonly options: MascotStageOptions) {
    this.visible = options.visible;
    this.wantedDisplay = options.remembered.display;
    this.places = { ...options.remembered.places };
    this.apart = new Apart(options.remembered.apart ?? {});
    this.place();
    this.applyClickThrough();
  }

  /** The page has drawn itself once; showing it earlier is a white or black flash (W21). */
  pageReady(): void {
    this.ready = true;
    this.update();
  }

  /** The page is gone or starts anew. */
  pageLost(): void {
    this.ready = false;
    this.endDrag();
    this.endLift();
    this.hover(false);
    this.update();
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.update();
  }

  /** @param window where the active full-screen window is, in DIP; null when there is none, or when the mascots do not make way for it */
  setFullScreen(window: Rect | null): void {
    this.fullScreen = window;
    this.update();
  }

  /** Of the display that the mascots live on, without its bars, in DIP. */
  room(): Size {
    const area = this.display()?.workArea;
    return { width: area?.width ?? 0, height: area?.height ?? 0 };
  }

  /** Key of the display that the mascots are on. */
  displayKey(): string | null {
    return this.display()?.key ?? null;
  }

  /** The person wants them on this display, at the place they had there. */
  moveToDisplay(key: string): void {
    if (!this.options.screen.displays().some((one) => one.key === key)) return;
    this.endDrag();
    this.endLift();
    this.wantedDisplay = key;
    this.options.onPlace(key, this.places[key] ?? DEFAULT_PLACE);
    this.widen();
    this.place();
    this.update();
    this.recover();
    this.options.onChange();
  }

  /** Who is where while somebody stands apart; null: all stand together. */
  stand(): StageStand | null {
    const area = this.display();
    return area === null || !this.wide ? null : { group: this.groupPlace(area), apart: this.apart.on(area.key) };
  }

  /** @param agentId who is taken out of the group, or moved outside of it; null: the group. @param place from here the page draws the way to where it is put down. @param corner what the page drew from when it was taken up: since then the window may have come to hang on the other one */
  lift(agentId: string | null, place: Place, corner: StageLift["corner"]): void {
    const area = this.display();
    if (area === null || this.drag || this.lifted || !this.onScreen) return;
    if (agentId !== null) this.apart.put(area.key, agentId, corner === "display" ? place : onArea(place, this.groupBounds, area));
    this.lifted = { stop: this.options.timers.after(LONGEST_DRAG, () => this.endLift()) };
    this.wide = true;
    this.stopNarrowing?.();
    this.place();
    this.applyClickThrough();
    this.options.onChange();
  }

  putDown(agentId: string | null, place: Place): void {
    const area = this.display();
    if (area === null || !this.lifted) return;
    const at = onArea(place, this.bounds, area);
    if (agentId === null) {
      this.places[area.key] = at;
      this.options.onPlace(area.key, at);
    } else {
      this.apart.put(area.key, agentId, at);
      this.options.onApart(this.apart.all());
    }
    this.endLift();
  }

  /** Everybody back to the group. They walk; the window narrows when they have arrived. */
  gather(): void {
    const area = this.display();
    if (area === null) return;
    this.apart.gather(area.key);
    this.options.onApart(this.apart.all());
    this.widen();
    this.options.onChange();
  }

  /** @param ids who is here, without those sent away */
  setPopulation(ids: ReadonlySet<string>): void {
    this.apart.setPresent(ids);
    if (this.widen()) this.options.onChange();
    const count = ids.size;
    this.stopFarewell?.();
    this.stopFarewell = null;
    if (count > 0 || !this.populated) return this.populate(count > 0);
    this.stopFarewell = this.options.timers.after(FAREWELL, () => this.populate(false));
  }

  setHalt(halt: Halt, on: boolean): void {
    if (on) this.halts.add(halt);
    else this.halts.delete(halt);
    if (!on) this.recover();
    this.options.onChange();
  }

  isPaused(): boolean {
    return !this.onScreen || this.halts.size > 0;
  }

  /** The page says what it draws. It may have measured before a resize reached it; the drawing hangs on the bottom right corner. */
  report(shape: WindowShape): void {
    const rects = shape.viewport ? moveWithCorner(shape.rects, shape.viewport, this.bounds) : shape.rects;
    this.shape = { ...shape, rects };
    this.resize();
    this.applyShape();
  }

  hover(over: boolean): void {
    this.over = over;
    this.applyClickThrough();
  }

  startDrag(): void {
    // Wide: the page has not heard yet that it has to carry the group within the window.
    if (this.drag || this.lifted || this.wide || !this.onScreen) return;
    const cursor = this.options.screen.cursor();
    const { timers } = this.options;
    const stops = [timers.every(DRAG_INTERVAL, () => this.followPointer()), timers.after(LONGEST_DRAG, () => this.endDrag())];
    this.drag = { grip: { x: cursor.x - this.bounds.x, y: cursor.y - this.bounds.y }, stop: () => stops.forEach((stop) => stop()) };
  }

  endDrag(): void {
    if (!this.drag) return;
    this.followPointer();
    this.drag.stop();
    this.drag = null;
    this.rememberPlace();
    this.place();
    this.applyClickThrough();
  }

  /** Displays came, went or changed. The chosen one is not forgotten: it may come back. */
  displaysChanged(): void {
    this.endLift();
    this.widen();
    this.place();
    this.update();
    this.recover();
    this.options.onChange();
  }

  /** Something may have come over the mascots (W19). */
  raise(): void {
    if (this.onScreen) this.options.window.raise();
  }

  close(): void {
    this.drag?.stop();
    this.drag = null;
    this.lifted?.stop();
    this.stopFarewell?.();
    this.stopShrinking?.();
    this.stopNarrowing?.();
  }

  private endLift(): void {
    if (!this.lifted) return;
    this.lifted.stop();
    this.lifted = null;
    this.widen();
    this.resize();
    this.applyClickThrough();
    this.options.onChange();
  }

  /** Hangs the window where those who are here need it. @returns whether that is another corner from now on */
  private widen(): boolean {
    const area = this.display();
    const needed = area !== null && (this.lifted !== null || this.apart.on(area.key).length > 0);
    this.stopNarrowing?.();
    this.stopNarrowing = null;
    if (needed === this.wide) return false;
    if (needed) this.wide = true;
    else this.stopNarrowing = this.options.timers.after(SHRINK_DELAY, () => this.narrow());
    if (needed) this.place();
    return needed;
  }

  /** The group's corner again. What it drew beside the group is gone by now. */
  private narrow(): void {
    const area = this.display();
    if (area === null || this.drag || this.lifted) return;
    const { x, y } = this.groupPlace(area);
    const { content } = this.shape;
    this.shape = { ...this.shape, content: { width: Math.max(1, content.width + Math.round(x)), height: Math.max(1, content.height + Math.round(y)) } };
    this.wide = false;
    this.place();
    this.options.onChange();
  }

  private populate(populated: boolean): void {
    this.populated = populated;
    this.update();
  }

  private update(): void {
    const wanted = this.ready && this.visible && this.populated;
    if (wanted !== this.wanted) {
      this.wanted = wanted;
      this.options.onWanted(wanted);
    }
    const onScreen = wanted && !this.isCovered();
    if (onScreen === this.onScreen) return;
    this.onScreen = onScreen;
    if (onScreen) this.enter();
    else this.leave();
    this.options.onChange();
  }

  private isCovered(): boolean {
    if (!this.fullScreen) return false;
    const { x, y, width, height } = this.fullScreen;
    const filled = displayAt({ x: x + width / 2, y: y + height / 2 }, this.options.screen.displays());
    return filled !== null && filled.key === this.display()?.key;
  }

  private enter(): void {
    this.place();
    this.applyShape();
    this.options.window.show();
    this.options.window.raise();
  }

  private leave(): void {
    this.endDrag();
    this.options.window.hide();
  }

  /** After sleep, a lock or a new display, windows come back blank, below others or in the wrong place (A19, W15). */
  private recover(): void {
    if (!this.onScreen) return;
    this.options.window.repaint();
    this.applyShape();
    this.options.window.raise();
  }

  private display(): DisplayArea | null {
    return chooseDisplay(this.options.screen.displays(), this.wantedDisplay);
  }

  private resize(): void {
    const area = this.display();
    if (!area || this.drag) return;
    const wanted = this.sizeOn(area);
    this.stopShrinking?.();
    this.stopShrinking = null;
    const smaller = wanted.width < this.bounds.width || wanted.height < this.bounds.height;
    if (smaller) this.stopShrinking = this.options.timers.after(SHRINK_DELAY, () => this.place());
    const grown = { width: Math.max(wanted.width, this.bounds.width), height: Math.max(wanted.height, this.bounds.height) };
    this.moveTo(windowAt(this.placeOn(area), grown, area));
  }

  private place(): void {
    const area = this.display();
    if (!area || this.drag) return;
    this.stopShrinking?.();
    this.stopShrinking = null;
    this.moveTo(windowAt(this.placeOn(area), this.sizeOn(area), area));
  }

  /** Whoever is carried may be carried anywhere: a window that grew on the way would flicker. */
  private sizeOn({ workArea }: DisplayArea): Size {
    return this.lifted ? { width: workArea.width, height: workArea.height } : windowSize(this.shape.content, workArea);
  }

  private moveTo(bounds: Rect): void {
    if (sameRect(bounds, this.bounds)) return;
    const resized = bounds.width !== this.bounds.width || bounds.height !== this.bounds.height;
    if (this.wide !== this.wasWide) this.shape = { ...this.shape, rects: this.shape.rects.map((rect) => ({ ...rect, x: rect.x + this.bounds.x - bounds.x, y: rect.y + this.bounds.y - bounds.y })) };
    else if (resized) this.shape = { ...this.shape, rects: moveWithCorner(this.shape.rects, this.bounds, bounds) };
    this.wasWide = this.wide;
    this.bounds = bounds;
    if (!this.wide) this.groupBounds = bounds;
    this.options.window.setBounds(bounds);
    if (resized) this.applyShape();
  }

  private applyShape(): void {
    if (this.options.shaped) this.options.window.setShape(cutToWindow(this.shape.rects, this.bounds));
  }

  /** The page tells changes only, so one that came during a drag is made up for at its end. */
  private applyClickThrough(): void {
    if (!this.options.shaped) this.options.window.setClickThrough(!this.over && this.drag === null && this.lifted === null);
  }

  private followPointer(): void {
    if (!this.drag) return;
    const { width, height } = this.bounds;
    const to = dragTo(this.options.screen.cursor(), this.drag.grip, { width, height }, this.options.screen.displays());
    if (to) this.moveTo(to.window);
  }

  private rememberPlace(): void {
    const middle = { x: this.bounds.x + this.bounds.width / 2, y: this.bounds.y + this.bounds.height / 2 };
    const area = displayAt(middle, this.options.screen.displays());
    if (!area) return;
    this.wantedDisplay = area.key;
    this.places[area.key] = placeOf(this.bounds, area);
    this.options.onPlace(area.key, this.places[area.key]!);
  }

  private placeOn(area: DisplayArea): Place {
    return this.wide ? { x: 0, y: 0 } : this.groupPlace(area);
  }

  private groupPlace(area: DisplayArea): Place {
    return this.places[area.key] ?? DEFAULT_PLACE;
  }
}

/** A place in the window as one on the display. */
function onArea(place: Place, window: Rect, { workArea }: DisplayArea): Place {
  const x = window.x + window.width - (workArea.x + workArea.width) + place.x;
  const y = window.y + window.height - (workArea.y + workArea.height) + place.y;
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 };
}
