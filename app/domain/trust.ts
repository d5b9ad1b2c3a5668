/**
 * Who may say what of a session. The world of a session is made of verified events alone as soon as there is one: what anybody else says of it stays in the log
 * and moves nothing. A session of which only unverified events tell is shown, within limits, since a plain `curl` of the user is meant to be seen.
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { SessionFacts } from "./facts.ts";

/** Unverified sessions that a heartbeat leaves in the world; those last heard of go last. */
export const STRANGERS_KEPT = 24;
/** Between heartbeats no more of them come in. */
export const STRANGERS_AT_MOST = 100;
/** Agents of an unverified session, its lead included. */
export const STRANGERS_MEMBERS = 16;

export function isUnverified(event: MascotEvent): boolean {
  return event.trust === "unverified";
}

/** An unverified event about a session that is known from verified ones. */
export function mayNotSpeakOf(facts: SessionFacts, event: MascotEvent): boolean {
  return facts.trust === "verified" && isUnverified(event);
}

/** The first verified event of a session of which strangers have told: nothing of what they told stays. */
export function startsAnew(facts: SessionFacts, event: MascotEvent): boolean {
  return facts.trust === "unverified" && !isUnverified(event);
}

/** An unverified session takes in no agent (`key`: its key within the session) beyond its limit. */
export function hasNoRoomFor(facts: SessionFacts, key: string): boolean {
  return facts.trust === "unverified" && facts.agents.values.length >= STRANGERS_MEMBERS && !facts.agents.index.has(key);
}
