/**
 * A working day of eight hours in minutes: whether the app and its pages are larger at its end than after ten minutes of it. The dashboard is looked at and closed again every hour of it.
 *   npm run bench -- --only=hours
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { until, withFolder } from "./support/apps.ts";
import { createLife, EVENTS_A_MINUTE } from "./support/life.ts";
import { type MascotWithPages, withPages } from "./support/pages.ts";
import { anonymousByKind, memoryByKind, total } from "./support/processes.ts";
import { bench, compared, progress, type Report, rounded } from "./support/report.ts";

const HOURS = Number(process.env.HOURS_BENCH_HOURS ?? 8);
const EVENTS_A_SECOND = Number(process.env.HOURS_BENCH_PACE ?? 100);
const FIRST_MINUTES = 10;
/** What is of no more use has been given back by then. */
const SETTLE_MS = 15_000;
const LOOKED_AT = ["now", "sessions", "timeline", "statistics", "search", "memory", "hooks"] as const;
const LOOKED_MS = 1_500;

async function openDashboard({ electron, mascots }: MascotWithPages) {
  await mascots.evaluate(() => (globalThis as unknown as Window).mascot.openDashboard({ page: "now" }));
  return until(() => electron.windows().find((window) => window.url().includes("dashboard.html")), { withinMs: 30_000, everyMs: 50, what: "the dashboard" });
}

async function lookAround(app: MascotWithPages): Promise<void> {
  const page = await openDashboard(app);
  for (const name of LOOKED_AT) {
    await page.evaluate((wanted) => (globalThis as unknown as Window).mascot.openDashboard({ page: wanted }), name);
    await wait(LOOKED_MS);
  }
  await page.close();
}

/** By process: with the dashboard closed, then with it open on its first page. */
async function sizes(app: MascotWithPages) {
  const pid = app.electron.process().pid as number;
  await wait(SETTLE_MS);
  const closed = { pss: memoryByKind(pid), anonymous: anonymousByKind(pid) };
  const page = await openDashboard(app);
  await page.locator("main h2").first().waitFor();
  await wait(SETTLE_MS);
  const open = { pss: memoryByKind(pid), anonymous: anonymousByKind(pid) };
  await page.close();
  return { closed, open };
}

async function measure(): Promise<Report> {
  return withFolder((folder) => withPages(join(folder, "home"), async (app) => {
    const life = createLife(app, EVENTS_A_SECOND);
    await lookAround(app);
    progress(`ten minutes of it, ${EVENTS_A_MINUTE} events each`);
    await life.goOn(FIRST_MINUTES);
    const early = await sizes(app);
    for (let hour = 0; hour < HOURS; hour++) {
      progress(`hour ${hour + 1}`);
      await Promise.all([life.goOn(hour === 0 ? 60 - FIRST_MINUTES : 60), lookAround(app)]);
    }
    const late = await sizes(app);
    const grown = (when: "closed" | "open") => ({ figure: total(late[when].pss), unit: "MB", baseline: { what: "after ten minutes of it", figure: total(early[when].pss) } });
    return {
      measurements: [
        compared({ id: "hours.memory", what: `memory (PSS of all processes) after ${HOURS} hours of recorded work (${life.told()} events)`, ...grown("closed") }),
        compared({ id: "hours.memory_dashboard", what: "the same with the dashboard open", ...grown("open") }),
      ],
      details: { early: whole(early), late: whole(late) },
    };
  }));
}

const whole = (value: object): object => JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === "number" ? rounded(inner) : inner))) as object;

bench(measure);
