import type { Rect, WindowShape } from "../../schemas/generated/types.ts";
import type { Place, Stage } from "./layout.ts";

/** Room that outlines, halos and hops need around what was measured, in DIP. */
const MARGIN = 6;

/** What main takes at most (schema WindowShape). */
const MOST_RECTS = 400;

/** As far as a DOM element is looked at here. */
export interface Measurable {
  readonly dataset: { readonly [name: string]: string | undefined };
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number; width: number; height: number };
  querySelectorAll(selectors: string): Iterable<Measurable>;
}

export interface ShapeKeeper {
  /** The figure was drawn, wherever it stands; only who was is measured again. */
  drawn(agentId: string, figure: Measurable): void;
  /** Somebody came, went or walks: everything is measured again. */
  moved(root: Measurable, stage: Stage): void;
  /** As `moved`, for what the stage does not tell: a walk is over. */
  arrived(): void;
}

export interface ShapeTimes {
  /** Runs it after everything has been drawn, before the eye sees it. */
  soon(measure: () => void): void;
  /** Runs it after so many ms. */
  later(ms: number, tidy: () => void): void;
}

/**
 * For so long a shape may reach over what is there no longer, in ms. Bubbles of whoever works change several times a second, and with each new shape the window is cut anew; one that
 * fits loosely fits the next bubble, too.
 */
export const LOOSE_MS = 1_000;

/**
 * Measures what of the window is there for the pointer, and on Linux also for the eye (the window is cut to it), and tells it when it is another one than before.
 * Most changes of a busy world are changes of two or three faces: measuring all for them took a quarter of the page's time. What grows is told at once, what shrinks a little later.
 */
export function createShapeKeeper(tell: (shape: WindowShape) => void, { soon, later }: ShapeTimes): ShapeKeeper {
  const late = new Map<string, Measurable>();
  const figures = new Map<string, Rect[]>();
  /** What is told of each figure: all that it has been since it was told as it is. */
  const reach = new Map<string, Rect[]>();
  let others: Rect[] = [];
  let known: { root: Measurable; stage: Stage; places: ReadonlyMap<string, Place> } | null = null;
  let measured: Box | null = null;
  let planned = false;
  let loose = false;
  let told = "";

  const measureAll = (base: Box) => {
    if (known === null) return;
    figures.clear();
    for (const figure of known.root.querySelectorAll("[data-agent]")) figures.set(figure.dataset.agent ?? "", rectsOf(figure, base, known.places));
    others = [...known.root.querySelectorAll(".stage > [data-hit]")].flatMap((element) => rectOf(element.getBoundingClientRect(), base, STANDS));
    tighten();
  };
  const measureLate = (base: Box) => {
    for (const [id, figure] of late) {
      if (known === null || !figures.has(id)) continue;
      const rects = rectsOf(figure, base, known.places);
      const grown = grownBy(reach.get(id) ?? [], rects);
      figures.set(id, rects);
      reach.set(id, grown);
      if (!loose && JSON.stringify(grown) !== JSON.stringify(rects)) tidyLater();
    }
  };
  const measure = () => {
    planned = false;
    if (known === null) return;
    const base = known.root.getBoundingClientRect();
    if (measured === null || measured.width !== base.width || measured.height !== base.height) measureAll(base);
    else measureLate(base);
    measured = base;
    late.clear();
    tellIfNew();
  };
  const tighten = () => {
    reach.clear();
    for (const [id, rects] of figures) reach.set(id, rects);
  };
  const tidyLater = () => {
    loose = true;
    later(LOOSE_MS, () => {
      loose = false;
      tighten();
      tellIfNew();
    });
  };
  const tellIfNew = () => {
    if (known === null || measured === null) return;
    const shape = shapeWith([...[...reach.values()].flat(), ...others], known.stage, measured);
    const text = JSON.stringify(shape);
    if (text !== told) tell(shape);
    told = text;
  };
  const plan = () => {
    if (!planned) soon(measure);
    planned = true;
  };
  return {
    drawn(agentId, figure) {
      late.set(agentId, figure);
      plan();
    },
    moved(root, stage) {
      known = { root, stage, places: new Map(stage.places.map((place) => [place.agentId, place])) };
      measured = null;
      plan();
    },
    arrived() {
      measured = null;
      plan();
    },
  };
}

/** Each rectangle large enough for what it was and is. Counted from the last, the name; the first, the bubble, comes and goes. */
export function grownBy(before: readonly Rect[], now: readonly Rect[]): Rect[] {
  const [longer, shorter] = before.length > now.length ? [before, now] : [now, before];
  const extra = longer.length - shorter.length;
  return longer.map((rect, n) => (n < extra ? rect : both(rect, shorter[n - extra] as Rect)));
}

function both(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

type Box = ReturnType<Measurable["getBoundingClientRect"]>;

interface Vector {
  x: number;
  y: number;
}

const STANDS: Vector = { x: 0, y: 0 };

/** A figure that is walking to a new place is measured on its way; the rectangles reach from there to where it will stand. */
function rectsOf(figure: Measurable, base: Box, places: ReadonlyMap<string, Place>): Rect[] {
  const way = wayToGo(figure.getBoundingClientRect(), base, places.get(figure.dataset.agent ?? ""));
  return [...figure.querySelectorAll("[data-hit]")].flatMap((element) => rectOf(element.getBoundingClientRect(), base, way));
}

/** None for what is not drawn. */
function rectOf(box: Box, base: Box, way: Vector): Rect[] {
  return box.width === 0 || box.height === 0 ? [] : [reaching({ x: box.left - base.left, y: box.top - base.top, width: box.width, height: box.height }, way)];
}

function shapeWith(rects: Rect[], stage: Stage, base: Box): WindowShape {
  return {
    rects: rects.slice(0, MOST_RECTS),
    content: { width: Math.ceil(stage.width), height: Math.ceil(stage.height) },
    viewport: { width: Math.round(base.width), height: Math.round(base.height) },
  };
}

/** From where a figure is drawn at this moment to where the layout wants it. */
export function wayToGo(figure: { right: number; bottom: number }, base: { right: number; bottom: number }, place: { right: number; bottom: number } | undefined): Vector {
  if (!place) return STANDS;
  return { x: base.right - place.right - figure.right, y: base.bottom - place.bottom - figure.bottom };
}

/** The rectangle that holds the box at both ends of its way. */
export function reaching(box: Rect, way: Vector): Rect {
  return outwards(Math.min(box.x, box.x + way.x), Math.min(box.y, box.y + way.y), box.width + Math.abs(way.x), box.height + Math.abs(way.y));
}

/** Whole numbers, never smaller than what was measured: half a pixel of a bubble cut away is seen. */
export function outwards(x: number, y: number, width: number, height: number): Rect {
  const left = Math.floor(x - MARGIN);
  const top = Math.floor(y - MARGIN);
  return { x: left, y: top, width: Math.ceil(x + width + MARGIN) - left, height: Math.ceil(y + height + MARGIN) - top };
}
