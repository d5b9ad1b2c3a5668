/** What is known of the client's models. */

const LARGE = /\[1m\]$/i;

/** Tokens that fit into the context; null for a model that is not known. */
export function contextWindow(model: string | null): number | null {
  if (model === null || !/^(?:[\w.-]+\/)?(?:[\w-]+\.)*claude-/i.test(model)) return null;
  return LARGE.test(model) ? 1_000_000 : 200_000;
}
