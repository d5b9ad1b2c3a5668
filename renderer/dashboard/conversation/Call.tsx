import type { Interaction } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { durationText, exactText } from "../format.ts";
import { DocumentView } from "./DocumentView.tsx";
import { useFold } from "./folds.ts";
import { LongText } from "./LongText.tsx";
import { firstLine, MARKDOWN_STEPS, PLAIN_STEPS } from "./long-text.ts";
import type { Row } from "./rows.ts";
import { type InputPart, inputParts, resultParts } from "./tool-input.ts";

interface CallProps { row: Extract<Row, { kind: "call" }>; words: Words; locale: Locale }

/** A tool call on one line; what went in and what came out when it is unfolded. */
export function Call({ row: { item, outcome }, words, locale }: CallProps) {
  const [isOpen, open] = useFold(`call ${item.seq}`);
  const { duration_ms, trust } = item.metadata;
  return (
    <>
      <button type="button" className="call-line" data-fold aria-expanded={isOpen > 0} title={exactText(item.ts, locale)} onClick={() => open(isOpen > 0 ? 0 : 1)}>
        <span className={`outcome ${outcome}`} role="img" aria-label={words(`conversation.outcome_${outcome}`)} />
        <span className="tool">{toolName(item.skill_name)}</span>
        <span className="target" dir="auto">{firstLine(item.content, 200)}</span>
        {trust === "unverified" && <span className="chip warn">{words("now.unverified")}</span>}
        <span className="quiet took">{outcome === "running" ? words("conversation.outcome_running") : duration_ms === undefined ? "" : durationText(duration_ms, locale)}</span>
      </button>
      {isOpen > 0 && <CallBody item={item} isRunning={outcome === "running"} words={words} locale={locale} />}
    </>
  );
}

/** `mcp__server__tool` is `server · tool`. */
export function toolName(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined ? name : `${server} · ${tool}`;
}

function CallBody({ item, isRunning, words, locale }: { item: Interaction; isRunning: boolean; words: Words; locale: Locale }) {
  const { seq, skill_args, skill_name, metadata: { result } } = item;
  const error = errorText(item.metadata, words);
  const given = result === undefined ? null : resultParts(result, skill_name);
  return (
    <div className="call-body">
      <Parts of={`${seq}`} parts={inputParts(skill_args, skill_name)} words={words} locale={locale} />
      {error !== undefined && error !== "" && <div><p className="quiet part-name">{words("conversation.error")}</p><Block id={`${seq} error`} text={error} form="error" words={words} locale={locale} /></div>}
      {result !== undefined && result !== "" && (
        <div>
          <p className="quiet part-name">{words("conversation.result")}</p>
          {given === null ? <Block id={`${seq} result`} text={result} form="block" words={words} locale={locale} /> : <Parts of={`${seq} result`} parts={given} words={words} locale={locale} />}
        </div>
      )}
      {!error && !result && <p className="quiet part-name">{words(isRunning ? "conversation.no_result_yet" : "conversation.no_result")}</p>}
    </div>
  );
}

/** Of a call that the guard denied in the person's language: the record has it in the agent's. */
export function errorText({ denied, error }: Interaction["metadata"], words: Words): string | undefined {
  return denied === undefined ? error : words(`conversation.denied_${denied}`);
}

/** @param of what they are parts of: their folds are remembered by it */
function Parts({ of, parts, words, locale }: { of: string; parts: readonly InputPart[]; words: Words; locale: Locale }) {
  return parts.map(({ name, text, form }) => (form === "line"
    ? <p key={name} className="input-line"><span className="quiet">{name}</span> <code dir="auto">{text}</code></p>
    : <div key={name}><p className="quiet part-name">{name}</p><Block id={`${of} ${name}`} text={text} form={form} words={words} locale={locale} /></div>));
}

function Block({ id, text, form, words, locale }: { id: string; text: string; form: InputPart["form"] | "error"; words: Words; locale: Locale }) {
  if (form === "document") return <LongText id={id} text={text} steps={MARKDOWN_STEPS} words={words} locale={locale}>{(shown) => <div className="call-document"><DocumentView text={shown} /></div>}</LongText>;
  return (
    <LongText id={id} text={text} steps={PLAIN_STEPS} words={words} locale={locale}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {(shown) => <pre className={`code-block ${form}`} tabIndex={0} dir="auto">{shown}</pre>}
    </LongText>
  );
}
