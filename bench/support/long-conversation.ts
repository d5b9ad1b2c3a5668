/** A store with very many interactions, written past the projector: its words are put together from pieces that were cut once, since cutting a million texts takes minutes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sqlite3 from "sqlite3";
import { openStore } from "../../app/store/index.ts";
import { projectTag, roleTag, sessionTag, skillTag, timeTags } from "../../app/store/search/document.ts";
import { TOKENS_VERSION, tokensOf, wellFormed } from "../../app/store/search/tokens.ts";
import { progress } from "./report.ts";

export interface LongConversation {
  file: string;
  /** Of the last interaction. */
  lastAt: number;
  projects: string[];
  tools: string[];
}

const FIRST_AT = Date.UTC(2026, 0, 1);
const STEP_MS = 20_000;
const PER_SESSION = 500;
const PROJECTS = Array.from({ length: 20 }, (_, n) => `/home/somebody/work/project-${n}`);
const TOOLS = ["Bash", "Read", "Edit", "Grep", "Write", "WebFetch"];
const CHUNK = 20_000;
const ROWS = 50;

/** Lines of the project's own texts and sources, English and Korean: ordinary words, names, paths. */
function pieces(): { text: string; tokens: string }[] {
  const texts = ["README.md", "README.ko.md", ...filesIn("docs", ".md"), ...filesIn("app", ".ts"), ...filesIn("app/shell/texts", ".json")].map((file) => readFileSync(file, "utf8"));
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.trim()).filter((line) => line.length > 20 && line.length < 400);
  return [...new Set(lines)].map((text) => ({ text, tokens: tokensOf(wellFormed(text)).join(" ") }));
}

const filesIn = (folder: string, ending: string) => (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(ending)).map((name) => join(folder, name));

/** The same every time. */
function dice(): (sides: number) => number {
  let state = 42;
  return (sides) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** @param perSession interactions of a session */
export async function makeLongConversation(file: string, count: number, perSession = PER_SESSION): Promise<LongConversation> {
  const { store } = await openStore({ file, clock: { now: () => Date.now() }, avatarSeed: () => 1 });
  await store.close();
  const database = new Database(file);
  await database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000");
  await writeSessions(database, Math.ceil(count / perSession), perSession);
  await writeInteractions(database, count, perSession);
  await database.run("INSERT INTO meta (key, value) VALUES ('search_tokens', ?)", [String(TOKENS_VERSION)]);
  await database.close();
  return { file, lastAt: FIRST_AT + count * STEP_MS, projects: PROJECTS, tools: TOOLS };
}

const projectOf = (session: number) => PROJECTS[session % PROJECTS.length] as string;

async function writeSessions(database: Database, sessions: number, perSession: number): Promise<void> {
  await database.exec("BEGIN");
  for (let n = 0; n < sessions; n++) {
    const at = FIRST_AT + n * perSession * STEP_MS;
    await database.run(
      "INSERT INTO sessions (num, session_id, provider, project, cwd, state, started_at, last_at, trust, first_prompt) VALUES (?, ?, 'claude', ?, ?, 'completed', ?, ?, 'verified', 'hello')",
      [n + 1, `session-${n}`, projectOf(n), projectOf(n), at, at + perSession * STEP_MS],
    );
  }
  await database.exec("COMMIT");
}

async function writeInteractions(database: Database, count: number, perSession: number): Promise<void> {
  const all = pieces();
  const roll = dice();
  const rows = database.prepare(
    `INSERT INTO interactions (seq, id, user_id, session_id, agent_id, role, skill_name, project, ts, content, skill_args, metadata) VALUES ${Array(ROWS).fill("(?, ?, 'local', ?, ?, ?, ?, ?, ?, ?, ?, '{}')").join(", ")}`,
  );
  const words = database.prepare(`INSERT INTO search (rowid, tokens) VALUES ${Array(ROWS).fill("(?, ?)").join(", ")}`);
  for (let from = 0; from < count; from += CHUNK) {
    await database.exec("BEGIN");
    for (let n = from; n < Math.min(from + CHUNK, count); n += ROWS) {
      const made = Array.from({ length: ROWS }, (_, index) => interaction(n + index, Math.floor((n + index) / perSession), all, roll));
      await Promise.all([rows(made.flatMap((one) => one.row)), words(made.flatMap((one) => one.words))]);
    }
    await database.exec("COMMIT");
    await database.exec("INSERT INTO search (search, rank) VALUES ('merge', 2000); PRAGMA wal_checkpoint(TRUNCATE)");
    if ((from / CHUNK) % 10 === 9) progress(`${from + CHUNK} interactions`);
  }
}

function interaction(n: number, session: number, all: readonly { text: string; tokens: string }[], roll: (sides: number) => number): { row: (string | number | null)[]; words: (string | number)[] } {
  const parts = Array.from({ length: 1 + roll(6) }, () => all[roll(all.length)] as { text: string; tokens: string });
  const ticket = `POL-${n}`;
  const text = [...parts.map((part) => part.text), ticket].join("\n");
  const kind = roll(4);
  const skill = kind === 0 ? "user_prompt" : kind === 1 ? "claude_response" : (TOOLS[roll(TOOLS.length)] as string);
  const role = kind === 0 ? "user" : "assistant";
  const ts = FIRST_AT + n * STEP_MS;
  const isCall = kind > 1;
  const tags = [sessionTag(session + 1), projectTag(projectOf(session)), roleTag(role), skillTag(skill), ...timeTags(ts)];
  return {
    row: [n + 1, `interaction-${n}`, `session-${session}`, `session-${session}`, role, skill, projectOf(session), ts, isCall ? "" : text, isCall ? JSON.stringify({ command: text }) : null],
    words: [n + 1, [...parts.map((part) => part.tokens), ...tokensOf(ticket), ...tags].join(" ")],
  };
}

/** The driver as promises; nothing else. */
class Database {
  private readonly database: sqlite3.Database;
  private readonly prepared: sqlite3.Statement[] = [];

  constructor(file: string) {
    this.database = new sqlite3.Database(file);
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => this.database.exec(sql, (error) => (error ? reject(error) : resolve())));
  }

  run(sql: string, params: unknown[]): Promise<void> {
    return new Promise((resolve, reject) => this.database.run(sql, params, (error: Error | null) => (error ? reject(error) : resolve())));
  }

  prepare(sql: string): (params: unknown[]) => Promise<void> {
    const statement = this.database.prepare(sql);
    this.prepared.push(statement);
    return (params) => new Promise((resolve, reject) => statement.run(params, (error: Error | null) => (error ? reject(error) : resolve())));
  }

  async close(): Promise<void> {
    for (const statement of this.prepared) await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    await new Promise<void>((resolve, reject) => this.database.close((error) => (error ? reject(error) : resolve())));
  }
}
