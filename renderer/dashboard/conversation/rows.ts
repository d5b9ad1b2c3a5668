/** Interactions as rows to be drawn: what begins a turn, whose it is, how long a turn took. Pure. */
import type { Interaction } from "../../../schemas/generated/types.ts";
import { dayOf } from "../format.ts";

interface RowBase {
  item: Interaction;
  /** Another day than the row in front. */
  startsDay: boolean;
  /** A helper's, not the lead's. */
  helper: string | null;
  /** The row in front is of somebody else, so it has to be said who speaks. */
  isNewVoice: boolean;
}

export type Row =
  | (RowBase & { kind: "prompt" })
  /** A prompt that no person wrote. */
  | (RowBase & { kind: "note" })
  | (RowBase & { kind: "reply"; thinking: string; /** From the prompt of its turn, in ms. */ tookMs: number | null })
  | (RowBase & { kind: "call"; outcome: "running" | "ok" | "failed" | "unknown" });

export const PROMPT = "user_prompt";
export const REPLY = "claude_response";

/**
 * @param isBeginning whether nothing is in front of the first; else what is there is not known, and nothing is said of it that the next page would take back
 * @param atWork ids of agents whose calls may still end
 */
export function rowsOf(items: readonly Interaction[], isBeginning: boolean, atWork: ReadonlySet<string>): Row[] {
  const promptAt = new Map<string, number>();
  const lastPrompt = items.findLastIndex(({ skill_name, metadata, agent_id, session_id }) => skill_name === PROMPT && metadata.injected !== true && agent_id === session_id);
  const turn = items[lastPrompt]?.turn_id ?? null;
  return items.map((item, index) => {
    const before = items[index - 1];
    if (item.skill_name === PROMPT && item.turn_id !== null && !promptAt.has(item.turn_id)) promptAt.set(item.turn_id, item.ts);
    // A lead's calls end with its turn at the latest. What is typed meanwhile belongs to the turn that runs.
    const mayRun = atWork.has(item.agent_id) && (index > lastPrompt || item.agent_id !== item.session_id || (turn !== null && item.turn_id === turn));
    return rowOf(item, before ?? (isBeginning ? undefined : item), promptAt, mayRun);
  });
}

function rowOf(item: Interaction, before: Interaction | undefined, promptAt: ReadonlyMap<string, number>, mayRun: boolean): Row {
  const base = {
    item, startsDay: before === undefined || dayOf(before.ts) !== dayOf(item.ts), helper: item.agent_id === item.session_id ? null : item.agent_id,
    isNewVoice: before === undefined || before.agent_id !== item.agent_id || before.role !== item.role,
  };
  if (item.skill_name === PROMPT) return { ...base, kind: item.metadata.injected === true ? "note" : "prompt" };
  if (item.skill_name === REPLY) {
    const began = item.turn_id === null || base.helper !== null ? undefined : promptAt.get(item.turn_id);
    return { ...base, kind: "reply", thinking: item.metadata.thinking ?? "", tookMs: began === undefined ? null : item.ts - began };
  }
  return { ...base, kind: "call", outcome: outcomeOf(item.metadata.ok, mayRun) };
}

function outcomeOf(ok: boolean | null | undefined, mayRun: boolean): "running" | "ok" | "failed" | "unknown" {
  if (ok === undefined) return "unknown";
  if (ok === null) return mayRun ? "running" : "unknown";
  return ok ? "ok" : "failed";
}

const LINE = 22;
/** Characters of a usual line. */
const LINE_LENGTH = 90;

/** Height before a row is measured, in px: near enough that little moves when it is. */
export function estimatedHeight(row: Row): number {
  const day = row.startsDay ? 40 : 0;
  const voice = row.helper !== null && row.isNewVoice ? 24 : 0;
  switch (row.kind) {
    case "call": return 32 + day + voice;
    case "note": return 36 + day + voice;
    case "prompt": return 56 + day + linesOf(row.item.content) * LINE;
    case "reply": return 48 + day + voice + (row.thinking === "" ? 0 : 32) + linesOf(row.item.content) * (LINE + 3);
  }
}

/** What is drawn at first of a long text, see long-text.ts. */
const LOOKED_AT = 4_000;

function linesOf(text: string): number {
  return text.slice(0, LOOKED_AT).split("\n").reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
}
