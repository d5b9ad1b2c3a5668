import i18next, { type TFunction } from "i18next";
import { useEffect, useState } from "react";
import { remembering } from "../../schemas/remembered-words.ts";
import type { AgentView, Bubble, MascotState } from "../../schemas/generated/types.ts";
import en from "../texts/en.json";
import ko from "../texts/ko.json";

export type Words = TFunction;
export type Locale = "en" | "ko";

void i18next.init({ lng: "en", fallbackLng: "en", resources: { en: { translation: en }, ko: { translation: ko } }, interpolation: { escapeValue: false }, showSupportNotice: false });

const wordsByLocale: Readonly<Record<Locale, Words>> = { en: wordsIn("en"), ko: wordsIn("ko") };

function wordsIn(locale: Locale): Words {
  return remembering(i18next.getFixedT(locale)) as Words;
}

/** Words of one language, the same function every time; React escapes what it shows, so i18next must not. */
export function wordsOf(locale: Locale): Words {
  return wordsByLocale[locale];
}

/** The words of the person's language; also tells the page's language to screen readers. */
export function useWords(locale: Locale): Words {
  const [words, setWords] = useState(() => wordsOf(locale));
  useEffect(() => {
    document.documentElement.lang = locale;
    setWords(() => wordsOf(locale));
  }, [locale]);
  return words;
}

/** Longest text of a bubble, in characters (docs/characters.md). */
export const BUBBLE_LENGTH = 28;

/** What an agent's bubble says in one short line, or null when there is nothing to say. @param length in characters */
export function bubbleText(agent: Pick<AgentView, "bubble" | "state" | "failure">, words: Words, length = BUBBLE_LENGTH): string | null {
  const text = agent.bubble ? wordBubble(agent.bubble, agent.state, agent.failure, words) : null;
  return text === null ? null : shorten(text, length);
}

const SHELLS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);
const TOOL_STATES: readonly MascotState[] = ["reading", "editing", "running", "searching", "browsing", "delegating", "planning"];

function wordBubble(bubble: Bubble, state: MascotState, failure: AgentView["failure"], words: Words): string {
  const target = bubble.target ?? bubble.text ?? "";
  // The target of a shell is its command, also when all that the command does is looking for something.
  const doing = SHELLS.has(bubble.tool_name ?? "") ? "running" : state;
  switch (bubble.kind) {
    case "tool":
      if (!TOOL_STATES.includes(state)) return words("bubble.tool", { target: target || bubble.tool_name });
      return target ? words(`bubble.${doing}`, { target }) : words(`bubble.${state}_bare`);
    case "permission":
      return target ? words("bubble.permission", { target }) : words("bubble.permission_bare");
    case "question":
      return target ? words("bubble.question_target", { target }) : words("bubble.question");
    case "failure":
      return words(`failure.${failure ?? "unknown"}`);
    case "watching":
      return words("bubble.watching", { count: bubble.count ?? 1 });
    case "test_failed":
    case "build_failed":
    case "warning":
      return words(target ? `bubble.${bubble.kind}` : `bubble.${bubble.kind}_bare`, { target });
    case "thinking":
    case "plan":
    case "compacting":
    case "untracked":
    case "blocked":
      return words(`bubble.${bubble.kind}`);
    default:
      return unknownBubble(bubble.kind);
  }
}

function unknownBubble(kind: never): string {
  return String(kind);
}

/** Cuts by whole characters as people count them, so that a Korean syllable or an emoji is never halved. */
export function shorten(text: string, length: number): string {
  // No character is shorter than a unit, so a short text needs no counting.
  if (text.length <= length) return text;
  let count = 0;
  let cut = 0;
  for (const { index } of characters.segment(text)) {
    if (count === length - 1) cut = index;
    if (++count > length) return `${text.slice(0, cut).replace(LOOSE_END, "")}…`;
  }
  return text;
}

/** What looks torn before the dots. */
const LOOSE_END = /[\s.,;:…]+$/u;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const NEEDS_PERSON: readonly MascotState[] = ["asking_permission", "asking_question"];

export function needsPerson(state: MascotState): boolean {
  return NEEDS_PERSON.includes(state);
}

/** What a screen reader says of a figure. */
export function figureLabel(agent: AgentView, words: Words): string {
  const bubble = bubbleText(agent, words);
  const state = bubble && agent.state !== "resting" ? `${words(`state.${agent.state}`)}, ${bubble}` : words(`state.${agent.state}`);
  return words(needsPerson(agent.state) ? "mascot.needs_you" : "mascot.label", { name: nameWithHost(agent, words), state });
}

/** An agent of another machine is called with it: two of one name may work on the same project, here and there. */
export function nameWithHost({ display_name: name, host }: Pick<AgentView, "display_name" | "host">, words: Words): string {
  return host ? words("mascot.on_host", { name, host }) : name;
}
