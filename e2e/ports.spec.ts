import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { PortAnswer, PortCreate, PortDetail, PortList, PortStart } from "../schemas/generated/types.ts";
import { api, eventsOf, RunningApp } from "./support/app.ts";
import { cli, type HookResult } from "./support/hooks.ts";
import { hookIn, repositoryIn, type Scene, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

const shared = new SharedScene("ports-work", { mascots: "hidden" });
let scene: Scene;
let garden: string;

test.beforeEach(async () => {
  fs.mkdirSync(shots, { recursive: true });
  scene = await shared.fresh();
  garden = repositoryIn(scene.work, "garden");
});

test.afterAll(() => shared.clear());

const port = (args: string[], cwd = garden, env: Record<string, string> = {}): Promise<HookResult> => cli(scene.home, ["port", ...args], env, cwd);
const list = async (query = "?all=1") => (await api<PortList>(scene.home, `/api/ports${query}`)).items;
const post = (route: string, body: Record<string, unknown>) => api<PortAnswer>(scene.home, route, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
/** As other programs make one; the command line's own tests type it. */
const made = (id: string, more: Partial<PortCreate> = {}) => post("/api/ports", { id, cwd: garden, ...more });
const begun = (id: string, more: Partial<PortStart> = {}) => post(`/api/ports/${id}/start`, { cwd: garden, ...more });
const portEvents = async () => (await eventsOf(scene.home)).filter(({ event_type }) => event_type.startsWith("port_") || event_type === "dependency_resolved");

async function done(args: string[], cwd = garden): Promise<string> {
  const ran = await port(args, cwd);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout;
}

async function edits(session: string, file: string, cwd = garden): Promise<void> {
  const tool = { tool_name: "Write", tool_use_id: `toolu_${session}_${file}`, tool_input: { file_path: path.join(cwd, file), content: "x" } };
  await tell(scene.home, hookIn(cwd, "PostToolUse", session, { ...tool, tool_response: { type: "create" } }));
}

async function openBoard(): Promise<Page> {
  await scene.app.openDashboard({ page: "ports" });
  const page = await scene.app.window("dashboard.html");
  await expect(page.getByRole("heading", { name: "Work items", level: 2 })).toBeVisible();
  return page;
}

const column = (page: Page, name: string) => page.getByRole("region", { name });
const card = (page: Page, id: string) => page.locator(`[data-port="${id}"]`);

test("a work item's life by command line is in the API, in the log and on the board, with what was edited meanwhile", async () => {
  const page = await openBoard();
  await expect(page.getByText("No work items yet")).toBeVisible();
  await expect(page.getByText("agent-mascot port create fix-login")).toBeVisible();

  expect(await done(["create", "beans", "--title", "Plant the beans", "--priority", "high"])).toContain("agent-mascot port start beans");
  await expect(column(page, "To do").getByText("Plant the beans")).toBeVisible();
  await done(["start", "beans"]);
  await expect(column(page, "Running").getByText("Plant the beans")).toBeVisible();
  await edits("S", "src/bed.ts");
  await edits("T", "src/row.ts");
  await expect(card(page, "beans").getByText("2 files edited")).toBeVisible();
  await card(page, "beans").getByText("2 files edited").click();
  await expect(card(page, "beans").getByText("src/row.ts")).toBeVisible();
  expect((await api<PortDetail>(scene.home, `/api/ports/beans?cwd=${encodeURIComponent(garden)}`)).files.map((file) => file.path).sort()).toEqual(["src/bed.ts", "src/row.ts"]);
  expect(await done(["end", "beans"])).toContain("files edited: 2");
  await expect(column(page, "Ended").getByText("Plant the beans")).toBeVisible();
  expect((await portEvents()).map(({ event_type, payload }) => [event_type, payload?.["port_id"]])).toEqual([["port_created", "beans"], ["port_started", "beans"], ["port_ended", "beans"]]);
  expect(await done(["show", "beans"])).toContain("src/bed.ts");
});

test("circles, odd ids and dependencies are refused in words, and the end of the last one frees who waited", async () => {
  await done(["create", "sow", "--depends", "dig"]);
  const circle = await port(["create", "dig", "--depends", "sow"]);
  expect([circle.code, circle.stderr]).toEqual([1, expect.stringContaining("dig → sow → dig")]);
  const odd = await port(["create", "Dig the Bed!"]);
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("dig-the-bed")]);
  await done(["create", "dig"]);
  const early = await port(["start", "sow"]);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("sow waits for dig")]);
  await done(["start", "dig"]);
  expect(await done(["end", "dig"])).toContain("sow");
  expect((await portEvents()).at(-1)).toMatchObject({ event_type: "dependency_resolved", payload: { port_id: "sow", resolved_by: "dig" } });
  await done(["start", "sow"]);
});

test("of two sessions that start the same one the second is told, and may take it over; another project has its own", async () => {
  await done(["create", "beans"]);
  await done(["start", "beans", "--session", "A"]);
  const second = await port(["start", "beans", "--session", "B"]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("session A")]);
  expect(await done(["start", "beans", "--session", "B", "--force"])).toContain("session B");
  expect((await list("?session_id=B")).map(({ id }) => id)).toEqual(["beans"]);
  const attic = repositoryIn(scene.work, "attic");
  await done(["create", "beans", "--title", "Other beans"], attic);
  expect((await list()).map(({ title, state }) => [title, state])).toEqual([["beans", "running"], ["Other beans", "ready"]]);
  expect(await done(["list"], attic)).not.toContain("running");
});

test("in a hook's shell the client's project counts, in Korean too", async () => {
  const ran = await port(["create", "beans", "--title", "콩 심기"], scene.work, { CLAUDE_PROJECT_DIR: garden, LANG: "ko_KR.UTF-8" });
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("만들었습니다")]);
  expect(await list()).toMatchObject([{ id: "beans", title: "콩 심기", project: garden }]);
});

test("after a kill it is said what to do; once it runs again the board, the table and the log say the same, and time goes on", async () => {
  await made("beans");
  await begun("beans");
  await edits("S", "one.ts");
  for (let n = 0; n < 20; n++) await made(`p${n}`);
  const more = Array.from({ length: 20 }, (_, n) => begun(`p${n}`).then(() => `p${n}`, () => null));
  await Promise.race(more);
  await scene.app.kill();
  const acknowledged = (await Promise.all(more)).filter((id) => id !== null);
  const down = await port(["start", "beans"]);
  expect([down.code, down.stderr]).toEqual([1, expect.stringContaining("agent-mascot")]);
  scene.app = await RunningApp.start(scene.home);
  const states = new Map((await list("?all=1&limit=100")).map(({ id, state }) => [id, state]));
  for (const id of acknowledged) expect(states.get(id), id).toBe("running");
  const started = new Set((await portEvents()).filter(({ event_type }) => event_type === "port_started").map(({ payload }) => payload?.["port_id"]));
  expect([...states].filter(([, state]) => state === "running").map(([id]) => id).sort()).toEqual([...started].sort());
  await expect.poll(async () => (await api<PortDetail>(scene.home, "/api/ports/beans")).files.map(({ path: file, edits: count }) => [file, count])).toEqual([["one.ts", 1]]);
  expect((await api<PortDetail>(scene.home, "/api/ports/beans")).port.spent_ms).toBeGreaterThan(0);
});

test("a deleted session leaves its port paused; everything deleted leaves none, and the same name may come again", async () => {
  await made("beans");
  await begun("beans", { session_id: "gardener" });
  await edits("gardener", "one.ts");
  const page = await openBoard();
  await expect(column(page, "Running").locator("[data-port=beans]")).toBeVisible();
  await page.evaluate(() => window.mascot.deleteSession("gardener"));
  await expect(column(page, "To do").locator("[data-port=beans]")).toBeVisible();
  expect(await list()).toMatchObject([{ id: "beans", state: "ready", session_id: null }]);
  await page.evaluate(() => window.mascot.deleteAll());
  await expect(page.getByText("No work items yet")).toBeVisible();
  expect(await list()).toEqual([]);
  await made("beans", { title: "Again" });
  expect(await list()).toMatchObject([{ id: "beans", title: "Again", spent_ms: 0, files: 0 }]);
});

test("the board by keyboard and by hand: made, begun although it waits, paused, done, begun again", async () => {
  for (const hook of [hookIn(garden, "SessionStart", "gardener", { source: "startup" }), hookIn(garden, "UserPromptSubmit", "gardener", { prompt: "plant" })]) await scene.hooks.fire(hook, {}, garden);
  await made("dig", { title: "Dig the bed" });
  const page = await openBoard();
  await page.getByRole("button", { name: "New work item" }).click();
  const dialog = page.getByRole("dialog", { name: "New work item" });
  await page.keyboard.type("Sow the beans");
  await expect(dialog.getByLabel("Short name, for commands")).toHaveValue("sow-the-beans");
  await dialog.getByLabel("Short name, for commands").fill("Sow Beans");
  await dialog.getByLabel("Dig the bed").click();
  await expect(dialog.getByLabel("Dig the bed")).toBeChecked();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("button", { name: "Take sow-beans" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, "sow-beans").getByText("waits for dig")).toBeVisible();

  await card(page, "dig").getByRole("button", { name: "Start Dig the bed" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, "sow-beans").getByRole("button", { name: "Start Sow the beans" })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  const asks = page.getByRole("dialog", { name: "Sow the beans" });
  await expect(asks).toContainText("It waits for dig.");
  await asks.getByRole("button", { name: "Start anyway" }).click();
  await expect(column(page, "Running").locator("[data-port=sow-beans]")).toBeVisible();
  await expect(card(page, "sow-beans").getByRole("button", { name: "Conversation of garden" })).toBeVisible();

  await card(page, "dig").dragTo(column(page, "Running"));
  await expect(column(page, "Running").locator("[data-port=dig]")).toBeVisible();
  await card(page, "dig").dragTo(column(page, "To do"));
  await expect(column(page, "To do").locator("[data-port=dig]")).toBeVisible();
  await card(page, "sow-beans").getByRole("button", { name: "Sow the beans is done" }).press("Enter");
  await expect(column(page, "Ended").locator("[data-port=sow-beans]")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Sow the beans is done." })).toBeAttached();
  await expect(card(page, "sow-beans").getByRole("button", { name: "Start Sow the beans" })).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  await asks.getByRole("button", { name: "Start anyway" }).click();
  await expect(column(page, "Running").locator("[data-port=sow-beans]")).toBeVisible();
  expect((await portEvents()).map(({ event_type }) => event_type)).toEqual(["port_created", "port_created", "port_started", "port_started", "port_ended", "port_ended", "port_started"]);
});

test("the time of what runs goes on without anything being drawn anew", async () => {
  await made("beans");
  await begun("beans");
  const page = await openBoard();
  const spent = card(page, "beans").locator(".port-spent");
  await expect(spent).toHaveText(/^\d+s$/);
  const before = await spent.textContent();
  await expect(spent).not.toHaveText(before as string);
});

/** Both languages, light and dark, wide and narrow: for the eye. */
test("the board fits every window, language and light", async () => {
  await tell(scene.home, hookIn(garden, "SessionStart", "gardener", { source: "startup" }), hookIn(garden, "UserPromptSubmit", "gardener", { prompt: "plant" }));
  const attic = repositoryIn(scene.work, "attic");
  await made("dig", { title: "Dig the bed", priority: "high" });
  await made("sow", { title: "콩과 옥수수를 심고 물을 주기", depends_on: ["dig", "fence"] });
  await made("fence", { title: "A fence that keeps the hares out, with a gate that closes by itself and a sign that says so", priority: "low" });
  await made("boxes", { cwd: attic, title: "Carry the boxes down and say of each what is in it. ".repeat(15) });
  await begun("dig");
  for (const file of ["src/bed.ts", "src/soil/earth-and-stones.ts", "README.md"]) await edits("gardener", file);
  await made("stairs", { title: "Mend the stairs", cwd: attic });
  await begun("stairs", { session_id: "0b9f6a52-9d1e", cwd: attic });
  for (const [id, title, outcome] of [["old", "Clear the weeds", "done"], ["never", "Paint the roof", "dropped"]] as const) {
    await made(id, { title });
    await post(`/api/ports/${id}/end`, { cwd: garden, outcome });
  }
  const page = await openBoard();
  await expect(card(page, "dig").getByText("3 files edited")).toBeVisible();
  await card(page, "dig").getByText("3 files edited").click();
  // A title that is a whole text takes no more than four lines of the board.
  const [titleHeight, line] = await card(page, "boxes").locator(".port-title").evaluate((title) => [title.clientHeight, Number.parseFloat(getComputedStyle(title).lineHeight)]);
  expect((titleHeight as number) / (line as number)).toBeLessThan(4.5);
  for (const locale of ["en", "ko"] as const) {
    await page.evaluate((wanted) => window.mascot.changeSettings({ locale: wanted }), locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of [[1000, 720], [480, 900]] as const) {
        await scene.app.resizeDashboard(width, height);
        expect(await page.locator(".page-ports").evaluate((element) => element.scrollWidth - element.clientWidth), `${locale} ${width}`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: path.join(shots, `ports-${locale}-${colorScheme}-${width}.png`) });
      }
    }
  }
});
