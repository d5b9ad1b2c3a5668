/**
 * A transcript of a gigabyte in the running app: how long a Stop takes to be answered, how long until the reply that only the file holds is stored, what it costs in memory.
 * The Stop carries no last message, as of older clients, so the reply can come from nowhere but the file. Beside it the end of such a file read alone.
 *   npm run bench -- --only=transcript
 */
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { extractLastAssistantResponse } from "../app/transcripts/index.ts";
import { type RunningMascot, startMascot, withFolder } from "./support/apps.ts";
import { memoryByKind } from "./support/processes.ts";
import { bench, compared, progress, type Report, rounded } from "./support/report.ts";
import { median, quantile } from "./support/statistics.ts";

const GIGABYTE = 1024 ** 3;
const TURNS = Number(process.env.TRANSCRIPT_BENCH_TURNS ?? 40);
const TAIL_READS = 200;
/** Added while the app follows the file, as tool results of a long day. */
const GROWTH_MEGABYTES = Number(process.env.TRANSCRIPT_BENCH_GROWTH ?? 256);
const STORED_WITHIN_MS = 10_000;
const SESSION = "7d3c2f10-9a4e-4c58-8f2b-5a1e6c0d9b21";
const PROJECT = "/home/dev/project";

const line = (record: object): string => `${JSON.stringify({ sessionId: SESSION, isSidechain: false, cwd: PROJECT, timestamp: new Date().toISOString(), ...record })}\n`;
const promptLine = (text: string) => line({ type: "user", promptId: text, message: { role: "user", content: text } });
function replyLine(id: string, text: string, timestamp = new Date().toISOString()): string {
  const usage = { input_tokens: 120, output_tokens: 42, cache_read_input_tokens: 1_000, cache_creation_input_tokens: 10 };
  return line({ type: "assistant", timestamp, message: { id, role: "assistant", model: "claude-opus-5-5", stop_reason: "end_turn", usage, content: [{ type: "text", text }] } });
}
const resultLine = (n: number) => line({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${n}`, content: "x".repeat(256 * 1024) }] } });

/** Without filling the disk: what lies before the end is a hole, one line of a gigabyte. */
function longTranscript(config: string): string {
  const folder = join(config, "projects", "-home-dev-project");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, promptLine("first"));
  truncateSync(path, GIGABYTE);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  appendFileSync(path, `\n${Array.from({ length: 600 }, (_, i) => replyLine(`msg_old_${i}`, `Old reply ${i}. ${"word ".repeat(60)}`, yesterday)).join("")}`);
  return path;
}

class Client {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly app: RunningMascot,
    private readonly transcript: string,
  ) {}

  hook(hook_event_name: string, fields: object = {}): Promise<unknown> {
    return this.ask("POST", "/ingest", { session_id: SESSION, transcript_path: this.transcript, cwd: PROJECT, hook_event_name, ...fields });
  }

  /** Of a session that has no transcript. */
  async plainStop(n: number): Promise<number> {
    const from = performance.now();
    await this.ask("POST", "/ingest", { session_id: "without-a-transcript", cwd: PROJECT, hook_event_name: "Stop", prompt_id: `p${n}` });
    return performance.now() - from;
  }

  async words(): Promise<string[]> {
    const { items } = (await this.ask("GET", `/api/interactions?session_id=${SESSION}&limit=1000`)) as { items: { content: string }[] };
    return items.map(({ content }) => content);
  }

  private ask(method: string, path: string, body?: object): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.app.token}`, ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }) };
      const asked = request({ host: "127.0.0.1", port: this.app.port, method, path, headers, agent: this.agent }, (response) => {
        let answer = "";
        response.setEncoding("utf8").on("data", (piece: string) => void (answer += piece)).on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(answer));
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 200)}`));
        });
      });
      asked.on("error", reject).end(text);
    });
  }
}

interface Turn {
  /** ms until the Stop was answered, until one without a transcript was, and until the reply was stored */
  answered: number;
  plain: number;
  stored: number;
}

async function turn(client: Client, transcript: string, n: number): Promise<Turn> {
  const words = `Reply number ${n}, which only the transcript holds.`;
  await client.hook("UserPromptSubmit", { prompt: `do ${n}`, prompt_id: `p${n}` });
  const plain = await client.plainStop(n);
  appendFileSync(transcript, promptLine(`do ${n}`) + replyLine(`msg_${n}`, words));
  const from = performance.now();
  await client.hook("Stop", { prompt_id: `p${n}` });
  const answered = performance.now() - from;
  while (!(await client.words()).includes(words)) {
    if (performance.now() - from > STORED_WITHIN_MS) throw new Error(`the reply of turn ${n} was not stored within ${STORED_WITHIN_MS} ms`);
    await wait(4);
  }
  return { answered, plain, stored: performance.now() - from };
}

async function tailReads(transcript: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < TAIL_READS; i++) {
    const from = performance.now();
    if ((await extractLastAssistantResponse(transcript)) === null) throw new Error("the transcript's end was not read");
    times.push(performance.now() - from);
  }
  return times;
}

async function measure(): Promise<Report> {
  return withFolder(async (home) => {
    const transcript = longTranscript(join(home, "client-config"));
    const reads = await tailReads(transcript);
    const app = await startMascot(home);
    const client = new Client(app, transcript);
    try {
      await client.hook("SessionStart", { source: "resume" });
      await turn(client, transcript, 0);
      const before = memoryByKind(app.pid).main ?? 0;
      const turns: Turn[] = [];
      for (let n = 1; n <= TURNS; n++) turns.push(await turn(client, transcript, n));
      progress(`the transcript grows by ${GROWTH_MEGABYTES} MB`);
      let most = before;
      for (let n = 0; n < GROWTH_MEGABYTES * 4; n++) {
        appendFileSync(transcript, resultLine(n));
        if (n % 64 === 63) {
          await wait(50);
          most = Math.max(most, memoryByKind(app.pid).main ?? 0);
        }
      }
      await turn(client, transcript, TURNS + 1);
      most = Math.max(most, memoryByKind(app.pid).main ?? 0);
      return reportOf(reads, turns, most - before);
    } finally {
      await app.quit();
    }
  });
}

function reportOf(reads: number[], turns: Turn[], grown: number): Report {
  const answered = turns.map((each) => each.answered);
  const stored = turns.map((each) => each.stored);
  return {
    measurements: [
      compared({
        id: "transcript.stop_answer", what: "Stop with a transcript of 1 GB: answered, p95", figure: quantile(answered, 0.95), unit: "ms", samples: answered.length,
        baseline: { what: "Stop without a transcript", figure: quantile(turns.map(({ plain }) => plain), 0.95) },
      }),
      { id: "transcript.reply_stored", what: "… and its reply, which only the file holds, stored and readable, p95", figure: rounded(quantile(stored, 0.95)), unit: "ms", samples: stored.length },
      { id: "transcript.tail_read", what: "last response of a transcript of 1 GB, read alone, p95", figure: rounded(quantile(reads, 0.95)), unit: "ms", samples: reads.length },
      { id: "transcript.memory", what: `memory of the main process while it reads ${GROWTH_MEGABYTES} MB more, at most more than before`, figure: rounded(Math.max(0, grown)), unit: "MB" },
    ],
    details: { answered_median: rounded(median(answered)), stored_median: rounded(median(stored)), tail_median: rounded(median(reads)) },
  };
}

bench(measure);
