/** How much of its context a session may fill: by the settings, else by what its model holds. */
import type { ContextRules } from "../../../schemas/generated/types.ts";

/** Where neither is known. */
const USUAL_WINDOW = 200_000;
const WARN_AT = 0.8;

/** @param holds tokens that the model's context holds; null where that is not known */
export function contextBudget(rules: ContextRules | undefined, holds: number | null): { tokens: number; warnAt: number } {
  return { tokens: rules?.token_budget ?? holds ?? USUAL_WINDOW, warnAt: rules?.warn_at ?? WARN_AT };
}
