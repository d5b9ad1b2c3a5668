/** The figures as one picture that can be shown around: an SVG text with its colours in it. Pure. */
import type { Figures } from "../../../schemas/generated/types.ts";
import { everyDay, heatLevel, heatOf, tokenSeries } from "./series.ts";

export interface PictureTexts { title: string; range: string; totals: { name: string; value: string }[]; heat: string; days: string; tokens: string; weekdays: string[] }
export interface PictureColours { ground: string; card: string; line: string; text: string; quiet: string; accent: string; bad: string; heat: string[]; projects: string[] }

export const PICTURE = { width: 1200, height: 800 };
const FONT = 'font-family="system-ui, Noto Sans, Noto Sans CJK KR, sans-serif"';

export function pictureOf(figures: Figures, lastDay: string, texts: PictureTexts, colours: PictureColours): string {
  const { width, height } = PICTURE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${FONT}>`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    label(40, 60, texts.title, 28, colours.text, 700), label(40, 88, texts.range, 16, colours.quiet),
    ...texts.totals.map(({ name, value }, n) => label(40 + n * 190, 140, value, 26, colours.text, 700) + label(40 + n * 190, 164, name, 14, colours.quiet)),
    panel(40, 190, 1120, 260, texts.heat, colours), heat(figures, texts.weekdays, colours),
    panel(40, 470, 550, 290, texts.days, colours), days(figures, lastDay, colours),
    panel(610, 470, 550, 290, texts.tokens, colours), spent(figures, lastDay, colours),
    "</svg>",
  ].join("");
}

function label(x: number, y: number, text: string, size: number, colour: string, weight = 400): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(text)}</text>`;
}

function panel(x: number, y: number, width: number, height: number, title: string, { card, line, text }: PictureColours): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${card}" stroke="${line}"/>${label(x + 20, y + 32, title, 16, text, 600)}`;
}

function heat({ activity }: Figures, weekdays: readonly string[], colours: PictureColours): string {
  const grid = heatOf(activity);
  const most = Math.max(0, ...activity.map(({ count }) => count));
  const cells = grid.flatMap((row, day) => row.map((count, hour) => `<rect x="${110 + hour * 43}" y="${236 + day * 28}" width="40" height="25" rx="5" fill="${colours.heat[heatLevel(count, most)]}"/>`));
  return weekdays.map((name, day) => label(60, 254 + day * 28, name, 13, colours.quiet)).join("") + cells.join("");
}

function days(figures: Figures, lastDay: string, { accent, bad }: PictureColours): string {
  const all = everyDay(figures.days, lastDay);
  const most = Math.max(1, ...all.map(({ count }) => count));
  const step = 510 / Math.max(14, all.length);
  return all.map(({ count, failures }, n) => bar(60 + n * step, 740, step, (count / most) * 210, accent) + bar(60 + n * step, 740, step, (failures / most) * 210, bad)).join("");
}

function spent(figures: Figures, lastDay: string, { projects: palette }: PictureColours): string {
  const { days: all, projects, most } = tokenSeries(figures.tokens, lastDay);
  const step = 510 / Math.max(14, all.length);
  return all.map((_, n) => {
    let below = 0;
    return projects.map(({ byDay }, place) => {
      const tall = ((byDay[n] ?? 0) / Math.max(1, most)) * 210;
      below += tall;
      return bar(630 + n * step, 740 - below + tall, step, tall, palette[place % palette.length] as string);
    }).join("");
  }).join("");
}

function bar(x: number, bottom: number, step: number, tall: number, colour: string): string {
  return tall <= 0 ? "" : `<rect x="${x.toFixed(1)}" y="${(bottom - tall).toFixed(1)}" width="${Math.max(1, step * 0.8).toFixed(1)}" height="${tall.toFixed(1)}" fill="${colour}"/>`;
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
