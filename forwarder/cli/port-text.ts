/** Work items as text for a terminal. Pure. */
import type { PortDetail, PortSummary } from "../../schemas/generated/types.ts";
import type { Say } from "./words.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function durationText(say: Say, ms: number): string {
  if (ms < MINUTE) return say("portSeconds", Math.floor(ms / 1000));
  if (ms < HOUR) return say("portMinutes", Math.floor(ms / MINUTE));
  return say("portHours", Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE));
}

/** A line each, in columns. @param withProject when they are of several */
export function portTable(say: Say, ports: readonly PortSummary[], withProject: boolean): string[] {
  const rows = ports.map((port) => [
    stateText(say, port), port.id, durationText(say, port.spent_ms), say("portFiles", port.files),
    [port.title === port.id ? "" : port.title, port.waits_for.length > 0 ? `(${say("portWaitsFor", port.waits_for.join(", "))})` : "", withProject ? port.project : ""].filter((text) => text !== "").join("  "),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) => row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))).join("  ").trimEnd());
}

export function portLines(say: Say, { port, files }: PortDetail): string[] {
  const line = (label: string, value: string | null) => (value === null || value === "" ? [] : [say("portLine", label, value)]);
  return [
    port.id,
    ...line(say("portLabelTitle"), port.title), ...line(say("portLabelState"), stateText(say, port)), ...line(say("portLabelPriority"), say(`portPriority_${port.priority}`)),
    ...line(say("portLabelProject"), port.project), ...line(say("portLabelSession"), port.session_id),
    ...line(say("portLabelDepends"), port.depends_on.join(", ")), ...line(say("portLabelWaits"), port.waits_for.join(", ")),
    ...line(say("portLabelTime"), durationText(say, port.spent_ms)), ...line(say("portLabelCreated"), timeText(port.created_at)), ...line(say("portLabelStarted"), timeText(port.started_at)),
    ...line(say("portLabelEnded"), timeText(port.ended_at)),
    ...(files.length === 0 ? [] : [say("portLine", say("portLabelFiles"), String(port.files)), ...files.map(({ path, edits }) => `  ${clean(path)}${edits > 1 ? ` ×${edits}` : ""}`)]),
  ];
}

function stateText(say: Say, { state, waits_for }: PortSummary): string {
  return state === "ready" && waits_for.length > 0 ? say("portState_waiting") : say(`portState_${state}`);
}

/** In the time of the person, without what only programs need. */
function timeText(ms: number | null): string | null {
  if (ms === null) return null;
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}

/** Names of files are an agent's: no control characters reach the terminal. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, "�");

/** Columns in a terminal: Korean and other wide letters take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(letter) ? 2 : 1;
  return width;
}
