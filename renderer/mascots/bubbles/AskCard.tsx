import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Ask, AskAnswer, AskAnswered } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { MascotFace } from "../characters/MascotFace.tsx";
import { AskContents } from "./AskContents.tsx";
import { allowAnswer, denyAnswer, type DraftReply, EMPTY_REPLY, repliesOf } from "./draft.ts";
import { useDraft } from "./kept-drafts.ts";
import { Questions } from "./Questions.tsx";
import { Suggestions } from "./Suggestions.tsx";

interface AskCardProps {
  ask: Ask;
  bridge: Pick<MascotBridge, "answerAsk" | "askSeen">;
  words: Words;
  /** It is where the person can see it. */
  inSight: boolean;
  /** What stands before it: when that changes it comes up elsewhere, where a finger may be. */
  behind?: string;
  /** The keyboard comes to it, to the safe button. */
  takesFocus?: boolean;
  /** Behind the name: how many others wait. */
  more?: ReactNode;
}

/** A button that comes up under a finger must not count; main keeps to the same. */
const ARMED_AFTER_MS = 550;

/** One request: who asks, what, where, and the answers. Nothing is chosen beforehand, and nothing happens by looking away. */
export function AskCard({ ask, bridge, words, inSight, behind = "", takesFocus = false, more }: AskCardProps) {
  const title = useId();
  const { armed, press } = useArmed(ask.id, bridge, inSight, behind);
  const { problem, send } = useSend(bridge);
  const { kind } = ask.content;
  const toTerminal = () => send({ id: ask.id, how: "terminal" });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isHeldDown(event)) return event.preventDefault();
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press(toTerminal)();
  };
  const rest = { ask, words, armed, press, takesFocus, send, toTerminal };
  return (
    <article className="ask" data-kind={kind} aria-labelledby={title} data-ask={ask.id} data-armed={armed || undefined} onKeyDown={onKeyDown}>
      <header className="ask-head">
        {ask.appearance && <MascotFace appearance={ask.appearance} size={36} />}
        <div className="ask-who">
          <h3 id={title} dir="auto">{words(`ask.title_${titleOf(ask)}`, { name: ask.name })}</h3>
          <p className="ask-where" title={ask.cwd} dir="auto">{words("ask.where", { place: lastParts(ask.cwd || ask.project) })}</p>
        </div>
        {more}
      </header>
      {kind === "question" ? <QuestionPart {...rest} /> : <DecisionPart {...rest} />}
      {problem && <p className="ask-problem" role="alert">{words(`ask.problem_${problem}`)}</p>}
    </article>
  );
}

/** A key that answered one request and is still down answers no other. */
function isHeldDown({ key, repeat, target }: KeyboardEvent): boolean {
  return repeat && (key === "Escape" || (key === "Enter" && target instanceof HTMLButtonElement));
}

interface PartProps { ask: Ask; words: Words; armed: boolean; press(act: () => void): () => void; takesFocus: boolean; send(answer: AskAnswer): void; toTerminal(): void }

function QuestionPart({ ask, words, armed, press, takesFocus, send, toTerminal }: PartProps) {
  const { questions } = ask.content;
  const [drafts, setDrafts] = useDraft<readonly DraftReply[]>(ask.id, "replies", questions.map(() => EMPTY_REPLY));
  const replies = repliesOf(drafts);
  const first = useFirstFocus(takesFocus, ask.id);
  return (
    <>
      <div className="ask-body"><Questions questions={questions} drafts={drafts} words={words} onChange={setDrafts} /></div>
      <div className="ask-actions">
        <button ref={first} type="button" className="ask-button" aria-disabled={!armed} onClick={press(toTerminal)}>{words("ask.terminal")}</button>
        <button type="button" className="ask-button yes" aria-disabled={!armed || replies === null} onClick={press(() => replies && send({ id: ask.id, how: "reply", replies }))}>{words("ask.send")}</button>
      </div>
    </>
  );
}

function DecisionPart({ ask, words, armed, press, takesFocus, send, toTerminal }: PartProps) {
  const { content } = ask;
  const [always, setAlways] = useDraft<readonly number[]>(ask.id, "always", []);
  const [reason, setReason] = useDraft<string | null>(ask.id, "reason", null);
  const first = useFirstFocus(takesFocus, ask.id);
  const isPlan = content.kind === "plan";
  const deny = press(() => send(denyAnswer(ask.id, reason ?? "")));
  return (
    <>
      <div className="ask-body">
        <AskContents content={content} words={words} />
        {content.suggestions.length > 0 && <Suggestions suggestions={content.suggestions} chosen={always} words={words} onChange={setAlways} />}
        {reason !== null && <Reason value={reason} words={words} isPlan={isPlan} onChange={setReason} onSend={deny} />}
      </div>
      <div className="ask-actions">
        <button ref={first} type="button" className="ask-button" aria-disabled={!armed} onClick={deny}>{words(isPlan ? "ask.refuse_plan" : "ask.deny")}</button>
        <button type="button" className="ask-button yes" aria-disabled={!armed} onClick={press(() => send(allowAnswer(ask.id, always)))}>{words(isPlan ? "ask.approve_plan" : always.length > 0 ? "ask.allow_always" : "ask.allow")}</button>
      </div>
      <div className="ask-more">
        {reason === null && <button type="button" className="ask-link" onClick={() => setReason("")}>{words(isPlan ? "ask.say_change" : "ask.say_why")}</button>}
        <button type="button" className="ask-link" aria-disabled={!armed} onClick={press(toTerminal)}>{words("ask.terminal")}</button>
      </div>
    </>
  );
}

function Reason({ value, words, isPlan, onChange, onSend }: { value: string; words: Words; isPlan: boolean; onChange(value: string): void; onSend(): void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that was kept takes no keyboard; only whoever has just opened it goes on there
  useEffect(() => {
    if (value === "") field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="ask-reason">
      <label htmlFor={id}>{words(isPlan ? "ask.reason_plan" : "ask.reason")}</label>
      <textarea
        id={id} ref={field} rows={2} maxLength={4000} value={value} dir="auto" onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) onSend();
        }}
      />
    </div>
  );
}

/**
 * Its buttons count half a second after they came in sight in their place; main is told from when. One that is pressed before that waits anew: the second half of a double-click, and who hammers
 * on a key, did not read what stands there.
 */
function useArmed(id: string, bridge: Pick<MascotBridge, "askSeen">, inSight: boolean, behind: string): { armed: boolean; press(act: () => void): () => void } {
  const [pressed, setPressed] = useState(0);
  const place = `${id} ${pressed} ${behind}`;
  const [armedAt, setArmedAt] = useState<string | null>(null);
  useEffect(() => {
    if (!inSight) return;
    bridge.askSeen({ ids: [id], as: "card" });
    const timer = setTimeout(setArmedAt, ARMED_AFTER_MS, place);
    return () => clearTimeout(timer);
  }, [id, place, bridge, inSight]);
  const armed = armedAt === place && inSight;
  return { armed, press: (act) => () => (armed ? act() : setPressed((times) => times + 1)) };
}

function useSend(bridge: Pick<MascotBridge, "answerAsk">): { problem: AskAnswered["problem"] | "failed" | null; send(answer: AskAnswer): void } {
  const [problem, setProblem] = useState<AskAnswered["problem"] | "failed" | null>(null);
  const send = (answer: AskAnswer) => {
    setProblem(null);
    bridge.answerAsk(answer).then((answered) => setProblem(answered.ok ? null : (answered.problem ?? "failed")), () => setProblem("failed"));
  };
  return { problem, send };
}

/** Where the keyboard begins: at the answer that changes nothing. */
function useFirstFocus(wanted: boolean, id: string) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another begin
  useEffect(() => {
    // Who clicked into a field stays there.
    if (wanted && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [wanted, id]);
  return button;
}

const TITLES: ReadonlySet<string> = new Set(["reading", "editing", "running", "searching", "browsing", "delegating"]);

function titleOf({ content: { kind, tool_kind } }: Ask): string {
  if (kind !== "permission") return kind;
  return TITLES.has(tool_kind) ? tool_kind : "other";
}

const PARTS_SHOWN = 3;

/** The end of a path, which tells folders apart. */
function lastParts(folder: string): string {
  const parts = folder.split(/[\\/]/).filter((part) => part !== "");
  return parts.length > PARTS_SHOWN ? `…/${parts.slice(-PARTS_SHOWN).join("/")}` : folder;
}

export function folderName(folder: string): string {
  return folder.split(/[\\/]/).filter((part) => part !== "").at(-1) ?? folder;
}
