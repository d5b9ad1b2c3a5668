/**
 * A session begins in the running app whose log holds 100,000 interactions: from the request to the answer with the context block. In the first rounds no session has a summary
 * yet, and the app makes one of 500 interactions or answers without its details, which is the slower case. Beside it the same request with memory off.
 *   npm run bench -- --only=context
 */
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DEFAULT_SETTINGS } from "../app/home/settings-file.ts";
import { type RunningMascot, withFolder, withMascot } from "./support/apps.ts";
import { makeLongConversation } from "./support/long-conversation.ts";
import { bench, compared, progress, type Report, rounded } from "./support/report.ts";
import { median, quantile } from "./support/statistics.ts";

const INTERACTIONS = Number(process.env.CONTEXT_BENCH_INTERACTIONS ?? 100_000);
const STARTS = Number(process.env.CONTEXT_BENCH_STARTS ?? 200);
const WARM_UP = 5;
/** The app tells of the past twenty times a second, for long. */
const GAP_MS = 60;

const agent = new Agent({ keepAlive: true });

function sessionStart(app: RunningMascot, session_id: string, cwd: string): Promise<string> {
  const text = JSON.stringify({ hook_event_name: "SessionStart", session_id, cwd, source: "startup" });
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${app.token}`, "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const asked = request({ host: "127.0.0.1", port: app.port, method: "POST", path: "/ingest", headers, agent }, (response) => {
      let answer = "";
      response.setEncoding("utf8").on("data", (piece: string) => void (answer += piece)).on("end", () => resolve(answer));
    });
    asked.on("error", reject).end(text);
  });
}

/** @returns ms of each start */
async function starts(app: RunningMascot, projects: readonly string[], run: string, told: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let n = -WARM_UP; n < STARTS; n++) {
    // The first ones begin where nothing is remembered, so that all projects are still new to the app.
    const cwd = n < 0 ? "/home/somebody/nowhere" : (projects[n % projects.length] as string);
    const from = performance.now();
    const answer = await sessionStart(app, `${run}-${n + WARM_UP}`, cwd);
    const ms = performance.now() - from;
    if (n < 0) continue;
    if (answer.includes("additionalContext") !== told) throw new Error(`start ${n} was answered ${answer.slice(0, 200)}`);
    times.push(ms);
    await wait(Math.max(0, GAP_MS - ms));
  }
  return times;
}

const settings = (home: string, enabled: boolean) => writeFileSync(join(home, "settings.json"), JSON.stringify({ ...DEFAULT_SETTINGS, memory: { enabled, sessions: 5 } }));

async function measure(): Promise<Report> {
  return withFolder(async (home) => {
    progress(`writes ${INTERACTIONS} interactions`);
    const { projects } = await makeLongConversation(join(home, "events.db"), INTERACTIONS);
    settings(home, true);
    const told = await withMascot(home, (app) => starts(app, projects, "told", true));
    settings(home, false);
    const silent = await withMascot(home, (app) => starts(app, projects, "silent", false));
    return {
      measurements: [
        compared({
          id: "context.session_start", what: `SessionStart with ${INTERACTIONS} interactions: answered with the context, p95`, figure: quantile(told, 0.95), unit: "ms", samples: told.length,
          baseline: { what: "the same with memory off", figure: quantile(silent, 0.95) },
        }),
      ],
      details: { median: rounded(median(told)), most: rounded(Math.max(...told)), first_without_summary: rounded(median(told.slice(0, projects.length))) },
    };
  });
}

bench(measure);
