import type { ReactNode } from "react";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { countText } from "../figures.ts";
import { durationText, exactText } from "../format.ts";
import { byFrequency, relativeTo, summaryLine } from "./session-facts.ts";

const SHOWN_FILES = 30;
const SHOWN_LINES = 12;

interface DetailsProps { id: string; session: SessionRow; words: Words; locale: Locale }

/** What is known of a session as a whole: when, where, with what, and what its summary says. */
export function SessionDetails({ id, session, words, locale }: DetailsProps) {
  const { cwd, started_at, ended_at, last_at, end_reason, source, model, fingerprint, stats, summary } = session;
  const number = (value: number) => countText(value, locale);
  const end = ended_at ?? last_at;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section id={id} className="session-details" tabIndex={0} aria-label={words("conversation.details")}>
      <dl>
        <Fact name={words("conversation.folder")}><code>{cwd}</code></Fact>
        <Fact name={words("conversation.started")}>{exactText(started_at, locale)}{source && <span className="quiet"> · {named(words, "source", source)}</span>}</Fact>
        <Fact name={words(ended_at === null ? "conversation.last_sign" : "conversation.ended")}>
          {exactText(end, locale)}<span className="quiet"> · {durationText(end - started_at, locale)}</span>{end_reason && <span className="quiet"> · {named(words, "reason", end_reason)}</span>}
        </Fact>
        {fingerprint && <Fact name={words("conversation.terminal")}>{terminalText(session, words)}<span className="quiet"> · <code>{fingerprint}</code></span></Fact>}
        {model && <Fact name={words("now.model")}>{model}</Fact>}
        {stats.tool_calls > 0 && <Fact name={words("conversation.tools")}>{byFrequency(stats.tools).map(([tool, count]) => `${tool} ${number(count)}`).join(" · ")}</Fact>}
        {stats.files.length > 0 && (
          <Fact name={words("conversation.files")}>
            <ul>{stats.files.slice(0, SHOWN_FILES).map((file) => <li key={file}><code>{relativeTo(session.project, file)}</code></li>)}</ul>
            {stats.files.length > SHOWN_FILES && <span className="quiet">{words("conversation.more_files", { count: stats.files.length - SHOWN_FILES })}</span>}
          </Fact>
        )}
        {stats.input_tokens + stats.output_tokens > 0 && <Fact name={words("conversation.tokens_name")}>{words("conversation.tokens", { input: stats.input_tokens, output: stats.output_tokens, cached: stats.cache_read_tokens })}</Fact>}
        {(["asked", "done", "failures", "open"] as const).map((part) => {
          // Files have a place of their own.
          const lines = [...new Set(summary?.[part])].map(summaryLine).filter(({ kind }) => kind !== "edited");
          return lines.length > 0 && <Fact key={part} name={words(`conversation.summary_${part}`)}><ul>{lines.slice(0, SHOWN_LINES).map((line) => <Line key={`${line.kind} ${line.text}`} {...line} words={words} />)}</ul></Fact>;
        })}
      </dl>
    </section>
  );
}

function Line({ kind, text, words }: { kind: string | null; text: string; words: Words }) {
  return <li dir="auto">{kind !== null && <span className="quiet">{words(`conversation.line_${kind}`)} </span>}{text}</li>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return <><dt>{name}</dt><dd>{children}</dd></>;
}

function terminalText({ tty, parent_pid }: SessionRow, words: Words): string {
  const name = tty ?? words("conversation.no_terminal");
  return parent_pid === null ? name : `${name} · ${words("conversation.terminal_shell", { pid: String(parent_pid) })}`;
}

/** What clients may add to it tomorrow is shown as they call it. */
function named(words: Words, kind: string, value: string): string {
  return words(`conversation.${kind}_${value}`, { defaultValue: value });
}
