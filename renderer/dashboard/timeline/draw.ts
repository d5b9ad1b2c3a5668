/** Draws the visible part of the lanes. Only here pixels are counted. */
import { type Bar, endOf, firstAt, kindOf, type Kind, type Lane } from "./model.ts";
import type { View } from "./view.ts";

export const LANE_HEIGHT = 30;
export const AXIS_HEIGHT = 26;
const BAR_TOP = 6;
const BARS_HEIGHT = 18;

export interface Palette { kinds: Record<Kind, string>; bad: string; line: string; quiet: string; text: string; selected: string; ground: string; focus: string }

export interface Scene {
  view: View;
  width: number;
  height: number;
  /** px that the lanes are scrolled */
  scrolled: number;
  now: number;
  lanes: readonly Lane[];
  /** Lane and call that the keyboard is on. */
  lane: number;
  selected: number | null;
  ticks: { at: number; text: string }[];
  palette: Palette;
}

export function drawScene(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, lanes, scrolled } = scene;
  pen.clearRect(0, 0, width, height);
  drawGrid(pen, scene);
  const first = Math.max(0, Math.floor(scrolled / LANE_HEIGHT));
  const last = Math.min(lanes.length, Math.ceil((scrolled + height) / LANE_HEIGHT));
  for (let n = first; n < last; n++) drawLane(pen, scene, n);
  drawAxis(pen, scene);
}

const xOf = ({ view, width }: Scene, time: number) => ((time - view.from) / (view.to - view.from)) * width;
export const laneTop = (n: number, scrolled: number) => AXIS_HEIGHT + n * LANE_HEIGHT - scrolled;

function drawGrid(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { height, ticks, palette, now, width } = scene;
  pen.fillStyle = palette.line;
  for (const { at } of ticks) pen.fillRect(Math.round(xOf(scene, at)), AXIS_HEIGHT, 1, height);
  const present = xOf(scene, now);
  if (present < 0 || present > width) return;
  pen.fillStyle = palette.focus;
  pen.fillRect(Math.round(present), AXIS_HEIGHT, 1, height);
}

function drawAxis(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { width, ticks, palette } = scene;
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, width, AXIS_HEIGHT);
  pen.fillStyle = palette.line;
  pen.fillRect(0, AXIS_HEIGHT - 1, width, 1);
  pen.fillStyle = palette.quiet;
  pen.font = '11.5px system-ui, "Noto Sans KR", "Noto Sans CJK KR", sans-serif';
  pen.textBaseline = "middle";
  for (const { at, text } of ticks) {
    const left = xOf(scene, at) + 4;
    // Half a time says another one.
    if (left + pen.measureText(text).width <= width) pen.fillText(text, left, AXIS_HEIGHT / 2);
  }
}

function drawLane(pen: CanvasRenderingContext2D, scene: Scene, n: number): void {
  const { view, width, lanes, scrolled, now, palette, selected } = scene;
  const lane = lanes[n] as Lane;
  const top = laneTop(n, scrolled);
  if (n === scene.lane) {
    pen.fillStyle = palette.selected;
    pen.fillRect(0, top, width, LANE_HEIGHT - 1);
  }
  pen.fillStyle = palette.line;
  pen.fillRect(0, top + LANE_HEIGHT - 1, width, 1);
  const tall = lane.rows === 1 ? BARS_HEIGHT : Math.floor(BARS_HEIGHT / lane.rows) - 1;
  let chosen: Bar | null = null;
  // What lies in a pixel that has this colour already is not drawn again: a day of calls is some hundred rectangles.
  const drawn = new Array<number>(lane.rows).fill(Number.NEGATIVE_INFINITY);
  for (let at = firstAt(lane.bars, view.from - Math.max(lane.longest, 30 * 60_000)); at < lane.bars.length; at++) {
    const bar = lane.bars[at] as Bar;
    if (bar.from > view.to) break;
    if (bar.seq === selected) chosen = bar;
    const left = xOf(scene, bar.from);
    const right = Math.max(left + 2, xOf(scene, endOf(lane, bar, now)));
    if (right < 0 || (bar.ok !== false && right <= (drawn[bar.row] as number))) continue;
    drawn[bar.row] = Math.floor(right);
    drawBar(pen, { left: Math.max(-4, left), right: Math.min(width + 4, right), top: top + BAR_TOP + bar.row * (tall + 1), tall }, bar, palette);
  }
  if (chosen !== null) outline(pen, scene, lane, chosen, top);
}

interface Box { left: number; right: number; top: number; tall: number }

/** Failure is told by form too: a notch above. What is under way is hatched at its end. */
function drawBar(pen: CanvasRenderingContext2D, { left, right, top, tall }: Box, { tool, ok, took }: Bar, palette: Palette): void {
  const wide = right - left;
  pen.fillStyle = ok === false ? palette.bad : palette.kinds[kindOf(tool)];
  pen.globalAlpha = ok === null && took === null ? 0.6 : 1;
  if (wide < 5) pen.fillRect(left, top, wide, tall);
  else {
    pen.beginPath();
    pen.roundRect(left, top, wide - 1, tall, Math.min(3, tall / 3));
    pen.fill();
  }
  pen.globalAlpha = 1;
  if (ok !== false) {
    if (wide > 44 && tall >= 14) writeName(pen, tool, left, top + tall / 2, wide, palette);
    return;
  }
  pen.beginPath();
  pen.moveTo(left - 1, top - 5);
  pen.lineTo(left + 7, top - 5);
  pen.lineTo(left + 3, top - 0.5);
  pen.fill();
}

function writeName(pen: CanvasRenderingContext2D, tool: string, left: number, middle: number, wide: number, palette: Palette): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, middle - 10, wide - 4, 20);
  pen.clip();
  pen.fillStyle = palette.ground;
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.fillText(tool, Math.max(left, 0) + 5, middle + 0.5);
  pen.restore();
}

function outline(pen: CanvasRenderingContext2D, scene: Scene, lane: Lane, bar: Bar, top: number): void {
  const left = xOf(scene, bar.from);
  const right = Math.max(left + 3, xOf(scene, endOf(lane, bar, scene.now)));
  pen.strokeStyle = scene.palette.text;
  pen.lineWidth = 2;
  pen.strokeRect(left - 2, top + 3, right - left + 3, LANE_HEIGHT - 7);
}
