import { memo, type ReactNode } from "react";
import type { Interaction } from "../../../schemas/generated/types.ts";
import { clockText } from "../../../schemas/clock.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { durationText, exactText, relativeDay } from "../format.ts";
import { Call, toolName } from "./Call.tsx";
import { DocumentView } from "./DocumentView.tsx";
import { useFold } from "./folds.ts";
import { useHelper } from "./helpers.ts";
import { LongText } from "./LongText.tsx";
import { firstLine, MARKDOWN_STEPS, PLAIN_STEPS } from "./long-text.ts";
import type { Row } from "./rows.ts";

export interface RowProps {
  row: Row;
  words: Words;
  locale: Locale;
  tabIndex: 0 | -1;
  /** From 1; null when it is not known. */
  position: number | null;
  total: number;
  /** What a search led to. */
  isFound: boolean;
}

/** One thing that was said or done. */
export const RowView = memo(function RowView({ row, words, locale, tabIndex, position, total, isFound }: RowProps) {
  const { item, helper } = row;
  const today = useToday();
  return (
    <>
      {row.startsDay && <p className="day quiet"><span>{relativeDay(item.ts, today, locale)}</span></p>}
      {helper !== null && row.isNewVoice && <Helper agentId={helper} words={words} />}
      <article className={`said ${row.kind}${helper === null ? "" : " of-helper"}${isFound ? " found" : ""}`} data-row data-seq={item.seq} tabIndex={tabIndex}
        aria-label={labelOf(row, words, locale)} aria-posinset={position ?? undefined} aria-setsize={position === null ? -1 : total}>
        <Said row={row} words={words} locale={locale} />
      </article>
    </>
  );
});

interface SaidProps<R extends Row = Row> { row: R; words: Words; locale: Locale }

function Said(props: SaidProps): ReactNode {
  const { row, ...rest } = props;
  switch (row.kind) {
    case "prompt": return <Prompt row={row} {...rest} />;
    case "note": return <Note row={row} {...rest} />;
    case "reply": return <Reply row={row} {...rest} />;
    case "call": return <Call row={row} {...rest} />;
  }
}

function Prompt({ row: { item }, words, locale }: SaidProps) {
  return (
    <>
      <Head item={item} name={words("conversation.you")} words={words} locale={locale} />
      <Plain id={String(item.seq)} text={item.content} words={words} locale={locale} />
    </>
  );
}

/** The client's own words to the agent: there, and out of the way. */
function Note({ row: { item }, words, locale }: SaidProps) {
  const [isOpen, open] = useFold(`note ${item.seq}`);
  return (
    <>
      <button type="button" className="fold quiet" data-fold aria-expanded={isOpen > 0} onClick={() => open(isOpen > 0 ? 0 : 1)}>
        <span className="fold-mark" aria-hidden /><span>{words("conversation.injected")}</span><span className="fold-line" dir="auto">{firstLine(item.content, 120)}</span>
      </button>
      {isOpen > 0 && <Plain id={String(item.seq)} text={item.content} words={words} locale={locale} />}
    </>
  );
}

function Reply({ row: { item, thinking, tookMs, helper }, words, locale }: SaidProps<Extract<Row, { kind: "reply" }>>) {
  return (
    <>
      <Head item={item} name={words(helper === null ? "conversation.agent" : "conversation.helper")} words={words} locale={locale}>
        {item.metadata.model && <span className="quiet">{item.metadata.model}</span>}
        {tookMs !== null && <span className="quiet" title={words("conversation.took")}>{durationText(tookMs, locale)}</span>}
      </Head>
      {thinking !== "" && <Thinking seq={item.seq} text={thinking} words={words} locale={locale} />}
      {item.content !== "" && (
        <LongText id={String(item.seq)} text={item.content} steps={MARKDOWN_STEPS} words={words} locale={locale}>{(shown) => <DocumentView text={shown} />}</LongText>
      )}
    </>
  );
}

function Thinking({ seq, text, words, locale }: { seq: number; text: string; words: Words; locale: Locale }) {
  const [isOpen, open] = useFold(`thinking ${seq}`);
  return (
    <div className="thinking">
      <button type="button" className="fold quiet" data-fold aria-expanded={isOpen > 0} onClick={() => open(isOpen > 0 ? 0 : 1)}>
        <span className="fold-mark" aria-hidden /><span>{words("conversation.thinking")}</span>{isOpen === 0 && <span className="fold-line" dir="auto">{firstLine(text, 120)}</span>}
      </button>
      {isOpen > 0 && <Plain id={`thinking ${seq}`} text={text} words={words} locale={locale} />}
    </div>
  );
}

/** Word for word. */
function Plain({ id, text, words, locale }: { id: string; text: string; words: Words; locale: Locale }) {
  return <LongText id={id} text={text} steps={PLAIN_STEPS} words={words} locale={locale}>{(shown) => <p className="plain-text" dir="auto">{shown}</p>}</LongText>;
}

function Head({ item, name, words, locale, children }: { item: Interaction; name: string; words: Words; locale: Locale; children?: ReactNode }) {
  return (
    <div className="said-head">
      <strong>{name}</strong>
      {children}
      {item.metadata.trust === "unverified" && <span className="chip warn">{words("now.unverified")}</span>}
      <time className="quiet" dateTime={new Date(item.ts).toISOString()} title={exactText(item.ts, locale)}>{clockText(item.ts, locale)}</time>
    </div>
  );
}

/** Whose words follow. */
function Helper({ agentId, words }: { agentId: string; words: Words }) {
  const look = useHelper(agentId);
  return (
    <p className="helper quiet">
      {look?.appearance && <MascotFace appearance={look.appearance} size={18} />}
      <span>{words("now.subagent")}</span>{look && <span dir="auto">{look.name ?? shortId(agentId)}</span>}
    </p>
  );
}

function shortId(agentId: string): string {
  return agentId.split(/[:/]/).at(-1)?.slice(0, 12) ?? agentId;
}

function labelOf(row: Row, words: Words, locale: Locale): string {
  const time = clockText(row.item.ts, locale);
  switch (row.kind) {
    case "prompt": return words("conversation.label", { who: words("conversation.you"), time });
    case "note": return words("conversation.label", { who: words("conversation.injected"), time });
    case "reply": return words("conversation.label", { who: words(row.helper === null ? "conversation.agent" : "conversation.helper"), time });
    case "call": return words("conversation.label_call", { call: [toolName(row.item.skill_name), firstLine(row.item.content, 80)].join(" ").trim(), outcome: words(`conversation.outcome_${row.outcome}`), time });
  }
}
