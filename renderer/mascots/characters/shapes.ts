/** The drawing grid: a square of this many units; figures stand on GROUND and are centred on MIDDLE. */
export const GRID = 120;
export const GROUND = 110;
export const MIDDLE = 60;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A number as short path text, two decimals at most. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 1 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-rx * 2)} 0Z`;
}

export function box(x: number, y: number, w: number, h: number, r = 0): string {
  const k = Math.min(r, w / 2, h / 2);
  return `M${n(x + k)} ${n(y)}h${n(w - k * 2)}a${n(k)} ${n(k)} 0 0 1 ${n(k)} ${n(k)}v${n(h - k * 2)}a${n(k)} ${n(k)} 0 0 1 ${n(-k)} ${n(k)}h${n(k * 2 - w)}a${n(k)} ${n(k)} 0 0 1 ${n(-k)} ${n(-k)}v${n(k * 2 - h)}a${n(k)} ${n(k)} 0 0 1 ${n(k)} ${n(-k)}Z`;
}

/** A star with `points` tips, first tip upward. */
export function star(cx: number, cy: number, outer: number, inner: number, points = 5): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${n(cx + Math.cos(angle) * radius)} ${n(cy + Math.sin(angle) * radius)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A gear with `teeth` square teeth and no hole. */
export function gear(cx: number, cy: number, outer: number, inner: number, teeth: number): string {
  const step = (Math.PI * 2) / teeth;
  const at = (radius: number, angle: number) => `${n(cx + Math.cos(angle) * radius)} ${n(cy + Math.sin(angle) * radius)}`;
  const tooth = (i: number) => {
    const a = i * step;
    return [at(inner, a - step * 0.32), at(outer, a - step * 0.2), at(outer, a + step * 0.2), at(inner, a + step * 0.32)].join("L");
  };
  return `M${Array.from({ length: teeth }, (_, i) => tooth(i)).join("L")}Z`;
}

export interface LimbWidths {
  readonly root: number;
  readonly middle: number;
  readonly tip: number;
}

/**
 * An arm, wing or leg as an open outline from shoulder to hand: the open end lies inside the body, so no line is drawn
 * where the limb grows out of it. `bend` pushes the middle sideways (positive: to the right of the direction of travel).
 */
export function limb(from: Point, to: Point, bend: number, widths: LimbWidths): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const side = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const mid = { x: (from.x + to.x) / 2 + side.x * bend * 2, y: (from.y + to.y) / 2 + side.y * bend * 2 };
  const rootSide = normal(from, mid);
  const tipSide = normal(mid, to);
  const edge = (p: Point, s: Point, w: number) => `${n(p.x + (s.x * w) / 2)} ${n(p.y + (s.y * w) / 2)}`;
  const r = n(widths.tip / 2);
  return [
    `M${edge(from, rootSide, -widths.root)}`,
    `Q${edge(mid, side, -widths.middle)} ${edge(to, tipSide, -widths.tip)}`,
    `A${r} ${r} 0 0 1 ${edge(to, tipSide, widths.tip)}`,
    `Q${edge(mid, side, widths.middle)} ${edge(from, rootSide, widths.root)}`,
  ].join("");
}

function normal(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
}
