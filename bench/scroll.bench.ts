/**
 * A conversation of 100,000 interactions in the real window: how long it takes until its end is drawn, and how long frames take while it is scrolled fast, with older pages
 * loading all the way. Beside it the same window at rest, since a machine without a graphics card draws slowly by itself.
 *   npm run bench -- --only=scroll
 */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { until, withFolder } from "./support/apps.ts";
import { makeLongConversation } from "./support/long-conversation.ts";
import { withPages } from "./support/pages.ts";
import { bench, compared, progress, type Report, rounded } from "./support/report.ts";
import { median, quantile } from "./support/statistics.ts";

const INTERACTIONS = Number(process.env.SCROLL_BENCH_INTERACTIONS ?? 100_000);
const SECONDS = Number(process.env.SCROLL_BENCH_SECONDS ?? 15);
/** A wheel that is turned fast. */
const PIXELS_A_SECOND = 4_000;
const OPENED = 10;

interface Scrolled {
  frames: number[];
  /** px */
  way: number;
  mostElements: number;
}

/** Runs in the page. @returns how long each frame took, in ms */
async function scroll({ seconds, speed }: { seconds: number; speed: number }): Promise<Scrolled> {
  const frame = document.querySelector(".feed-frame") as Element;
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const frames: number[] = [];
  let [way, mostElements] = [0, 0];
  const from = await next();
  for (let last = from; last - from < seconds * 1_000; ) {
    const now = await next();
    frames.push(now - last);
    const step = Math.min(speed * (now - last) / 1_000, frame.scrollTop);
    if (step > 0) frame.scrollBy(0, -step);
    way += Math.max(0, step);
    if (frames.length % 20 === 0) mostElements = Math.max(mostElements, frame.querySelectorAll("*").length);
    last = now;
  }
  return { frames, way, mostElements };
}

/** @returns ms from the click to the last row in the window */
async function openings(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < OPENED; n++) {
    times.push(await page.evaluate(async () => {
      const from = performance.now();
      (document.querySelector("[data-session]") as HTMLElement).click();
      const isThere = () => document.querySelectorAll(".feed-frame [data-seq]").length > 3;
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - from;
    }));
    await page.keyboard.press("Escape");
    await page.locator(".feed-frame").waitFor({ state: "detached" });
  }
  return times;
}

async function measure(): Promise<Report> {
  return withFolder(async (home) => {
    progress(`writes ${INTERACTIONS} interactions`);
    await makeLongConversation(join(home, "events.db"), INTERACTIONS, INTERACTIONS);
    return withPages(home, async ({ electron, mascots }) => {
      await mascots.evaluate(() => (globalThis as unknown as Window).mascot.openDashboard({ page: "sessions" }));
      const page = await until(() => electron.windows().find((window) => window.url().includes("dashboard.html")), { withinMs: 30_000, everyMs: 50, what: "the dashboard" });
      await page.locator("[data-session]").first().waitFor();
      const opened = await openings(page);
      await page.locator("[data-session]").first().click();
      await page.locator(".feed-frame [data-seq]").first().waitFor();
      const still = await page.evaluate(scroll, { seconds: SECONDS / 3, speed: 0 });
      progress("scrolls");
      const scrolled = await page.evaluate(scroll, { seconds: SECONDS, speed: PIXELS_A_SECOND });
      return {
        measurements: [
          compared({
            id: "scroll.frame_p95", what: `a frame while a conversation of ${INTERACTIONS} interactions is scrolled at ${PIXELS_A_SECOND} px a second, p95`, figure: quantile(scrolled.frames, 0.95), unit: "ms", samples: scrolled.frames.length,
            baseline: { what: "the same window at rest", figure: quantile(still.frames, 0.95) },
          }),
          { id: "scroll.open", what: `a conversation of ${INTERACTIONS} interactions is opened: its end is drawn, median`, figure: rounded(median(opened)), unit: "ms", samples: opened.length },
          { id: "scroll.elements", what: "most elements in the window's conversation at once", figure: scrolled.mostElements, unit: "elements" },
        ],
        details: {
          frame: { median: rounded(median(scrolled.frames)), p99: rounded(quantile(scrolled.frames, 0.99)), most: rounded(Math.max(...scrolled.frames)) }, rest: { median: rounded(median(still.frames)) },
          scrolled_px: Math.round(scrolled.way), wanted_px: SECONDS * PIXELS_A_SECOND,
        },
      };
    });
  });
}

bench(measure);
