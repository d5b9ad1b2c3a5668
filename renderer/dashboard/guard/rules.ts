import type { GuardMode } from "../../../schemas/generated/types.ts";

/** A rule as it is chosen from a list: one of the project's own, or none. */
export type RuleChoice = GuardMode | "everywhere";

export function choiceOf(rule: GuardMode | null): RuleChoice {
  return rule ?? "everywhere";
}

export function ruleOf(choice: RuleChoice): GuardMode | null {
  return choice === "everywhere" ? null : choice;
}

const BUDGETS = [50_000, 100_000, 150_000, 200_000, 500_000, 1_000_000] as const;

/** What a budget can be set to, in tokens, with the one that is set; null: what the model holds. */
export function budgetsWith(current: number | null): (number | null)[] {
  const all = current === null || (BUDGETS as readonly number[]).includes(current) ? [...BUDGETS] : [...BUDGETS, current];
  return [null, ...all.sort((a, b) => a - b)];
}

const SHARES = [50, 60, 70, 80, 90, 100] as const;

/** Percent of the budget at which it is told, with what is set. @param share 0 to 1 */
export function sharesWith(share: number): number[] {
  const current = percentOf(share);
  return (SHARES as readonly number[]).includes(current) ? [...SHARES] : [...SHARES, current].sort((a, b) => a - b);
}

export function percentOf(share: number): number {
  return Math.round(share * 100);
}
