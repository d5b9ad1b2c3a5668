/** Findings in words, and as a text that can be handed to others. Pure. */
import type { DoctorReport, DoctorStep } from "../../schemas/generated/types.ts";
import type { Finding } from "./finding.ts";
import { type DoctorCause, doctorWordsEn, doctorWordsKo } from "./words.ts";

export type DoctorWords = (word: keyof typeof doctorWordsEn, ...values: (string | number)[]) => string;

export function doctorWordsIn(language: "en" | "ko"): DoctorWords {
  const words = language === "ko" ? doctorWordsKo : doctorWordsEn;
  return (word, ...values) => words[word].replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}

export function stepsIn(words: DoctorWords, findings: readonly Finding[]): DoctorStep[] {
  return findings.map(({ step, state, reason, values, fix }, n) => ({
    number: n + 1, step, state, title: words(`title_${step}`), text: words(reason, ...values.map((value) => said(words, value))),
    fix: fix && { text: words(`fix_${fix.word}`, ...fix.values), command: fix.command, action: fix.action },
  }));
}

const said = (words: DoctorWords, value: string | number): string | number => (typeof value === "string" && value.startsWith("@") && Object.hasOwn(doctorWordsEn, value.slice(1)) ? words(value.slice(1) as DoctorCause) : value);

const SIGNS: Record<DoctorStep["state"], string> = { ok: "✓", warn: "!", fail: "✗", skipped: "-" };

/** One line a step, and one for its fix. */
export function reportText(words: DoctorWords, steps: readonly DoctorStep[]): string {
  const lines = steps.flatMap(({ number, state, title, text, fix }) => [
    `${String(number).padStart(2)} ${SIGNS[state]} ${title}: ${text}`,
    ...(fix ? [`     ${words("doctorFix", fix.command === null ? fix.text : `${fix.text}: ${fix.command}`)}`] : []),
  ]);
  return [...lines, "", summary(words, steps)].join("\n");
}

function summary(words: DoctorWords, steps: readonly DoctorStep[]): string {
  const count = (state: DoctorStep["state"]) => steps.filter((step) => step.state === state).length;
  return count("fail") + count("warn") === 0 ? words("doctorAllWell") : words("doctorCounted", count("fail"), count("warn"));
}

/** What a report must not tell. */
export interface Private {
  /** with what stands for them; longer ones first where one is part of another */
  folders: readonly { path: string; as: string }[];
  names: readonly { name: string; as: string }[];
  /** secrets of our own */
  secrets: readonly string[];
}

/** Whatever looks like a key, besides those that are known. */
const KEYS = /\b[0-9a-fA-F]{32,}\b|\b(?:sk|pk|ghp|xox[a-z])[-_][A-Za-z0-9_-]{12,}/g;
/** `user:password@` of an address, as proxies have it. */
const CREDENTIALS = /(:\/\/)[^\s/@]+@/g;

export function redacted(text: string, hidden: Private): string {
  let result = text;
  for (const secret of hidden.secrets) if (secret !== "") result = result.replaceAll(secret, "<secret>");
  result = result.replace(KEYS, "<secret>").replace(CREDENTIALS, "$1<secret>@");
  for (const { path, as } of [...hidden.folders].sort((a, b) => b.path.length - a.path.length)) if (path.length > 1) result = result.replaceAll(path, as);
  // Longer names first, too: one may hold another.
  for (const { name, as } of [...hidden.names].sort((a, b) => b.name.length - a.name.length)) if (name !== "") result = result.replace(wholeWord(name), as);
  return result;
}

/** Not within a longer word: a person may be called as a part of one of ours. */
function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "gu");
}

export interface ReportOptions {
  words: DoctorWords;
  findings: readonly Finding[];
  hidden: Private;
  at: string;
  version: string;
  /** system and runtime, for whoever reads the report */
  system: string;
}

export function makeReport({ words, findings, hidden, at, version, system }: ReportOptions): DoctorReport {
  const steps = stepsIn(words, findings);
  const report = redacted(`Agent Mascot ${version} · ${system} · ${at}\n\n${reportText(words, steps)}\n`, hidden);
  return { at, version, steps, report };
}
