/**
 * When the mascots' window is on screen, where it stands and where it can be clicked. Free of Electron: the window, the screen and
 * the timers are passed in, so that unplugged displays, dragging and sleep are ordinary tests.
 *
 *   on screen  =  page is ready  ∧  person wants it  ∧  somebody is there (or is just leaving)  ∧  no other window fills their display
 *   paused     =  not on screen  ∨  screen locked  ∨  computer asleep
 */
import type { Place, Rect, WindowShape } from "../../schemas/generated/types.ts";
import {
  chooseDisplay, cutToWindow, DEFAULT_PLACE, type DisplayArea, displayAt, dragTo, moveWithCorner, type Point, placeOf, type Size, sameRect, windowAt, windowSize,
} from "./geometry.ts";

/** What the stage does with the window. */
export interface StageWindow {
  show(): void;
  hide(): void;
  setBounds(bounds: Rect): void;
  /** X11 only: cuts the window to these rectangles, for the pointer and for the eye. */
  setShape(rects: Rect[]): void;
  /** Windows and macOS only: whether clicks pass through the whole window. */
  setClickThrough(through: boolean): void;
  /** On top again, without activating it and without hiding it for a moment. */
  raise(): void;
  /** Asks for a whole new picture. */
  repaint(): void;
}

export interface StageScreen {
  displays(): DisplayArea[];
  cursor(): Point;
}

export interface StageTimers {
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
}

export interface StagePlaces {
  places: Readonly<Record<string, Place>>;
  display: string | null;
}

export interface MascotStageOptions {
  window: StageWindow;
  screen: StageScreen;
  timers: StageTimers;
  /** True on X11, where the window is cut to its shape; else clicks are let through by hover. */
  shaped: boolean;
  remembered: StagePlaces;
  visible: boolean;
  /** The person dragged the mascots here. */
  onPlace(displayKey: string, place: Place): void;
  /** Whether the mascots would be on screen if no other window filled it. */
  onWanted(wanted: boolean): void;
  /** paused, on-screen or the room on the display changed. */
  onChange(): void;
}

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
  private over = false;
  private drag: { grip: Point; stop: () => void } | null = null;
  private stopFarewell: (() => void) | null = null;
  private stopShrinking: (() => void) | null = null;

  constructor(private readonly options: MascotStageOptions) {
    this.visible = options.visible;
    this.wantedDisplay = options.remembered.display;
    this.places = { ...options.remembered.places };
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
    this.wantedDisplay = key;
    this.options.onPlace(key, this.places[key] ?? DEFAULT_PLACE);
    this.place();
    this.update();
    this.recover();
    this.options.onChange();
  }

  /** @param count how many agents there are */
  setPopulation(count: number): void {
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
    if (this.drag || !this.onScreen) return;
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
    this.stopFarewell?.();
    this.stopShrinking?.();
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
    const wanted = windowSize(this.shape.content, area.workArea);
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
    this.moveTo(windowAt(this.placeOn(area), windowSize(this.shape.content, area.workArea), area));
  }

  private moveTo(bounds: Rect): void {
    if (sameRect(bounds, this.bounds)) return;
    const resized = bounds.width !== this.bounds.width || bounds.height !== this.bounds.height;
    if (resized) this.shape = { ...this.shape, rects: moveWithCorner(this.shape.rects, this.bounds, bounds) };
    this.bounds = bounds;
    this.options.window.setBounds(bounds);
    if (resized) this.applyShape();
  }

  private applyShape(): void {
    if (this.options.shaped) this.options.window.setShape(cutToWindow(this.shape.rects, this.bounds));
  }

  /** The page tells changes only, so one that came during a drag is made up for at its end. */
  private applyClickThrough(): void {
    if (!this.options.shaped) this.options.window.setClickThrough(!this.over && this.drag === null);
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
    return this.places[area.key] ?? DEFAULT_PLACE;
  }
}
