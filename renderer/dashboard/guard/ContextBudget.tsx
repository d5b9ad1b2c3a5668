import type { ContextRules } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Choice } from "../controls.tsx";
import { budgetsWith, percentOf, sharesWith } from "./rules.ts";

/** How much of its context a session may fill before it is told. */
export function ContextBudget({ rules, words, locale, onChange }: { rules: ContextRules; words: Words; locale: Locale; onChange(rules: ContextRules): void }) {
  const tokens = (budget: number | null) => (budget === null ? words("guard.budget_model") : words("guard.budget_tokens", { count: budget.toLocaleString(locale) }));
  return (
    <>
      <Choice label={words("guard.budget")} hint={words("guard.budget_hint")} value={String(rules.token_budget)} options={budgetsWith(rules.token_budget).map((budget) => [String(budget), tokens(budget)] as const)}
        onChange={(chosen) => onChange({ ...rules, token_budget: chosen === "null" ? null : Number(chosen) })} />
      <Choice label={words("guard.warn_at")} value={String(percentOf(rules.warn_at))} options={sharesWith(rules.warn_at).map((share) => [String(share), `${share} %`] as const)} onChange={(chosen) => onChange({ ...rules, warn_at: Number(chosen) / 100 })} />
    </>
  );
}
