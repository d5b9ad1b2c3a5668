/** Reads bench/masking-set (its README tells the marks) and says how masking does on it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Positive {
  family: string;
  text: string;
  /** What must not be left of it, in the order in which it stands. */
  secrets: string[];
}

export interface Negative {
  kind: string;
  text: string;
}

export interface Missed {
  family: string;
  text: string;
  masked: string;
}

export interface Score {
  positives: number;
  families: number;
  negatives: number;
  /** Positives of which something is left. */
  missed: Missed[];
  /** Negatives that did not come back as they were. */
  wronged: Missed[];
  recall: number;
  precision: number;
}

const OPEN = "⟦";
const CLOSE = "⟧";
const LINE_BREAK = "⏎";
/** As many characters of a secret in a row are something of it; its last four may stay. */
const WINDOW = 6;
const SHOWN_AT_END = 4;

const ALPHABETS: Record<string, string> = {
  mixed: "FAKE0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sTuVwXyZ",
  base64: "FAKE0aB1/cD2eF3gH+4iJ5kL6mN7oP8qR9sTuVwXyZ",
  hex: "fa4e0b1c2d3e4f5a6b7c8d9e0fa1b2c3",
  upper: "FAKE2B3C4D5E6F7GHIJKLMNOPQRSTUVWXYZ",
  base32: "FAKE2B3C4D5E6F7GHIJKLMNOPQRSTUVWXYZ",
  lower: "fake0b1c2d3e4f5g6h7i8j9klmnopqrstuvwxyz",
  digits: "9081726354",
};

function fake(kind: string, length: number, turn: number): string {
  const alphabet = ALPHABETS[kind] as string;
  // Begins as the alphabet does, so that everybody sees what it is; goes on from somewhere else each time.
  const head = alphabet.slice(0, 4);
  let body = "";
  for (let i = 0; body.length < length; i++) body += alphabet[(i * 7 + turn * 11 + Math.floor(i / 5)) % alphabet.length];
  return (head + body).slice(0, length);
}

const fakeUuid = (turn: number) => [8, 4, 4, 4, 12].map((length, i) => fake("hex", length, turn + i)).join("-");

/** The text that a line stands for: fakes in place of `{mixed:36}`, real line breaks, key blocks. */
function expand(line: string, number: number): string {
  let turn = number;
  return line
    .replace(/\{(mixed|base64|base32|hex|upper|lower|digits):(\d+)\}/g, (_, kind: string, length: string) => fake(kind, Number(length), turn++))
    .replace(/\{uuid\}/g, () => fakeUuid(turn++))
    .replace(/\{(begin|end):([A-Z ]+)\}/g, (_, edge: string, label: string) => `-----${edge.toUpperCase()} ${label}-----`)
    .replaceAll(LINE_BREAK, "\n");
}

function lines(name: string): { label: string; text: string }[] {
  const file = readFileSync(join(process.cwd(), "bench/masking-set", name), "utf8");
  return file.split("\n").flatMap((line, number) => {
    if (line === "" || line.startsWith("#")) return [];
    const tab = line.indexOf("\t");
    return [{ label: line.slice(0, tab), text: expand(line.slice(tab + 1), number) }];
  });
}

/** Run from the project's folder. */
export function positives(): Positive[] {
  return lines("positives.txt").map(({ label, text }) => {
    const parts = text.split(OPEN).slice(1);
    return { family: label, text: text.replaceAll(OPEN, "").replaceAll(CLOSE, ""), secrets: parts.map((part) => part.slice(0, part.indexOf(CLOSE))) };
  });
}

export function negatives(): Negative[] {
  return lines("negatives.txt").map(({ label, text }) => ({ kind: label, text }));
}

/** True when six characters in a row of the secret are still there, or all of a shorter one where it stood. */
export function leftOver({ text, secrets }: Positive, masked: string): boolean {
  return secrets.some((secret) => {
    if (secret.length < WINDOW) {
      const before = text.slice(Math.max(0, text.indexOf(secret) - 8), text.indexOf(secret));
      return masked.includes(before + secret) || masked === text;
    }
    for (let i = 0; i + WINDOW <= Math.max(WINDOW, secret.length - SHOWN_AT_END + WINDOW - 1) && i + WINDOW <= secret.length; i++) {
      const window = secret.slice(i, i + WINDOW);
      if (masked.includes(window) && countOf(text, window) === countOf(secrets.join("\0"), window)) return true;
    }
    return false;
  });
}

/** A label inside a marked part may stand elsewhere in the text too; what is left of it then proves nothing. */
const countOf = (text: string, part: string) => text.split(part).length;

export function score(mask: (text: string) => string): Score {
  const all = positives();
  const clean = negatives();
  const missed = all.map((positive) => ({ positive, masked: mask(positive.text) })).filter(({ positive, masked }) => leftOver(positive, masked));
  const wronged = clean.map(({ kind, text }) => ({ family: kind, text, masked: mask(text) })).filter(({ text, masked }) => text !== masked);
  const found = all.length - missed.length;
  return {
    positives: all.length,
    families: new Set(all.map(({ family }) => family)).size,
    negatives: clean.length,
    missed: missed.map(({ positive, masked }) => ({ family: positive.family, text: positive.text, masked })),
    wronged,
    recall: found / all.length,
    precision: found / (found + wronged.length),
  };
}
