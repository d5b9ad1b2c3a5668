/**
 * From an event to its picture, while a hundred other events a second come in from recorded turns of twenty sessions. A probe is a tool call of one more
 * agent, with a name of its own, which its bubble shows. It begins when the request is written, or the spool file gets its name; it ends when the frame that
 * got the name has been handed on to be shown and the next begins. Both ways in turn. The moment in which all twenty begin at once is told apart.
 *   npm run bench -- --only=pixels
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callTool, work } from "./support/agents.ts";
import { withFolder } from "./support/apps.ts";
import { drive, isLoad, runLoad } from "./support/load.ts";
import { type MascotWithPages, withPages } from "./support/pages.ts";
import { bench, type Measurement, type Report, rounded } from "./support/report.ts";
import { quantile } from "./support/statistics.ts";

/** Of each way. */
const PROBES = Number(process.env.PIXELS_BENCH_PROBES ?? 100);
const EVENTS_A_SECOND = 100;
/** No multiple of a frame, so that probes meet every part of it. */
const GAP_MS = 137;
const SETTLE_MS = 3_000;
/** Of each way, while twenty sessions begin at once. */
const EARLY_PROBES = 15;
const PROBE = "probe";

type Way = "post" | "spool";
interface Probe {
  way: Way;
  at: number;
}

/** Runs in the page. Wall clock on both sides: one machine, one clock. */
function watchBubble(agent: string): void {
  const page = globalThis as unknown as { shownAt: Record<string, number> };
  page.shownAt = {};
  const seen = new Set<string>();
  const look = () => {
    const mark = /mark-\d+/.exec(document.querySelector(`[data-agent="${agent}"] .bubble-text`)?.textContent ?? "")?.[0];
    if (mark === undefined || seen.has(mark)) return;
    seen.add(mark);
    // The page changes within a frame; the next one begins when that has been handed on to be shown.
    requestAnimationFrame(() => {
      page.shownAt[mark] = Date.now();
    });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const shownAt = (app: MascotWithPages): Promise<Record<string, number>> => app.mascots.evaluate(() => (globalThis as unknown as { shownAt: Record<string, number> }).shownAt);

/** As the installed line of a fast hook leaves it. */
function leaveInSpool({ home }: MascotWithPages, mark: string): number {
  const payload = { session_id: PROBE, cwd: `/home/dev/${PROBE}`, permission_mode: "default", hook_event_name: "PreToolUse", tool_name: "Read", tool_use_id: `toolu_${mark}`, tool_input: { file_path: `/home/dev/${mark}` } };
  const spool = join(home, "spool");
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  writeFileSync(join(spool, `${mark}.tmp`), `v=1\tprovider=claude\tCLAUDE_PID=${process.pid}\n${JSON.stringify(payload)}`);
  const at = Date.now();
  renameSync(join(spool, `${mark}.tmp`), join(spool, `${mark}.json`));
  return at;
}

function post(app: MascotWithPages, mark: string): number {
  const at = Date.now();
  void callTool(app, PROBE, "Read", { file_path: `/home/dev/${mark}` });
  return at;
}

/** @param count of each way */
async function probes(app: MascotWithPages, first: number, count = PROBES): Promise<Map<string, Probe>> {
  const sent = new Map<string, Probe>();
  for (let n = first; n < first + 2 * count; n++) {
    const mark = `mark-${n}`;
    const way = n % 2 === 0 ? "post" : "spool";
    sent.set(mark, { way, at: way === "post" ? post(app, mark) : leaveInSpool(app, mark) });
    await wait(GAP_MS);
  }
  return sent;
}

interface Times extends Record<Way, number[]> {
  /** Probes that were never shown, because the next was there first. */
  passedOver: number;
}

/**
 * ms until the picture showed the probe, or one after it.
 * @throws when the last was never shown
 */
async function timesOf(app: MascotWithPages, sent: Map<string, Probe>): Promise<Times> {
  await wait(SETTLE_MS);
  const shown = await shownAt(app);
  const marks = [...sent.keys()];
  const times: Times = { post: [], spool: [], passedOver: marks.filter((mark) => shown[mark] === undefined).length };
  let next = Number.POSITIVE_INFINITY;
  for (const mark of marks.reverse()) {
    const { way, at } = sent.get(mark) as Probe;
    next = Math.min(next, shown[mark] ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) throw new Error(`${mark} was never shown`);
    times[way].push(next - at);
  }
  return times;
}

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  return withFolder((folder) =>
    withPages(join(folder, "home"), async (app) => {
      await work(app, PROBE);
      await app.mascots.waitForSelector(`[data-agent="${PROBE}"]`);
      await app.mascots.evaluate(watchBubble, PROBE);
      await wait(SETTLE_MS);
      const quiet = await timesOf(app, await probes(app, 0));
      const seconds = (2 * (EARLY_PROBES + PROBES) * GAP_MS + 2 * SETTLE_MS) / 1000 + 1;
      const load = drive(self, { lane: "socket", port: app.port, socketPath: app.socket, token: app.token, path: "/ingest", connections: 10, requests: Math.round(EVENTS_A_SECOND * seconds), pace: EVENTS_A_SECOND, prefix: "others" });
      const early = await timesOf(app, await probes(app, 2 * PROBES, EARLY_PROBES));
      const busy = await timesOf(app, await probes(app, 2 * (PROBES + EARLY_PROBES)));
      return reportOf(busy, early, quiet, await load);
    }),
  );
}

function reportOf(busy: Times, early: Times, quiet: Times, load: { requests: number; perSecond: number }): Report {
  const passed = busy.passedOver > 0 ? `; ${busy.passedOver} of all probes were passed over by the next` : "";
  const row = (id: string, what: string, times: number[], share: number): Measurement => ({ id: `pixels.${id}`, what, figure: rounded(quantile(times, share)), unit: "ms", samples: times.length });
  return {
    measurements: [
      row("p95", `event to picture, 95th percentile with twenty mascots at ${load.perSecond + Math.round(1000 / GAP_MS)} events/s, event by the spool as fast hooks leave it${passed}`, busy.spool, 0.95),
      row("post_p95", "the same, event by a request", busy.post, 0.95),
      row("p50", "event to picture, median, by the spool", busy.spool, 0.5),
      row("post_p50", "the same, by a request", busy.post, 0.5),
      row("early_p95", "event to picture, 95th percentile in the four seconds in which twenty sessions begin at once, both ways", [...early.spool, ...early.post], 0.95),
      row("alone_p95", "event to picture, 95th percentile, nothing else happening, by the spool", quiet.spool, 0.95),
      row("post_alone_p95", "the same, by a request", quiet.post, 0.95),
    ],
    details: { busy, early, quiet, load },
  };
}

if (isLoad()) void runLoad();
else bench(measure);
