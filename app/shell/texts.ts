/** The main process's words, English and Korean. Keys are flat, so that the type of a key is the file's own list of them. */
import i18next, { type i18n } from "i18next";
import { remembering } from "../../schemas/remembered-words.ts";
import type { Notice, Settings } from "../../schemas/generated/types.ts";
import en from "./texts/en.json";
import ko from "./texts/ko.json";

export type Locale = "en" | "ko";

type FileKey = keyof typeof en;
/** Counted texts are asked for without their plural ending. */
export type TextKey = FileKey extends infer K ? (K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K) : never;
export type Texts = (key: TextKey, values?: Record<string, string | number>) => string;

/** What app/hooks says about a failure. */
export interface HooksProblem {
  reason: string;
  path?: string;
  detail?: string;
  line?: number;
  column?: number;
}

const FILES: Record<Locale, Record<string, string>> = { en, ko };
const KNOWN = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, "")));

let library: i18n | null = null;
const textsByLocale = new Map<Locale, Texts>();

export function textsFor(locale: Locale): Texts {
  const known = textsByLocale.get(locale);
  if (known) return known;
  library ??= startLibrary();
  const texts = remembering(library.getFixedT(locale));
  textsByLocale.set(locale, texts);
  return texts;
}

function startLibrary(): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    resources: { en: { translation: FILES.en }, ko: { translation: FILES.ko } },
    fallbackLng: "en", keySeparator: false, nsSeparator: false, initAsync: false, showSupportNotice: false,
    // Menus and dialogs are no HTML.
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** @param system the system's locale, e.g. `ko-KR` */
export function localeOf(setting: Settings["locale"], system: string): Locale {
  if (setting !== "system") return setting;
  return /^ko\b/i.test(system) ? "ko" : "en";
}

/** The language of a terminal, known before Electron is ready: LC_ALL before LC_MESSAGES before LANG, as everywhere. */
export function systemLocale(env: Readonly<Record<string, string | undefined>>): string {
  return (env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "").replace("_", "-");
}

/** Why the hooks could not be changed. A reason without words of its own is named. */
export function hooksProblemText(problem: HooksProblem, texts: Texts): string {
  const key = `hooks.problem.${problem.reason}`;
  const values = { reason: problem.reason, path: problem.path ?? "", detail: problem.detail ?? "", line: problem.line ?? "?", column: problem.column ?? "?" };
  return texts(KNOWN.has(key) ? (key as TextKey) : "hooks.problem.unknown", values).trim();
}

/** Windows have no words of their own for notices: they get them with the text. */
export function worded(notices: readonly Notice[], texts: Texts): Notice[] {
  return notices.map((notice) => ({ ...notice, text: noticeText(notice, texts) }));
}

/** A notice in the person's language; one that has no text yet still says its name rather than nothing. */
export function noticeText(notice: Notice, texts: Texts): string {
  // Several of a kind tell themselves apart behind a colon: `project_rules:/home/me/shop`.
  const [kind] = notice.id.split(":");
  const keys = [`notice.${kind}.${notice.values?.reason}`, `notice.${kind}`];
  const key = keys.find((one) => KNOWN.has(one));
  return key ? texts(key as TextKey, notice.values) : texts("notice.unknown", { id: notice.id });
}
