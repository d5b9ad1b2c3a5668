/**
 * The dashboard over a log of 100,000 interactions: how long it takes from the wish to the drawn page, and the longest task of its page while a hundred events a second
 * come in, on those of its pages that follow what happens; and how long the pages that count the whole log take.
 *   npm run bench -- --only=dashboard
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { until, withFolder } from "./support/apps.ts";
import { drive, isLoad, runLoad } from "./support/load.ts";
import { makeLongConversation } from "./support/long-conversation.ts";
import { type MascotWithPages, withPages } from "./support/pages.ts";
import { bench, progress, type Report, rounded } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const INTERACTIONS = Number(process.env.DASHBOARD_BENCH_INTERACTIONS ?? 100_000);
const SECONDS = Number(process.env.DASHBOARD_BENCH_SECONDS ?? 8);
const OPENED = Number(process.env.DASHBOARD_BENCH_OPENED ?? 7);
const EVENTS_A_SECOND = 100;
const FOLLOWING = ["now", "sessions", "timeline", "statistics"] as const;
const SETTLE_MS = 2_500;

/** @returns ms from the wish, which the mascots' page makes, to the frame after the page's heading is there; one clock for both pages */
async function opening({ electron, mascots }: MascotWithPages): Promise<number> {
  const from = await mascots.evaluate(() => {
    const now = Date.now();
    (globalThis as unknown as Window).mascot.openDashboard({ page: "now" });
    return now;
  });
  const page = await dashboard(electron);
  const drawn = await page.evaluate(async () => {
    while (document.querySelector("main h2, main h3") === null) await new Promise((resolve) => requestAnimationFrame(resolve));
    return new Promise<number>((resolve) => requestAnimationFrame(() => resolve(Date.now())));
  });
  await page.close();
  return drawn - from;
}

const dashboard = (electron: MascotWithPages["electron"]): Promise<Page> => until(() => electron.windows().find((window) => window.url().includes("dashboard.html")), { withinMs: 30_000, everyMs: 5, what: "the dashboard" });

/** Runs in the page. @returns ms of the longest task; 0: none was longer than 50 */
async function longestTask(ms: number): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: "longtask" });
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration);
  observer.disconnect();
  return longest;
}

/** @returns ms from the wish to what a page shows at last */
async function shown(page: Page, name: "timeline" | "statistics", target: string): Promise<number> {
  const from = Date.now();
  await page.evaluate((wanted) => (globalThis as unknown as Window).mascot.openDashboard({ page: wanted }), name);
  await page.locator(target).first().waitFor();
  return Date.now() - from;
}

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  return withFolder(async (home) => {
    progress(`writes ${INTERACTIONS} interactions`);
    await makeLongConversation(join(home, "events.db"), INTERACTIONS);
    return withPages(home, async (app) => {
      const first = await opening(app);
      const times: number[] = [];
      for (let n = 0; n < OPENED; n++) times.push(await opening(app));
      await app.mascots.evaluate(() => (globalThis as unknown as Window).mascot.openDashboard({ page: "now" }));
      const page = await dashboard(app.electron);
      await wait(SETTLE_MS);
      const figures = { statistics: await shown(page, "statistics", ".statistics .heat, .statistics .empty"), timeline: await shown(page, "timeline", ".timeline-canvas, .timeline .empty") };
      const load = drive(self, { lane: "socket", port: app.port, socketPath: app.socket, token: app.token, path: "/ingest", connections: 10, requests: EVENTS_A_SECOND * (SECONDS + 4) * FOLLOWING.length, pace: EVENTS_A_SECOND, prefix: "others" });
      const tasks: Record<string, number> = {};
      for (const name of FOLLOWING) {
        await page.evaluate((wanted) => (globalThis as unknown as Window).mascot.openDashboard({ page: wanted }), name);
        await wait(SETTLE_MS);
        tasks[name] = rounded(await page.evaluate(longestTask, SECONDS * 1_000));
      }
      await load;
      return {
        measurements: [
          { id: "dashboard.open", what: `the dashboard is opened over ${INTERACTIONS} interactions: its page is drawn, median`, figure: rounded(median(times)), unit: "ms", samples: times.length },
          { id: "dashboard.longest_task", what: `the longest task of its page while ${EVENTS_A_SECOND} events a second come in, on the pages ${FOLLOWING.join(", ")} (0: none above 50 ms)`, figure: Math.max(...Object.values(tasks)), unit: "ms" },
          { id: "dashboard.statistics", what: "the statistics are counted and drawn", figure: figures.statistics, unit: "ms" },
          { id: "dashboard.timeline", what: "the timeline's first calls are drawn", figure: figures.timeline, unit: "ms" },
        ],
        details: { first_opening: rounded(first), times: times.map(rounded), tasks },
      };
    });
  });
}

if (isLoad()) void runLoad();
else bench(measure);
