import fs from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import type { Figures } from "../schemas/generated/types.ts";
import { RunningApp, startedByPerson, configFolder, newHome, removeHome } from "./support/app.ts";
import { type Scene, clearScene, setScene, tell } from "./support/scene.ts";
import { type RecordedHook, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/views");

/** Somebody's recorded session, in a project of another name, up to a moment. */
function played(name: string, project: string, session: string, until?: string): RecordedHook[] {
  const turn = recordedTurn(name);
  const end = until === undefined ? turn.length - 1 : turn.findIndex(({ payload }) => payload.hook_event_name === until);
  return turn.slice(0, end + 1).map((hook) => ({
    ...hook, payload: { ...hook.payload, session_id: session, cwd: `/home/dev/${project}` },
  }));
}

const VIEWS = ["now", "needs", "ports", "timeline", "sessions", "search", "statistics", "memory", "data", "hooks", "bridges", "api", "settings", "tour"] as const;

/** What WCAG 2.2 A and AA ask, as far as a machine can tell. */
async function expectAccessible(page: Page, what: string, { coloursOnly }: { coloursOnly: boolean }): Promise<void> {
  // Read into the page once: reading it takes as long as the look itself.
  const isThere = await page.evaluate(() => "axe" in window);
  // Electron's one window: a second page for axe's own frames cannot be opened.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ";" } : {}) }).setLegacyMode(true);
  const { violations } = await (coloursOnly ? axe.withRules(["color-contrast", "link-in-text-block"]) : axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])).analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split("\n")[1]?.trim()})`).join(" | ")}`), what).toEqual([]);
}

/** The routes are drawn alike: one that has all their parts, open. */
async function openRoute(page: Page): Promise<void> {
  await page.getByRole("searchbox").fill("follow stream");
  await expect(page.getByText("1 route", { exact: true })).toBeVisible();
  await page.getByText("/api/events/stream").first().click();
  await expect(page.getByRole("rowheader", { name: "port_id" })).toBeVisible();
}

test.describe("the views of the dashboard", () => {
  let scene: Scene;
  let page: Page;

  test.beforeAll(async () => {
    fs.mkdirSync(shots, { recursive: true });
    scene = await setScene("views", { mascots: "hidden" });
    for (const [name, project, session, until] of [["i-basic", "garden", "v-1", undefined], ["i-perm-deny", "bakery", "v-2", "PermissionRequest"], ["i-bgagent", "lighthouse", "v-3", "Stop"], ["cap-auto", "library", "v-4", undefined]] as const) {
      await tell(scene.home, ...played(name, project, session, until));
    }
    await scene.app.openDashboard({ page: "now" });
    page = await scene.app.window("dashboard.html");
    // Keys are heard once the page is drawn.
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  });
  test.afterAll(async () => clearScene(scene));

  test("the palette finds pages, agents, sessions and actions by name, in both languages, with the keyboard alone", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Commands" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    // Its line is all the frame it has.
    await expect(palette.getByRole("combobox")).toHaveCSS("border-top-width", "0px");
    await palette.getByRole("combobox").fill("mem");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Memory", level: 2 })).toBeVisible();
    await expect(palette).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("bakery");
    await expect(palette.getByRole("option").first()).toContainText("bakery");
    await page.keyboard.press("Enter");
    await expect(page.locator(".page-conversation")).toBeVisible();
    await expect(palette).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("touch created");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("searchbox")).toHaveValue("touch created");
    await expect(palette).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("한국어");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "설정", exact: true })).toBeVisible();
    await page.evaluate(() => window.mascot.changeSettings({ locale: "en" }));
    await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeVisible();
  });

  test("? shows every key, and the keys it shows lead there", async () => {
    await page.getByRole("button", { name: "Now" }).focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard" });
    await expect(keys.getByText("Settings")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(keys).toHaveCount(0);
    for (const [key, name] of [["e", "Settings"], ["s", "Sessions"], ["h", "Hooks"]] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page.getByRole("heading", { name, level: 2, exact: true })).toBeVisible();
    }
    await page.locator("main").focus();
    await page.keyboard.press("F6");
    await expect(page.locator('nav [aria-current="page"]')).toBeFocused();
  });

  test("who asks a second time is told of once more, though the words are the same", async () => {
    const news = page.locator("[data-agents-news]");
    const at = { session_id: "v-asks", cwd: "/home/dev/attic" };
    const call = { tool_name: "Bash", tool_input: { command: "make jam" } };
    const tells = (...what: [string, object][]) => tell(scene.home, ...what.map(([hook_event_name, more]): RecordedHook => ({ at_ms: 0, env: {}, payload: { ...at, hook_event_name, ...more } })));
    const said = "attic needs you: needs your permission.";
    await tells(["SessionStart", { source: "startup" }], ["UserPromptSubmit", { prompt: "Make jam" }]);
    await expect(news).toContainText("attic is here.");
    await tells(["PreToolUse", { ...call, tool_use_id: "jam-1" }], ["PermissionRequest", call]);
    await expect(news).toHaveText(said);
    const agent = page.locator('[data-agent="v-asks"]');
    await page.evaluate(() => window.mascot.openDashboard({ page: "now" }));
    await tells(["PostToolUse", { ...call, tool_use_id: "jam-1", tool_response: { stdout: "ok" } }]);
    await expect(agent).toHaveAttribute("data-state", "thinking");
    // What changes within this time is said together.
    await page.waitForTimeout(1_500);
    await news.evaluate((region) => {
      const counted = window as unknown as { told?: number };
      counted.told = 0;
      new MutationObserver(() => (counted.told = (counted.told ?? 0) + 1)).observe(region, { childList: true, characterData: true, subtree: true });
    });
    await tells(["PreToolUse", { ...call, tool_use_id: "jam-2" }], ["PermissionRequest", call]);
    await expect.poll(() => page.evaluate(() => (window as unknown as { told?: number }).told), { message: "a screen reader hears of it" }).toBeGreaterThan(0);
    await expect(news).toHaveText(said);
    await page.evaluate(() => window.mascot.deleteSession("v-asks"));
  });

  test("the timeline shows each call, chosen by keyboard or mouse, with what it was; live as it comes", async () => {
    await page.evaluate(() => window.mascot.openDashboard({ page: "timeline" }));
    const chart = page.getByRole("application", { name: "Calls by agent over time" });
    await expect(chart).toBeVisible();
    await expect(page.locator("[data-lane]")).toHaveCount(6);
    // All of it is new: a day would show it as a thin line.
    await expect(page.getByRole("radio", { name: "1 hour" })).toBeChecked();
    await page.getByRole("radio", { name: "24 hours" }).click();
    await expect(page.locator("[data-lane]")).toHaveCount(6);
    await chart.focus();
    await page.keyboard.press("Home");
    const details = page.getByRole("region", { name: "The chosen call" });
    await expect(details).toBeVisible();
    const first = await chart.getAttribute("data-selected");
    await page.keyboard.press("ArrowDown");
    await expect(chart).not.toHaveAttribute("data-selected", first as string);
    await page.keyboard.press("+");
    await page.screenshot({ path: path.join(shots, "timeline-details.png") });
    const box = await page.locator(".timeline-canvas").boundingBox();
    if (box === null) throw new Error("the canvas has a place");
    await page.keyboard.press("0");
    await page.keyboard.press("Escape");
    await expect(details).toHaveCount(0);
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(0, -400);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await chart.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.locator(".page-conversation")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(chart).toBeFocused();
    await expect(page.getByRole("radio", { name: "24 hours" }), "what the person chose stays").toBeChecked();
    const before = Number(/\d+/.exec(await page.locator(".page-timeline h2").textContent() ?? "")?.[0]);
    await tell(scene.home, ...played("cap-auto", "meadow", "v-5"));
    await expect(page.locator('[data-lane="v-5"]')).toBeVisible();
    expect(Number(/\d+/.exec(await page.locator(".page-timeline h2").textContent() ?? "")?.[0])).toBeGreaterThan(before);
  });

  test("the sums of statistics stand in even lines, whatever the width: none is left alone", async () => {
    await page.evaluate(() => window.mascot.openDashboard({ page: "statistics" }));
    const tops = () => page.locator(".totals > div").evaluateAll((sums) => sums.map((sum) => Math.round(sum.getBoundingClientRect().top)));
    for (const [width, perLine] of [[1280, 6], [1040, 6], [900, 3]] as const) {
      await scene.app.resizeDashboard(width, 720);
      await expect.poll(async () => (await tops()).map((top, _n, all) => all.filter((other) => other === top).length), { message: `${width} px` }).toEqual(Array(6).fill(perLine));
    }
    await scene.app.resizeDashboard(1040, 720);
  });

  test("in a small window the pages' list is whole, and shows the page that one is on", async () => {
    const place = (selector: string) => page.locator(selector).evaluate((element) => {
      const [box, list] = [element.getBoundingClientRect(), (element.closest("nav") as HTMLElement).getBoundingClientRect()];
      return box.left >= list.left && box.right <= list.right && box.top >= list.top && box.bottom <= list.bottom;
    });
    for (const [width, height] of [[720, 400], [480, 560]] as const) {
      await scene.app.resizeDashboard(width, height);
      for (const view of ["settings", "now", "statistics", "needs"] as const) {
        await page.evaluate((to) => window.mascot.openDashboard({ page: to }), view);
        await expect(page.locator(`.page-${view}`)).toBeVisible();
        await expect.poll(() => place('nav [aria-current="page"]'), { message: `${view} at ${width} px` }).toBe(true);
      }
      expect(await page.locator("nav").evaluate((nav, isBeside) => isBeside && nav.scrollWidth > nav.clientWidth, width > 700), "nothing is cut at its side").toBe(false);
      const key = page.locator(".go-anywhere");
      expect(await key.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await scene.app.resizeDashboard(1040, 720);
  });

  test("who deletes a session that was opened from them finds timeline and statistics without it", async () => {
    await tell(scene.home, ...played("i-basic", "cellar", "v-gone"));
    const calls = () => page.locator(".totals div", { hasText: "Tool calls" }).locator("dd");
    const erase = async () => {
      await page.evaluate(() => window.mascot.openDashboard({ session_id: "v-gone" }));
      await page.getByRole("button", { name: "Delete this session" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
      await expect(page.locator(".page-conversation")).toHaveCount(0);
    };
    await page.evaluate(() => window.mascot.openDashboard({ page: "timeline" }));
    const lane = page.locator('[data-lane]', { hasText: "cellar" });
    await expect(lane).toHaveCount(1);
    await erase();
    await expect(lane).toHaveCount(0);
    await expect(page.locator("[data-lane]").first()).toBeVisible();
    // The very same within two seconds would be the same deliveries.
    const again = played("i-basic", "cellar", "v-gone").map((hook, n) => ({ ...hook, payload: { ...hook.payload, _meta: { delivery_id: `again-${n}` } } }));
    await tell(scene.home, ...again);
    await page.evaluate(() => window.mascot.openDashboard({ page: "statistics" }));
    await expect(page.getByRole("combobox").locator("option", { hasText: "cellar" })).toHaveCount(1);
    await expect.poll(async () => Number(await calls().textContent())).toBe((await page.evaluate(() => window.mascot.figures({}))).totals.calls);
    const before = Number(await calls().textContent());
    await erase();
    await expect.poll(async () => Number(await calls().textContent())).toBeLessThan(before);
  });

  test("statistics are those of /api/stats, by project too, and are saved as a table and a picture where the person says", async () => {
    await page.evaluate(() => window.mascot.openDashboard({ page: "statistics" }));
    const stats = await scene.app.api<Figures>("/api/stats");
    expect(stats.totals.calls).toBeGreaterThan(5);
    const calls = page.locator(".totals > div", { hasText: "Tool calls" });
    await expect(calls).toContainText(String(stats.totals.calls));
    await expect(page.getByRole("table", { name: "When there is work" })).toBeVisible();
    for (const [entry, format] of [["Tools (CSV)", "csv"], ["Picture (PNG)", "png"]] as const) {
      const file = path.join(scene.work, `figures.${format}`);
      await scene.app.electron.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      }, file);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("menuitem", { name: entry }).click();
      await expect(page.getByText(`Saved: ${file}`)).toBeVisible();
      const head = fs.readFileSync(file);
      if (format === "csv") expect(head.toString("utf8")).toMatch(/^\uFEFFtool,calls,failures,timed,p50_ms,p95_ms\r\n(.+\r\n)+$/);
      else expect([head.subarray(1, 4).toString("latin1"), head.readUInt32BE(16), head.length > 20_000]).toEqual(["PNG", 2400, true]);
    }
    fs.copyFileSync(path.join(scene.work, "figures.png"), path.join(shots, "figures.png"));
    await page.getByRole("combobox", { name: "Project" }).selectOption({ label: "bakery" });
    await expect(calls).not.toContainText(String(stats.totals.calls));
  });

  const looksAccessible = async (scheme: "light" | "dark") => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // The same page in other colours: all else is looked at once.
    const only = { coloursOnly: scheme === "dark" };
    for (const view of VIEWS) {
      await page.evaluate((v) => window.mascot.openDashboard({ page: v }), view);
      await expect(page.locator(`.page-${view} h2, .page-${view} h3`).first()).toBeVisible();
      if (view === "api") await openRoute(page);
      await expectAccessible(page, `${view} ${scheme}`, only);
    }
    await page.evaluate(() => window.mascot.openDashboard({ session_id: "v-1" }));
    await expect(page.locator(".page-conversation [data-seq]").first()).toBeVisible();
    await expectAccessible(page, `conversation ${scheme}`, only);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
    await expectAccessible(page, `palette ${scheme}`, only);
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.mascot.openDashboard({ page: "now" }));
  };

  test("every view is free of what axe knows to keep people out", () => looksAccessible("light"));

  test("in the dark every view has colours that can be told apart", { tag: "@long" }, () => looksAccessible("dark"));

  test("pictures", { tag: "@long" }, async () => {
    test.setTimeout(240_000);
    for (const [width, height] of [[1280, 800], [480, 800]] as const) {
      await scene.app.electron.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setContentSize(w as number, h as number), [width, height]);
      for (const [scheme, locale] of [["light", "en"], ["dark", "ko"]] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.evaluate((l) => window.mascot.changeSettings({ locale: l }), locale);
        for (const view of VIEWS) {
          await page.evaluate((v) => window.mascot.openDashboard({ page: v }), view);
          await expect(page.locator(`.page-${view}`)).toBeVisible();
          // Two frames: what was asked for last is drawn with the next.
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          await page.screenshot({ path: path.join(shots, `${view}-${scheme}-${locale}-${width}.png`) });
        }
      }
    }
  });
});

test("a first start where Claude Code has never run opens the tour too, and says why no hooks can be installed yet", async () => {
  const home = newHome();
  const app = await RunningApp.start(home, startedByPerson);
  try {
    const page = await app.window("dashboard.html");
    await expect(page.getByRole("heading", { name: "Hello! Your agents get a face" })).toBeFocused();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Claude Code was not found on this computer")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show what would be written" })).toBeDisabled();
    for (const view of ["now", "timeline", "sessions", "statistics"] as const) {
      await app.openDashboard({ page: view });
      await expect(page.locator(`.page-${view}`).getByText("No hooks are installed yet"), `${view} says why it is empty`).toBeVisible();
    }
    await page.getByRole("button", { name: "Install hooks" }).click();
    await expect(page.locator(".page-hooks")).toBeVisible();
  } finally {
    await app.quit();
    removeHome(home);
  }
});

/** A command of some thousand characters: aside by scrolling, or below each other. */
async function commandsAreReadWhole(page: Page): Promise<void> {
  const text = page.getByRole("region", { name: "What changes in the file" });
  const beyond = () => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect(text).toContainText("# agent-mascot");
  expect(await beyond()).toBeGreaterThan(1_000);
  await page.screenshot({ path: path.join(shots, "tour-preview.png") });
  const wrap = page.getByRole("button", { name: "Wrap long lines" });
  await wrap.click();
  await expect(wrap).toHaveAttribute("aria-pressed", "true");
  expect(await beyond()).toBe(0);
  await page.screenshot({ path: path.join(shots, "tour-preview-wrapped.png") });
}

test("a first start leads through the tour: hooks after what would be written was seen, then a mascot that waves and leaves nothing behind", async () => {
  const home = newHome();
  const settings = path.join(configFolder(home), "settings.json");
  fs.mkdirSync(configFolder(home));
  fs.writeFileSync(settings, '{ "theme": "dark" }\n');
  const app = await RunningApp.start(home, startedByPerson);
  try {
    const page = await app.window("dashboard.html");
    await expect(page.getByRole("heading", { name: "Hello! Your agents get a face" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "You see who needs you" })).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("radio", { name: /All your projects/ })).toBeChecked();
    await page.screenshot({ path: path.join(shots, "tour-hooks.png") });
    await page.getByRole("button", { name: "Show what would be written" }).click();
    expect(fs.readFileSync(settings, "utf8")).toBe('{ "theme": "dark" }\n');
    await commandsAreReadWhole(page);
    await page.getByRole("dialog").getByRole("button", { name: "Install hooks" }).click();
    await expect(page.getByRole("heading", { name: "Say hello" })).toBeVisible();
    expect(JSON.parse(fs.readFileSync(settings, "utf8"))).toMatchObject({ theme: "dark", hooks: { Stop: expect.anything() } });
    const stage = await app.mascots();
    await page.getByRole("button", { name: "Send a test event" }).click();
    const visitor = stage.locator('.figure[data-agent^="hello-"]');
    await expect(visitor).toBeVisible();
    await page.screenshot({ path: path.join(shots, "tour-hello.png") });
    await expect(visitor.locator('[data-moment="leaving"]')).toHaveCount(1, { timeout: 15_000 });
    await expect(visitor).toHaveCount(0);
    await expect.poll(async () => (await app.api<{ items: unknown[] }>("/api/sessions")).items.length, { timeout: 15_000 }).toBe(0);
    await page.getByRole("button", { name: "To the dashboard" }).click();
    await expect(page.getByText("Nobody is at work")).toBeVisible();
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Show the tour again" }).click();
    await page.getByRole("button", { name: "Skip the tour" }).click();
    await expect(page.locator(".page-hooks")).toBeVisible();
  } finally {
    await app.quit();
    removeHome(home);
  }
});
