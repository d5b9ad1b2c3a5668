/**
 * Masking: what it finds and what it spares in the labelled set (bench/masking-set), and how fast it reads. Texts are sources, recorded transcripts and recorded turns; the long line
 * is a program's text without a line break. Figures of speed are CPU time of one core, so that other processes of the machine do not count.
 *   npm run bench -- --only=masking
 */
import fs from "node:fs";
import path from "node:path";
import { maskDeep, maskText } from "../app/domain/masking.ts";
import { score } from "./support/masking-set.ts";
import { bench, type Report } from "./support/report.ts";

const ROUNDS = 7;
const MB = 1_000_000;
const LONG_LINE = 5 * MB;
/** Seen by nobody but the finders: each asks one of them as often as can be. */
const HOSTILE = ["authorization: ", "password=$", "postgres://a:b#", "-p ", "Cookie: a b ", "://a:", "-----BEGIN PRIVATE KEY-----\n", "name: value: ", "비밀번호는 ", "<private>"];

function filesOf(folder: string, ending: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("masking"))
    .sort()
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
}

/** Parsed anew, so that nothing of an earlier round is known of it. */
const fresh = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Milliseconds of processor time of the best round: what is added to it is the machine's. */
function milliseconds<T>(value: T, work: (value: T) => unknown): number {
  return Math.min(
    ...Array.from({ length: ROUNDS }, () => {
      const input = fresh(value);
      const before = process.cpuUsage();
      work(input);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}

const bytes = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const percent = (part: number) => Math.floor(part * 10_000) / 100;

async function measure(): Promise<Report> {
  const { recall, precision, positives, negatives, families, missed, wronged } = score(maskText);
  const sources = filesOf("app", ".ts");
  const turns = filesOf("e2e/fixtures/turns", ".jsonl").flatMap((file) => file.split("\n").filter(Boolean));
  const ordinary = [...sources, ...turns];
  const ordinaryMs = milliseconds(ordinary, (texts) => texts.forEach(maskText));
  const payloads = turns.map((line) => JSON.parse(line) as unknown);
  const payloadMs = milliseconds(payloads, (values) => values.forEach(maskDeep));
  const line = sources.join(" ").replaceAll("\n", " ");
  const long = line.repeat(Math.ceil(LONG_LINE / line.length)).slice(0, LONG_LINE);
  const longMs = milliseconds(long, maskText);
  const hostile = Object.fromEntries(HOSTILE.map((part) => [part, Math.round(milliseconds(part.repeat(Math.ceil((256 * 1024) / part.length)), maskText))]));
  const row = (id: string, what: string, figure: number, unit: string, samples: number) => ({ id: `masking.${id}`, what: `masking: ${what}`, figure, unit, samples });
  return {
    measurements: [
      row("recall", `secrets found, of ${positives} in ${families} families`, percent(recall), "%", positives),
      row("precision", `masked texts that had a secret, with ${negatives} texts that have none`, percent(precision), "%", positives + negatives),
      row("speed", "ordinary text (sources, recorded turns)", Math.round(bytes(ordinary) / MB / (ordinaryMs / 1_000)), "MB/s", ROUNDS),
      row("payloads", "recorded turns as values", Math.round(bytes(turns) / MB / (payloadMs / 1_000)), "MB/s", ROUNDS),
      row("long_line", "5 MB in one line", Math.round(longMs), "ms", ROUNDS),
      row("hostile", "the worst of the hostile texts, 256 KB", Math.max(...Object.values(hostile)), "ms", HOSTILE.length),
    ],
    details: { missed: missed.map(({ family }) => family), wronged: wronged.map(({ family }) => family), hostile, megabytes: Number((bytes(ordinary) / MB).toFixed(1)) },
  };
}

bench(measure);
