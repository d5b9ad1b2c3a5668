/** What goes back to the client, in the fields of its own schema (contract §6). */

/** Longer strings are spilled to a file by the client. */
const LONGEST = 10_000;

/** Text that the model gets with the first request of a session. */
export function sessionStartContext(text: string): Record<string, unknown> | undefined {
  return text === "" || text.length > LONGEST ? undefined : { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } };
}
