/**
 * Searches over a million interactions, through the store as windows and the command line ask it: frequent and rare words, two Korean characters, identifiers, beginnings,
 * with and without filters. The file is in the system's cache.
 *   npm run bench -- --only=search
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../app/store/index.ts";
import type { SearchQuery } from "../schemas/generated/types.ts";
import { type LongConversation, makeLongConversation } from "./support/long-conversation.ts";
import { bench, progress, type Report, rounded } from "./support/report.ts";
import { median, quantile } from "./support/statistics.ts";

const INTERACTIONS = Number(process.env.SEARCH_BENCH_INTERACTIONS ?? 1_000_000);
const ROUNDS = Number(process.env.SEARCH_BENCH_ROUNDS ?? 20);

const WORDS = ["the", "return", "session", "const", "store", "수", "세션", "버그", "이벤", "앱", "main.ts", "20.04", "don't", "c++", "->", "conf", "mas", "event-store", "window", "zygote", "nothing like this", '"is not"'];

/** Each kind asks for something else every round. */
function queriesOf({ lastAt, projects, tools }: LongConversation, round: number): SearchQuery[] {
  const word = (n: number) => WORDS[(round * 7 + n) % WORDS.length] as string;
  const n = (round * 104_729) % INTERACTIONS;
  const day = 86_400_000;
  const early = lastAt - INTERACTIONS * 20_000;
  return [
    ...WORDS.map((text) => ({ text })),
    { text: `POL-${n}` }, { text: `pol-${n} the` },
    { text: word(0), project: projects[round % projects.length] as string }, { text: word(1), role: "user" as const }, { text: word(2), tool: tools[round % tools.length] as string },
    { text: word(3), from: lastAt - 7 * day }, { text: word(4), to: early + 7 * day }, { text: word(5), from: early + 40 * day, to: early + 90 * day }, { text: word(6), session_id: `session-${n % 2000}` },
    { text: `${word(7)} ${word(8)}`, limit: 200 },
  ];
}

async function measure(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "search-bench-"));
  try {
    progress(`writes ${INTERACTIONS} interactions`);
    const made = await makeLongConversation(join(folder, "events.db"), INTERACTIONS);
    const bytes = statSync(made.file).size;
    const { store, conversation } = await openStore({ file: made.file, clock: { now: () => Date.now() }, avatarSeed: () => 1 });
    const times: { text: string; ms: number; hits: number }[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      for (const query of queriesOf(made, Math.max(round, 0))) {
        const from = performance.now();
        const { items } = await conversation.search(query);
        if (round >= 0) times.push({ text: JSON.stringify(query), ms: performance.now() - from, hits: items.length });
      }
    }
    await store.close();
    const all = times.map((one) => one.ms);
    const slowest = [...times].sort((a, b) => b.ms - a.ms).slice(0, 12).map((one) => ({ ...one, ms: rounded(one.ms) }));
    return {
      measurements: [
        { id: "search.p95", what: `a search over ${INTERACTIONS} interactions, p95`, figure: rounded(quantile(all, 0.95)), unit: "ms", samples: all.length },
        { id: "search.median", what: "the same, median", figure: rounded(median(all)), unit: "ms", samples: all.length },
      ],
      details: { interactions: INTERACTIONS, file_mb: Math.round(bytes / 2 ** 20), found_something: times.filter((one) => one.hits > 0).length, slowest },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

bench(measure);
