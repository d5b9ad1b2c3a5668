import type { HooksStatus, OtherHooks } from "../../schemas/generated/types.ts";

/** What a start by a person finds. */
export interface FoundAtStart {
  /** Claude Code's hooks, of the user's settings. */
  hooks: HooksStatus["state"];
  /** Those of other products that are used here. */
  others: readonly Pick<OtherHooks, "state">[];
  /** Whether anybody's session is known. */
  hasSeenSomebody: boolean;
}

/**
 * The first start leads to the tour, which ends with the hooks, without which nothing will ever be seen; also where Claude Code has never run: a tray icon alone, on desktops that have none not even that,
 * tells nobody what to do next. Who uses another product, or posts by themselves, is not led there again and again.
 */
export function leadsToTour({ hooks, others, hasSeenSomebody }: FoundAtStart): boolean {
  if (hooks === "absent") return true;
  return hooks === "no_client" && !hasSeenSomebody && others.every(({ state }) => state === "absent");
}
