/** Every page of the dashboard while it waits, when it cannot be read, enlarged, in another language and in another light. */
import { type Page, expect, test } from "@playwright/test";
import type { SettingsChange } from "../schemas/generated/types.ts";
import { cli } from "./support/hooks.ts";
import { type Scene, clearScene, repositoryIn, hookIn, setScene, tell } from "./support/scene.ts";

const ALL = ["now", "needs", "ports", "timeline", "sessions", "search", "statistics", "memory", "hooks", "bridges", "data", "api", "settings", "tour"] as const;
/** What each page cannot be without, and the channel by which it comes. */
const READ = { sessions: "sessions:list", timeline: "figures:calls", statistics: "figures:get", memory: "projects:list", hooks: "hooks:places", settings: "settings:get", data: "data:status", ports: "ports:list", bridges: "bridges:state" } as const;
type ReadPage = keyof typeof READ;
const READ_PAGES = Object.keys(READ) as ReadPage[];

let scene: Scene;
let page: Page;
let folder: string;

test.beforeAll(async () => {
  scene = await setScene("states", { mascots: "hidden" });
  folder = repositoryIn(scene.work, "garden-with-a-rather-long-name");
  for (const id of ["state-1", "state-2"]) {
    const call = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: `toolu_${id}` };
    await tell(scene.home,
      hookIn(folder, "SessionStart", id, { source: "startup" }), hookIn(folder, "UserPromptSubmit", id, { prompt: "Plant the beans beside the fence" }), hookIn(folder, "PreToolUse", id, call),
      hookIn(folder, "PostToolUse", id, { ...call, tool_response: { stdout: "ok" } }), hookIn(folder, "Stop", id, { last_assistant_message: "The beans are planted." }),
    );
  }
  await scene.app.openDashboard({ page: "now" });
  page = await scene.app.window("dashboard.html");
  await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
});
test.afterAll(() => clearScene(scene));

const openPage = (name: (typeof ALL)[number]) => page.evaluate((to) => window.mascot.openDashboard({ page: to }), name);

/** Main no longer answers as it should on a channel: not at all, or with a failure. */
async function spoil(channel: string, how: "silent" | "failing"): Promise<void> {
  await scene.app.electron.evaluate(({ ipcMain }, { at, silent }) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, () => unknown> };
    const kept = ((globalThis as unknown as { kept?: Map<string, () => unknown> }).kept ??= new Map());
    if (!kept.has(at)) kept.set(at, handlers.get(at) as () => unknown);
    ipcMain.removeHandler(at);
    ipcMain.handle(at, () => (silent ? new Promise(() => undefined) : Promise.reject(new Error("spoiled by a test"))));
  }, { at: channel, silent: how === "silent" });
}

async function mend(channel: string): Promise<void> {
  await scene.app.electron.evaluate(({ ipcMain }, at) => {
    const kept = (globalThis as unknown as { kept: Map<string, () => unknown> }).kept.get(at);
    (ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers.set(at, kept);
  }, channel);
}

test("a page that waits for its answer shows that something is coming, and a screen reader hears it", async () => {
  for (const name of READ_PAGES) {
    await openPage("tour");
    await spoil(READ[name], "silent");
    await openPage(name);
    await expect(page.locator(`.page-${name} [role="status"]`).filter({ hasText: /\S/ }).first(), name).toBeAttached();
    await expect(page.locator(`.page-${name} .skeleton`).first(), name).toBeVisible();
    await mend(READ[name]);
  }
});

test("a page that cannot be read says so and is there after trying again", async () => {
  for (const name of READ_PAGES) {
    await openPage("tour");
    await spoil(READ[name], "failing");
    await openPage(name);
    const alert = page.locator(`.page-${name}`).getByRole("alert").filter({ hasText: /\S/ });
    await expect(alert.first(), name).toBeVisible();
    await mend(READ[name]);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert, name).toHaveCount(0);
    await expect(page.locator(`.page-${name} .skeleton`), name).toHaveCount(0);
  }
});

test("a page that is opened is seen from its top, and one that lay below a conversation as it was left", async () => {
  await scene.app.resizeDashboard(900, 420);
  const scroll = (name: string, by: number) => page.locator(`.page-${name}`).evaluate((sheet, to) => {
    sheet.scrollTop = to;
    return sheet.scrollTop;
  }, by);
  const height = (name: string) => page.locator(`.page-${name}`).evaluate(({ scrollTop }) => scrollTop);
  for (const name of ALL) {
    const before = name === "api" ? "settings" : "api";
    await openPage(before);
    await expect.poll(() => scroll(before, 900), { message: `${before} is longer than the window` }).toBeGreaterThan(500);
    await openPage(name);
    await expect(page.locator(`.page-${name} h2`).first(), name).toBeInViewport();
    await expect(page.locator(`.page-${name} .skeleton`)).toHaveCount(0);
    expect(await height(name), name).toBe(0);
  }
  await openPage("settings");
  await expect.poll(() => scroll("settings", 300)).toBe(300);
  await page.evaluate(() => window.mascot.openDashboard({ session_id: "state-1" }));
  await expect(page.locator(".page-conversation [data-seq]").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".page-conversation")).toHaveCount(0);
  expect(await height("settings")).toBe(300);
  await scene.app.resizeDashboard(1040, 720);
});

/** Where it is between one and two at night now: last evening is not so long ago there that a session's client is given up for its silence. */
function whereItIsNight(): { timezoneId: string; evening: Date } {
  const hour = new Date().getUTCHours();
  const ahead = hour <= 13 ? 1 - hour : 25 - hour;
  return { timezoneId: `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`, evening: new Date(new Date().setUTCMinutes(0, 0, 0) - 3 * 3_600_000) };
}

test("what began another day says so, and in another time zone every page tells the times of that one", async () => {
  const { timezoneId, evening } = whereItIsNight();
  const devtools = await page.context().newCDPSession(page);
  const come = async (zone: string) => {
    await devtools.send("Emulation.setTimezoneOverride", { timezoneId: zone });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  };
  try {
    await come(timezoneId);
    const then = { _meta: { collected_at: evening.toISOString() } };
    await tell(scene.home, hookIn(folder, "SessionStart", "state-old", { source: "startup", ...then }), hookIn(folder, "UserPromptSubmit", "state-old", { prompt: "Since last evening", ...then }));
    await openPage("now");
    const row = page.locator('[data-agent="state-old"]');
    await expect(row.locator(".meta time")).toHaveText(/^since [A-Z][a-z]{2} \d{1,2}, (10:00\sPM|\d{4})$/);
    await row.locator(".agent-more").click();
    await expect(row.locator(".agent-card")).toContainText(/Since[A-Z][a-z]{2} \d{1,2}, (10:00\sPM|\d{4})/);
    await openPage("sessions");
    const entry = page.locator('[data-session="state-old"] time');
    await expect(entry).toHaveText(/^10:00\sPM$/);
    await come("Pacific/Kiritimati");
    const there = new RegExp(`^${new Intl.DateTimeFormat("en", { timeZone: "Pacific/Kiritimati", hour: "numeric", minute: "2-digit" }).format(evening).replace(/\s/g, "\\s")}$`);
    await expect(entry).toHaveText(there);
    await page.evaluate(() => window.mascot.openDashboard({ session_id: "state-old" }));
    await expect(page.locator(".page-conversation [data-seq] time").first()).toHaveText(there);
  } finally {
    await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "" });
    await devtools.detach();
  }
});

test("a search that fails says so and finds after trying again, with the face of who said it", async () => {
  await openPage("search");
  await spoil("conversation:search", "failing");
  await page.getByRole("searchbox").fill("beans");
  const alert = page.locator(".page-search").getByRole("alert");
  await expect(alert).toBeVisible();
  await mend("conversation:search");
  await alert.getByRole("button", { name: "Try again" }).click();
  const hit = page.locator(".hit").first();
  await expect(hit).toContainText("beans");
  await expect(alert).toHaveCount(0);
  const faceInSearch = await hit.locator(".hit-face svg").innerHTML();
  const leadOfHit = await page.evaluate(async () => (await window.mascot.search({ text: "beans", limit: 1 })).items[0]?.session_id as string);
  await openPage("sessions");
  const face = page.locator(`[data-session="${leadOfHit}"] .session-face svg`);
  await expect(face).toBeVisible();
  const shapes = (markup: string) => markup.replaceAll(/(?:id|href|mask|clip-path|fill)="[^"]*"/g, "");
  expect(shapes(await face.innerHTML())).toBe(shapes(faceInSearch));
});

test("no page has to be scrolled sideways at twice the size, nor at four times, in either language", { tag: "@long" }, async () => {
  test.setTimeout(120_000);
  const zoom = (factor: number) => scene.app.electron.evaluate(({ BrowserWindow }, by) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes("dashboard.html"));
    window?.setContentSize(1280, 900);
    window?.webContents.setZoomFactor(by);
  }, factor);
  try {
    for (const locale of ["ko", "en"] as const) {
      await page.evaluate((to) => window.mascot.changeSettings({ locale: to }), locale);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      for (const factor of [2, 4]) {
        await zoom(factor);
        await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThanOrEqual(1280 / factor);
        for (const name of ALL) {
          await openPage(name);
          await expect(page.locator(`.page-${name} h2`).first()).toBeVisible();
          await expect(page.locator(`.page-${name} .skeleton`)).toHaveCount(0);
          const tooWide = await page.evaluate((at) => [document.documentElement, document.querySelector("main"), document.querySelector(`.page-${at}`)].map((box) => (box === null ? -1 : box.scrollWidth - box.clientWidth)), name);
          expect.soft(tooWide, `${name}, ${factor} times, ${locale}`).toEqual([0, 0, 0]);
        }
      }
    }
  } finally {
    await zoom(1);
  }
});

test("in high contrast, where every ground is the same, it is seen what is switched on, chosen, and how much", async () => {
  const looks = async (what: string, nth = 0) => (await page.locator(what).nth(nth).screenshot({ animations: "disabled" })).toString("base64");
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  try {
    await openPage("settings");
    await page.mouse.move(0, 0);
    const on = page.locator('.page-settings input[role="switch"]:checked').first();
    const off = page.locator('.page-settings input[role="switch"]:not(:checked):enabled').first();
    await expect(off).toBeVisible();
    expect((await on.screenshot()).equals(await off.screenshot()), "a switch that is on").toBe(false);
    await openPage("statistics");
    await expect(page.locator(".heat-legend span").first()).toBeVisible();
    expect(await looks(".heat-legend .level-4"), "much").not.toBe(await looks(".heat-legend .level-0"));
    await openPage("timeline");
    await expect(page.locator(".timeline-legend .kind").first()).toBeVisible();
    expect(await looks(".timeline-legend .kind", 1), "kinds of calls").not.toBe(await looks(".timeline-legend .kind", 0));
    await page.keyboard.press("Control+k");
    await expect(page.locator('.palette-item[data-selected="true"]')).toHaveCSS("outline-style", "solid");
    await page.keyboard.press("Escape");
  } finally {
    await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  }
});

test("Tab goes through the navigation, then the page, from its top to its end, and stops on nothing that is not seen", async () => {
  test.setTimeout(90_000);
  for (const name of ["now", "sessions", "search", "memory", "hooks", "settings", "data"] as const) {
    await openPage(name);
    await expect(page.locator(`.page-${name} h2`).first()).toBeVisible();
    await page.locator("nav button").first().focus();
    const walked: { within: string; top: number; seen: boolean; named: boolean }[] = [];
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) return null;
        const { top, width, height } = element.getBoundingClientRect();
        const text = element.getAttribute("aria-label") ?? (element.getAttribute("aria-labelledby") ? "named" : null) ?? ((element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent);
        return { within: element.closest("nav") ? "nav" : element.closest("main") ? "main" : "other", top: top + (element.closest(".page")?.scrollTop ?? 0), seen: width > 0 && height > 0 && getComputedStyle(element).visibility === "visible", named: (text ?? "").trim() !== "" };
      });
      // Round again.
      if (at === null || (at.within === "nav" && walked.at(-1)?.within === "main")) break;
      walked.push(at);
    }
    expect(walked.filter(({ seen, named }) => !seen || !named), name).toEqual([]);
    const order = walked.map(({ within }) => within);
    expect(order.lastIndexOf("nav"), `${name}: the navigation comes before the page`).toBeLessThan(order.includes("main") ? order.indexOf("main") : order.length);
    if (name !== "now") expect(order, name).toContain("main");
  }
});

test("another language and another light are there at once, on the page that is open", async () => {
  for (const name of ALL) {
    await openPage(name);
    const heading = page.locator(`.page-${name} h2`).first();
    await expect(heading).toBeVisible();
    await page.evaluate(() => window.mascot.changeSettings({ locale: "ko" }));
    await expect(heading, name).toHaveText(/[가-힣]/);
    await expect(page.locator("nav")).not.toContainText(/Sessions|Settings|Search/);
    await page.evaluate(() => window.mascot.changeSettings({ locale: "en" }));
    await expect(heading, name).not.toHaveText(/[가-힣]/);
  }
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = (colorScheme: "light" | "dark") => page.emulateMedia({ colorScheme });
  await openPage("timeline");
  const corner = () => page.evaluate(() => [...((document.querySelector("canvas.timeline-canvas") as HTMLCanvasElement | null)?.getContext("2d")?.getImageData(0, 0, 400, 60).data ?? [])].join(","));
  await expect(page.locator("canvas.timeline-canvas")).toBeVisible();
  await light("light");
  const [before, drawnBefore] = [await ground(), await corner()];
  await light("dark");
  await expect.poll(ground).not.toBe(before);
  await expect.poll(async () => (await corner()) !== drawnBefore, { message: "the timeline is drawn in the other colours" }).toBe(true);
  await light("light");
  await expect.poll(ground).toBe(before);
});

test("a name without an end, of a folder, a model or an agent, makes no page wider than its window", async () => {
  for (const [n, name] of ["W".repeat(300), "👨‍👩‍👧".repeat(80)].entries()) {
    const [folder, id] = [`/work/${name}`, `endless-${n}`];
    await tell(scene.home,
      hookIn(folder, "SessionStart", id, { source: "startup", model: name }), hookIn(folder, "UserPromptSubmit", id, { prompt: name }),
      hookIn(folder, "PreToolUse", id, { tool_name: name, tool_input: { command: name }, tool_use_id: `toolu_${id}` }), hookIn(folder, "SubagentStart", id, { agent_id: `helper-${n}`, agent_type: name }),
    );
  }
  await scene.app.resizeDashboard(800, 600);
  for (const name of ALL) {
    await openPage(name);
    await expect(page.locator(`.page-${name} h2`).first()).toBeVisible();
    await expect(page.locator(`.page-${name} .skeleton`)).toHaveCount(0);
    if (name === "sessions") await expect(page.locator('[data-session="endless-1"]')).toBeVisible();
    if (name === "search" || name === "statistics") await expect(page.locator(`.page-${name} select option`).filter({ hasText: "WWWW" }).first()).toBeAttached();
    const tooWide = await page.evaluate((at) => [document.documentElement, document.querySelector("main"), document.querySelector(`.page-${at}`)].map((box) => (box === null ? -1 : box.scrollWidth - box.clientWidth)), name);
    expect.soft(tooWide, name).toEqual([0, 0, 0]);
  }
});

/** As menus do it. */
const changeElsewhere = (change: SettingsChange) => page.evaluate((to) => window.mascot.changeSettings(to), change);
const inTerminal = async (...words: string[]) => expect(await cli(scene.home, words, {}, folder)).toMatchObject({ code: 0 });

test("the settings that are open show what holds, whoever changed it: the palette, a menu, a terminal", async () => {
  await openPage("settings");
  const choice = (name: string) => page.locator(".page-settings").getByRole("combobox", { name, exact: true });
  await expect(choice("Language")).not.toHaveValue("ko");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands" }).fill("한국어");
  await page.keyboard.press("Enter");
  await expect(choice("언어")).toHaveValue("ko");
  await choice("언어").selectOption("en");
  await expect(choice("Language")).toHaveValue("en");
  await changeElsewhere({ size: "L", theme: "paper-cut", answering: true, memory: false, notify: { needs: false } });
  await expect(choice("Size of the mascots")).toHaveValue("L");
  await expect(page.getByRole("radio", { name: /Paper cut/ })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Tell me when an agent needs me" })).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Answer agents from the bubble and the dashboard" })).toBeChecked();
  await inTerminal("guard", "strict", "--all");
  await expect(choice("Edits without a running work item")).toHaveValue("strict");
  await inTerminal("guard", "warn");
  await expect(page.locator(`[data-project="${folder}"]`).getByRole("combobox")).toHaveValue("warn");
});

test("a time that is half typed in the settings stays, whatever changes meanwhile", async () => {
  await openPage("settings");
  await changeElsewhere({ size: "M", notify: { quiet_hours: { on: true, from: "22:00" } } });
  const from = page.getByLabel("From", { exact: true });
  const hour = () => page.evaluate(async () => Number((await window.mascot.settings()).notify?.quiet_hours?.from.slice(0, 2)) % 12);
  await from.focus();
  await page.keyboard.press("Backspace");
  await changeElsewhere({ size: "S" });
  await expect(page.getByRole("combobox", { name: "Size of the mascots" })).toHaveValue("S");
  await expect(from).toHaveValue("");
  await page.keyboard.press("1");
  await expect.poll(hour).toBe(1);
  await page.keyboard.press("1");
  await expect.poll(hour).toBe(11);
});

test("other pages that tell of a setting follow it too", async () => {
  await changeElsewhere({ answering: false, memory: true });
  await openPage("needs");
  const isOff = page.locator(".page-needs").getByText("Answering from here is switched off");
  await expect(isOff).toBeVisible();
  await changeElsewhere({ answering: true });
  await expect(isOff).toHaveCount(0);
  for (const [name, label, change] of [["memory", "of their project", { memory: false }], ["hooks", "Put hooks back", { hooks_auto_repair: true }]] as const) {
    await openPage(name);
    const toggle = page.locator(`.page-${name}`).getByRole("switch", { name: label });
    const was = await toggle.isChecked();
    await changeElsewhere(change);
    await expect(toggle, name).toBeChecked({ checked: !was });
  }
});
