/** A month of four projects, written through the collector as hooks would have told it, and the views over it; the pictures of the documents are taken here. */
import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { RunningApp, api, collectorFile, newHome, removeHome } from "./support/app.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/gallery");
const PROJECTS = ["garden", "bakery", "lighthouse", "library"];
const ASKED = ["Add a filter to the seed list", "Why does the oven timer drift?", "Make the lamp turn slower", "Sort the index by title", "Write tests for the parser", "Update the dependencies", "오류 메시지를 다듬어 줘", "로그인 화면을 고쳐 줘"];
const CALLS: [tool: string, input: Record<string, unknown>, ms: number][] = [
  ["Read", { file_path: "src/list.ts" }, 40], ["Grep", { pattern: "timer" }, 120], ["Edit", { file_path: "src/list.ts" }, 90], ["Bash", { command: "npm test" }, 9_000], ["Write", { file_path: "src/filter.ts" }, 60], ["WebFetch", { url: "https://example.org" }, 2_500],
  ["TodoWrite", {}, 15], ["Bash", { command: "git status" }, 80],
];
const DAY = 86_400_000;

/** The same for every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function tell(home: string, at: number, payload: Record<string, unknown>): Promise<void> {
  const token = fs.readFileSync(path.join(home, "token"), "utf8").trim();
  const answer = await fetch(`${collectorFile(home)?.url}/ingest`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify({ ...payload, _meta: { collected_at: new Date(at).toISOString() } }) });
  expect(answer.status).toBe(200);
}

async function session(home: string, n: number, from: number, ends: boolean): Promise<number> {
  const roll = dice(n * 7919 + 1);
  const project = PROJECTS[n % PROJECTS.length] as string;
  const about = { session_id: `month-${n}`, cwd: `/home/dev/${project}` };
  let at = from;
  await tell(home, at, { ...about, hook_event_name: "SessionStart", source: "startup" });
  await tell(home, (at += 2_000), { ...about, hook_event_name: "UserPromptSubmit", prompt: ASKED[n % ASKED.length] });
  const count = 8 + Math.floor(roll() * 22);
  for (let call = 0; call < count; call++) {
    const [tool_name, tool_input, usual] = CALLS[Math.floor(roll() * CALLS.length)] as (typeof CALLS)[number];
    const duration_ms = Math.round(usual * (0.4 + 2 * roll()));
    const id = { ...about, tool_name, tool_input, tool_use_id: `toolu_${n}_${call}` };
    at += 2_000 + Math.round(roll() * 14_000);
    await tell(home, at, { ...id, hook_event_name: "PreToolUse" });
    if (!ends && call === count - 1) return at;
    at += duration_ms;
    if (roll() < 0.06) await tell(home, at, { ...id, hook_event_name: "PostToolUseFailure", error: "Exit code 1\n2 tests failed", duration_ms });
    else await tell(home, at, { ...id, hook_event_name: "PostToolUse", tool_response: { stdout: "ok" }, duration_ms });
  }
  await tell(home, (at += 3_000), { ...about, hook_event_name: "Stop", last_assistant_message: "Done: the list has a filter, and the tests pass." });
  if (ends) await tell(home, (at += 1_000), { ...about, hook_event_name: "SessionEnd", reason: "other" });
  return at;
}

test("a month of work is seen on the timeline and in the statistics, in both languages and themes", { tag: "@long" }, async () => {
  test.setTimeout(200_000);
  fs.mkdirSync(shots, { recursive: true });
  const home = newHome();
  const app = await RunningApp.start(home);
  try {
    const roll = dice(42);
    const now = Date.now();
    await Promise.all(Array.from({ length: 44 }, (_, n) => {
      const day = now - Math.floor((n / 44) ** 1.3 * 27) * DAY;
      const hour = 9 + Math.floor(roll() * 9);
      return session(home, n, Math.min(new Date(day).setHours(hour, Math.floor(roll() * 60), 0, 0), now - 3_600_000 * (1 + roll() * 8)), true);
    }));
    for (const n of [60, 61, 63]) await session(home, n, now - 420_000, false);
    await (await app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "statistics" }));
    const page = await app.window("dashboard.html");
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setContentSize(1280, 860));
    await expect.poll(async () => (await api<{ totals: { sessions: number } }>(home, "/api/stats")).totals.sessions).toBe(47);
    for (const [scheme, locale] of [["light", "en"], ["dark", "ko"]] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.evaluate((to) => window.mascot.changeSettings({ locale: to }), locale);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      for (const view of ["now", "timeline", "sessions", "statistics", "tour"] as const) await picture(page, view, `${view}-${scheme}-${locale}`);
      await page.evaluate(() => window.mascot.openDashboard({ page: "sessions", session_id: "month-0" }));
      await expect(page.getByText("Done: the list has a filter").last()).toBeVisible();
      await shot(page, `conversation-${scheme}-${locale}`);
    }
  } finally {
    await app.quit();
    removeHome(home);
  }
});

async function picture(page: Page, view: "now" | "timeline" | "sessions" | "statistics" | "tour", name: string): Promise<void> {
  await page.evaluate((to) => window.mascot.openDashboard({ page: to }), view);
  await expect(page.locator(`.page-${view} h2`)).toBeVisible();
  if (view === "timeline") {
    const chart = page.getByRole("application");
    await page.locator(".timeline .tab").first().click();
    await expect(page.locator("[data-lane]").first()).toBeVisible();
    await chart.focus();
    await page.keyboard.press("End");
    await expect(page.locator(".timeline-details")).toBeVisible();
  }
  if (view === "statistics") await expect(page.locator(".heat")).toBeVisible();
  if (view === "sessions") await expect(page.locator("[data-session]").first()).toBeVisible();
  await shot(page, name);
}

async function shot(page: Page, name: string): Promise<void> {
  // Two frames: what was asked for last is drawn with the next.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path: path.join(shots, `${name}.png`) });
}
