/** What goes back to the client, in the fields of its own schema (contract §6). */

/** Longer strings are spilled to a file by the client. */
const LONGEST = 10_000;

/** A tool call does not run, and the model is told why. Nothing but this: a wrong field beside it would void it (contract §6). */
export function preToolUseDenial(reason: string): Record<string, unknown> {
  const shown = reason.length > LONGEST ? `${reason.slice(0, LONGEST - 1)}…` : reason;
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: shown } };
}

/** Text that the model gets with the first request of a session. */
export function sessionStartContext(text: string): Record<string, unknown> | undefined {
  return text === "" || text.length > LONGEST ? undefined : { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } };
}
