import { type FormEvent, useId, useState } from "react";
import { dayText } from "../../../schemas/clock.ts";
import type { DataStatus, RetentionRules } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Named } from "../controls.tsx";
import { countText } from "../figures.ts";
import { boundsOf, DEFAULTS, isSame, type Limit, losses, offered, typedLimit } from "./retention-rules.ts";

interface RetentionProps { status: DataStatus; words: Words; locale: Locale; onSave(rules: RetentionRules): Promise<void> }

/** How long and how much is kept. Saved by a button, not by each choice: a shorter time takes things away for good. */
export function Retention({ status, words, locale, onSave }: RetentionProps) {
  const [draft, setDraft] = useState<RetentionRules | null>(null);
  /** Each round begins with what holds, and without half-typed numbers. */
  const [round, setRound] = useState(0);
  const [saving, setSaving] = useState(false);
  /** A field that holds no number yet. */
  const [unfinished, setUnfinished] = useState<Record<Limit, boolean>>({ days: false, megabytes: false });
  const rules = draft ?? status.retention;
  const isChanged = !isSame(rules, status.retention);
  const isReady = isChanged && !saving && !unfinished.days && !unfinished.megabytes;
  const forget = () => {
    setDraft(null);
    setRound((times) => times + 1);
    setUnfinished({ days: false, megabytes: false });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setSaving(true);
    await onSave(rules);
    setSaving(false);
    forget();
  };
  const set = (limit: Limit, value: number | null | undefined) => {
    setUnfinished((known) => ({ ...known, [limit]: value === undefined }));
    if (value !== undefined) setDraft({ ...rules, [limit]: value });
  };
  const lost = isChanged ? lossText(rules, status, words, locale) : null;
  return (
    <form className="card form retention" aria-label={words("data.retention")} onSubmit={(event) => void save(event)}>
      <h3>{words("data.retention")}</h3>
      <LimitChoice key={`days ${round}`} limit="days" value={rules.days} words={words} locale={locale} onChange={(value) => set("days", value)} />
      <LimitChoice key={`megabytes ${round}`} limit="megabytes" value={rules.megabytes} words={words} locale={locale} onChange={(value) => set("megabytes", value)} />
      <div role="alert" className="lost">{lost && <p className="notice warn">{lost}</p>}</div>
      {(isChanged || unfinished.days || unfinished.megabytes || saving) && (
        <div className="actions">
          <button type="submit" className={lost ? "danger" : "primary"} disabled={!isReady}>{words(lost ? "data.save_and_delete" : "data.save")}</button>
          <button type="button" onClick={forget}>{words("data.cancel")}</button>
        </div>
      )}
    </form>
  );
}

function lossText(rules: RetentionRules, status: DataStatus, words: Words, locale: Locale): string | null {
  const { before, beyond } = losses(rules, status, Date.now());
  const parts = [...(before === null ? [] : [words("data.loses_before", { day: dayText(before, locale) })]), ...(beyond ? [words("data.loses_beyond")] : [])];
  return parts.length === 0 ? null : [...parts, words("data.loses_soon")].join(" ");
}

interface LimitProps { limit: Limit; value: number | null; words: Words; locale: Locale; onChange(value: number | null | undefined): void }

const OTHER = "other";
const NONE = "none";

/** The usual values, and a field for any other. */
function LimitChoice({ limit, value, words, locale, onChange }: LimitProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [least, most] = boundsOf(limit);
  const isWrong = typed !== null && typedLimit(limit, typed) === null;
  const choose = (key: string) => {
    setTyped(key === OTHER ? String(value ?? DEFAULTS[limit]) : null);
    if (key !== OTHER) onChange(key === NONE ? null : Number(key));
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(typedLimit(limit, text) ?? undefined);
  };
  return (
    <div className="row">
      <Named id={id} label={words(`data.${limit}`)} hint={words(`data.${limit}_hint`)} />
      <span className="limit">
        <select aria-labelledby={id} aria-describedby={`${id}-hint`} value={typed === null ? (value ?? NONE) : OTHER} onChange={(event) => choose(event.target.value)}>
          {offered(limit, value).map((one) => <option key={one ?? NONE} value={one ?? NONE}>{limitText(limit, one, words, locale)}</option>)}
          <option value={OTHER}>{words("data.other")}</option>
        </select>
        {typed !== null && (
          <input type="text" inputMode="numeric" aria-label={words(`data.${limit}_typed`, { least: countText(least, locale), most: countText(most, locale) })} aria-invalid={isWrong} value={typed} maxLength={9} onChange={(event) => type(event.target.value)} />
        )}
        {isWrong && <span className="quiet wrong" role="alert">{words("data.between", { least: countText(least, locale), most: countText(most, locale) })}</span>}
      </span>
    </div>
  );
}

const YEAR = 365;

function limitText(limit: Limit, value: number | null, words: Words, locale: Locale): string {
  const text = plainLimit(limit, value, words, locale);
  return value === DEFAULTS[limit] ? words("data.default", { value: text }) : text;
}

function plainLimit(limit: Limit, value: number | null, words: Words, locale: Locale): string {
  if (value === null) return words(`data.${limit}_none`);
  if (limit === "megabytes") return `${countText(value, locale)} MB`;
  return value % YEAR === 0 ? words("data.years", { count: value / YEAR }) : words("data.n_days", { count: value, number: countText(value, locale) });
}
