/** Turns the black pass of a scene into a coarse picture, so that tests can compare shapes as eyes do: without colour and detail. */

interface Xy {
  readonly x: number;
  readonly y: number;
}

/** a b c d e f of an SVG matrix. */
type Matrix = readonly [number, number, number, number, number, number];

interface Shape {
  /** Flattened outlines on the grid. */
  readonly lines: readonly (readonly Xy[])[];
  readonly filled: boolean;
  /** Half the stroke's width on the grid. */
  readonly reach: number;
}

export interface Picture {
  readonly side: number;
  readonly cells: readonly boolean[];
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** All outlines of static markup made of `g` and `path`. */
export function shapesOf(markup: string): Shape[] {
  const shapes: Shape[] = [];
  const stack: Matrix[] = [IDENTITY];
  for (const [tag, name = "", attributes = ""] of markup.matchAll(/<(\/?(?:g|path|svg))\b([^>]*)>/g)) {
    const current = stack.at(-1) ?? IDENTITY;
    if (name === "/g") stack.pop();
    else if (name === "g") stack.push(multiply(current, transformOf(attributes)));
    if (name === "path") shapes.push(shapeOf(attributes, multiply(current, transformOf(attributes))));
    if (name === "g" && tag.endsWith("/>")) stack.pop();
  }
  return shapes;
}

/** The shapes on a square of `side` cells that covers `from` to `to` grid units on both axes. */
export function rasterize(shapes: readonly Shape[], side: number, from = 0, to = 120): Picture {
  const step = (to - from) / side;
  const boxed = shapes.map((shape) => ({ shape, box: boundsOf([shape]) }));
  const cells = Array.from({ length: side * side }, (_, i) => {
    const p = { x: from + ((i % side) + 0.5) * step, y: from + (Math.floor(i / side) + 0.5) * step };
    return boxed.some(({ shape, box }) => p.x >= box.left && p.x <= box.right && p.y >= box.top && p.y <= box.bottom && covers(shape, p));
  });
  return { side, cells };
}

/** How much two pictures differ: cells only one of them covers, as a share of what either covers (0 same, 1 nothing in common). */
export function difference(a: Picture, b: Picture): number {
  let either = 0;
  let one = 0;
  a.cells.forEach((cell, i) => {
    const other = b.cells[i] ?? false;
    if (cell || other) either += 1;
    if (cell !== other) one += 1;
  });
  return either === 0 ? 0 : one / either;
}

/** The smallest box around all shapes with their strokes, in grid units. */
export function boundsOf(shapes: readonly Shape[]): { left: number; top: number; right: number; bottom: number } {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { lines, reach } of shapes) {
    for (const p of lines.flat()) {
      bounds.left = Math.min(bounds.left, p.x - reach);
      bounds.right = Math.max(bounds.right, p.x + reach);
      bounds.top = Math.min(bounds.top, p.y - reach);
      bounds.bottom = Math.max(bounds.bottom, p.y + reach);
    }
  }
  return bounds;
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

function shapeOf(attributes: string, matrix: Matrix): Shape {
  const lines = flatten(attribute(attributes, "d") ?? "").map((line) => line.map((p) => apply(matrix, p)));
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const width = attribute(attributes, "stroke") ? Number(attribute(attributes, "stroke-width") ?? 1) : 0;
  return { lines, filled: attribute(attributes, "fill") !== "none", reach: (width / 2) * scale };
}

function transformOf(attributes: string): Matrix {
  let matrix = IDENTITY;
  for (const [, kind = "", list = ""] of (attribute(attributes, "transform") ?? "").matchAll(/(translate|rotate|scale)\(([^)]*)\)/g)) {
    matrix = multiply(matrix, step(kind, list.split(/[ ,]+/).map(Number)));
  }
  return matrix;
}

function step(kind: string, [a = 0, b, c]: readonly number[]): Matrix {
  if (kind === "translate") return [1, 0, 0, 1, a, b ?? 0];
  if (kind === "scale") return [a, 0, 0, b ?? a, 0, 0];
  const angle = (a * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0];
  return multiply(multiply([1, 0, 0, 1, b ?? 0, c ?? 0], turn), [1, 0, 0, 1, -(b ?? 0), -(c ?? 0)]);
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

function apply(m: Matrix, { x, y }: Xy): Xy {
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] };
}

function covers({ lines, filled, reach }: Shape, p: Xy): boolean {
  if (filled && winding(lines, p) !== 0) return true;
  return reach > 0 && lines.some((line) => line.some((b, i) => i > 0 && distance(p, line[i - 1] as Xy, b) <= reach));
}

function winding(lines: readonly (readonly Xy[])[], p: Xy): number {
  let turns = 0;
  for (const line of lines) {
    line.forEach((b, i) => {
      const a = line[(i || line.length) - 1] as Xy;
      const side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
      if (a.y <= p.y && b.y > p.y && side > 0) turns += 1;
      if (a.y > p.y && b.y <= p.y && side < 0) turns -= 1;
    });
  }
  return turns;
}

function distance(p: Xy, a: Xy, b: Xy): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length));
  return Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y));
}

const PIECES = 10;
const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7, Z: 0 };

/** A path's outlines as straight pieces. Throws on text that is not a path. */
export function flatten(d: string): Xy[][] {
  const lines: Xy[][] = [];
  let at: Xy = { x: 0, y: 0 };
  for (const { command, values } of commandsOf(d)) {
    const relative = command === command.toLowerCase();
    const kind = command.toUpperCase();
    const from = at;
    const point = (i: number): Xy => ({ x: (values[i] ?? 0) + (relative ? from.x : 0), y: (values[i + 1] ?? 0) + (relative ? from.y : 0) });
    if (kind === "M") {
      lines.push([(at = point(0))]);
      continue;
    }
    const line = lines.at(-1);
    const start = line?.[0];
    if (!line || !start) throw new Error(`a path must start with a move: ${d}`);
    const drawn = kind === "Z" ? [start] : pieces(kind, from, values, relative, point);
    line.push(...drawn);
    at = drawn.at(-1) as Xy;
  }
  return lines;
}

function pieces(kind: string, from: Xy, values: readonly number[], relative: boolean, point: (i: number) => Xy): Xy[] {
  if (kind === "H") return [{ x: (values[0] ?? 0) + (relative ? from.x : 0), y: from.y }];
  if (kind === "V") return [{ x: from.x, y: (values[0] ?? 0) + (relative ? from.y : 0) }];
  if (kind === "L") return [point(0)];
  if (kind === "Q") return bezier([from, point(0), point(2)]);
  if (kind === "C") return bezier([from, point(0), point(2), point(4)]);
  return arc(from, values, point(5));
}

function bezier(points: readonly Xy[]): Xy[] {
  return Array.from({ length: PIECES }, (_, i) => casteljau(points, (i + 1) / PIECES));
}

function casteljau(points: readonly Xy[], t: number): Xy {
  if (points.length === 1) return points[0] as Xy;
  const next = points.slice(1).map((b, i) => {
    const a = points[i] as Xy;
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
  });
  return casteljau(next, t);
}

/** An unrotated elliptical arc, by its centre (SVG 2, appendix on elliptical arcs). */
function arc(from: Xy, [rx = 0, ry = 0, , large = 0, sweep = 0]: readonly number[], to: Xy): Xy[] {
  if (rx === 0 || ry === 0) return [to];
  const half = { x: (from.x - to.x) / 2 / rx, y: (from.y - to.y) / 2 / ry };
  const size = Math.hypot(half.x, half.y);
  const grow = Math.max(1, size);
  const far = Math.sqrt(Math.max(0, 1 / (size / grow) ** 2 - 1)) * (large === sweep ? -1 : 1);
  const centre = { x: (half.y / grow) * far, y: (-half.x / grow) * far };
  const begin = Math.atan2(half.y / grow - centre.y, half.x / grow - centre.x);
  let turn = Math.atan2(-half.y / grow - centre.y, -half.x / grow - centre.x) - begin;
  if (sweep && turn <= 0) turn += Math.PI * 2;
  if (!sweep && turn >= 0) turn -= Math.PI * 2;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return Array.from({ length: PIECES }, (_, i) => {
    const angle = begin + (turn * (i + 1)) / PIECES;
    return { x: middle.x + (centre.x + Math.cos(angle)) * rx * grow, y: middle.y + (centre.y + Math.sin(angle)) * ry * grow };
  });
}

function* commandsOf(d: string): Generator<{ command: string; values: number[] }> {
  for (const [, letter = "", rest = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = NUMBERS[letter.toUpperCase()];
    const numbers = [...rest.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    if (count === undefined || (count > 0 && (numbers.length === 0 || numbers.length % count !== 0))) throw new Error(`not a path: ${letter}${rest} in ${d}`);
    if (count === 0) yield { command: letter, values: [] };
    for (let i = 0; i < numbers.length && count > 0; i += count) {
      yield { command: i > 0 && letter === "M" ? "L" : i > 0 && letter === "m" ? "l" : letter, values: numbers.slice(i, i + count) };
    }
  }
}
