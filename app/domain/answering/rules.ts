/**
 * Whether a client's request may be held for the person's answer. A request that is not held costs nothing: the client's own dialog stands in the terminal in either case
 * (contract §11). In doubt it is not held.
 */
import type { AnsweringRules, Trust } from "../../../schemas/generated/types.ts";

/** What is known when a request comes in. */
export interface HoldFacts {
  /** The sender waits for the answer, and is seen to leave. */
  senderWaits: boolean;
  trust: Trust;
  /** What the client says of who sits before it; undefined where it says nothing. */
  attended: boolean | undefined;
  /** Asked by a sub-agent: before a person all of them work in the background (contract §10). */
  bySubagent: boolean;
  permissionMode: string | null;
  /** It could be read, and is small enough to be shown whole. */
  readable: boolean;
  /** The person's rule for this project. */
  on: boolean;
  doNotDisturb: boolean;
  /** A window of ours can be seen. */
  watched: boolean;
  /** How many are held already. */
  held: number;
}

export type NotHeld = "sender" | "unverified" | "unattended" | "subagent" | "no_dialog" | "unreadable" | "off" | "do_not_disturb" | "unseen" | "too_many";

/** More than this is no list that anybody answers with care. */
export const MOST_HELD = 16;

/** In these the client shows no dialog, so there is nothing to answer (contract §7). */
const MODES_WITHOUT_DIALOG = new Set(["bypassPermissions", "dontAsk"]);

/** @returns why it is left to the client alone; null: it may be held */
export function whyNotHeld(facts: HoldFacts): NotHeld | null {
  if (!facts.senderWaits) return "sender";
  if (facts.trust !== "verified") return "unverified";
  if (facts.attended !== true) return "unattended";
  if (facts.bySubagent) return "subagent";
  if (facts.permissionMode !== null && MODES_WITHOUT_DIALOG.has(facts.permissionMode)) return "no_dialog";
  if (!facts.on) return "off";
  if (facts.doNotDisturb) return "do_not_disturb";
  if (!facts.watched) return "unseen";
  if (!facts.readable) return "unreadable";
  return facts.held >= MOST_HELD ? "too_many" : null;
}

/** The person's rule for a project; off until they say otherwise. */
export function answersIn(rules: AnsweringRules | undefined, project: string): boolean {
  if (rules === undefined) return false;
  return Object.hasOwn(rules.projects, project) ? rules.projects[project] === true : rules.on;
}

/** Whether any request at all has to wait for what the app says. */
export function answersAnywhere(rules: AnsweringRules | undefined): boolean {
  return rules !== undefined && (rules.on || Object.values(rules.projects).includes(true));
}
