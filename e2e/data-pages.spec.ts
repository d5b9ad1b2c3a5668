import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import type { Interaction, SessionRow, SessionsPage } from "../schemas/generated/types.ts";
import { type RunningApp, api } from "./support/app.ts";
import { cli, type InstalledHooks } from "./support/hooks.ts";
import { hookIn, repositoryIn, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

const shared = new SharedScene("data-pages", { mascots: "hidden" });
let home: string;
let work: string;
let app: RunningApp;
let hooks: InstalledHooks;
let page: Page;

test.beforeEach(async () => {
  fs.mkdirSync(shots, { recursive: true });
  ({ home, work, hooks, app } = await shared.fresh());
});

test.afterAll(() => shared.clear());

const repository = (name: string): string => repositoryIn(work, name);

const hook = (name: string, session_id: string, cwd: string, more?: Record<string, unknown>) => hookIn(cwd, name, session_id, more);

interface Said { prompt: string; reply: string; command?: string }

/** A session from its start to its end, as hooks of a client tell it. */
async function session(id: string, cwd: string, turns: readonly Said[]): Promise<void> {
  const told = turns.flatMap(({ prompt, reply, command }, turn) => {
    const call = { tool_name: "Bash", tool_use_id: `toolu_${id}_${turn}`, tool_input: { command } };
    const calls = command ? [hook("PreToolUse", id, cwd, call), hook("PostToolUse", id, cwd, { ...call, tool_response: { stdout: "done" } })] : [];
    return [hook("UserPromptSubmit", id, cwd, { prompt }), ...calls, hook("Stop", id, cwd, { last_assistant_message: reply })];
  });
  await tell(home, hook("SessionStart", id, cwd, { source: "startup" }), ...told, hook("SessionEnd", id, cwd, { reason: "other" }));
  await expect.poll(async () => (await sessionsOf()).find((row) => row.session_id === id)).toMatchObject({ state: "completed", summary: { last_reply: turns.at(-1)?.reply } });
}

/** Sessions that an export brings back: more than hooks could tell in a test's time. @param of interactions of the first session @param at when it ended, in ms */
async function imported(sessions: number, of: number, at = Date.now() - 3_600_000): Promise<void> {
  const row = (n: number): SessionRow => ({
    session_id: `old-${n}`, provider: "claude", project: `/home/dev/project-${n % 300}`, cwd: `/home/dev/project-${n % 300}`, model: "claude-test", source: "startup", title: null, state: "completed",
    started_at: at - n * 60_000, last_at: at - n * 60_000, ended_at: at - n * 60_000, end_reason: "other", trust: "verified", tty: null, parent_pid: null, start_time: null, fingerprint: null, summary: null,
    first_prompt: n === 0 ? "count all the beans" : `bed ${n}, please`,
    stats: { prompts: n === 0 ? of / 2 : 1, replies: n === 0 ? of / 2 : 0, tool_calls: 0, failures: 0, tools: {}, files: [], input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
  });
  const said = (n: number): Interaction => ({
    seq: n + 1, id: `old:${n}`, user_id: "local", session_id: "old-0", agent_id: "old-0", role: n % 2 === 0 ? "user" : "assistant", content: `bean ${n} of the fence lies in row ${n % 12}`.repeat(8),
    skill_name: n % 2 === 0 ? "user_prompt" : "claude_response", skill_args: null, metadata: {}, turn_id: null, project: "/home/dev/project-0", ts: at - of + n,
  });
  const lines = [...Array.from({ length: sessions }, (_, n) => ({ kind: "session", session: row(n), usage: [] })), ...Array.from({ length: of }, (_, n) => ({ kind: "interaction", interaction: said(n) }))];
  const file = path.join(work, "old.jsonl");
  fs.writeFileSync(file, [{ kind: "head", format: "agent-mascot", version: 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
  const result = await cli(home, ["import", file], {}, work);
  expect(result.code, result.stderr).toBe(0);
}

const sessionsOf = async () => (await api<SessionsPage>(home, "/api/sessions")).items;

async function open(name: "sessions" | "search" | "memory" | "data"): Promise<void> {
  await app.openDashboard({ page: name });
  page = await app.window("dashboard.html");
}

/** Both languages, light and dark, wide and narrow: for the eye. */
async function photograph(name: string): Promise<void> {
  if (!process.env.MASCOT_SHOTS) return;
  for (const locale of ["en", "ko"] as const) {
    await page.evaluate((to) => window.mascot.changeSettings({ locale: to }), locale);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1100, 480]) {
        await app.resizeDashboard(width, 760);
        await page.screenshot({ path: path.join(shots, `${name}-${locale}-${colorScheme}-${width}.png`) });
      }
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.evaluate(() => window.mascot.changeSettings({ locale: "en" }));
  await app.resizeDashboard(1100, 760);
}

const isNotWide = () => page.evaluate(() => [document.documentElement, ...document.querySelectorAll(".page")].map((one) => one.scrollWidth - one.clientWidth));
const hits = () => page.getByRole("list", { name: /Found places/ }).getByRole("listitem");

async function threeSessions(): Promise<{ garden: string; attic: string }> {
  const [garden, attic] = [repository("garden"), repository("attic")];
  await session("s-beans", garden, [
    { prompt: "plant the beans beside the fence, see POL-358", reply: "The beans are planted beside the fence.\n\n- 12 rows\n- watered", command: "ls beds && npm run water -- --row 3" },
    { prompt: "로그인버그를 고쳐 줘", reply: "로그인버그를 고쳤습니다. 빈 비밀번호를 막았습니다." },
  ]);
  await session("s-attic", attic, [{ prompt: "tidy the attic, and keep the beans jar", reply: "The attic is tidy. I don't know which jar you mean." }]);
  await session("s-water", garden, [{ prompt: "water them every morning", reply: "A timer waters them at 07:00.", command: "crontab -l" }]);
  return { garden, attic };
}

test.describe("the search", () => {
  test("finds what was said as one types, shows where, narrows it, and opens the conversation there", async () => {
    await threeSessions();
    await open("search");
    await expect(page.getByText("Find what was said")).toBeVisible();
    const field = page.getByRole("searchbox");
    await expect(field).toBeFocused();
    await photograph("search-empty");
    await field.fill("beans");
    await expect(hits().first().locator("mark").first()).toHaveText("beans");
    await expect(hits()).toHaveCount(5);
    await expect(page.getByText("5 places")).toBeVisible();
    await photograph("search");
    await page.getByLabel("Project").selectOption({ label: "attic" });
    await expect(hits()).toHaveCount(2);
    await page.getByRole("button", { name: "All again" }).click();
    await page.getByLabel("Who said it").selectOption({ label: "You" });
    await expect(hits()).toHaveCount(2);
    await page.getByLabel("Who said it").selectOption({ label: "Everyone" });
    await field.fill("water");
    await page.getByLabel("Tool", { exact: true }).selectOption({ label: "Bash" });
    await expect(hits()).toHaveCount(1);
    await expect(hits().locator(".chip")).toHaveText("Bash");
    await page.getByLabel("When").selectOption("between");
    await page.getByLabel("To this day").fill("2020-01-01");
    await expect(page.getByText("Nobody has said that within these filters.")).toBeVisible();
    await photograph("search-nothing");
    await page.getByRole("button", { name: "All again" }).click();
    for (const text of ["버그", "POL-358", "don't", "07:00"]) {
      await field.fill(text);
      await expect(hits().first().locator("mark").first(), text).toHaveText(text);
    }
  });

  test("takes any text for what it is, and finds no more what was deleted from its conversation", async () => {
    await threeSessions();
    await session("s-sharp", repository("attic"), [{ prompt: '<img src=x onerror="document.title = 1"> & 50% off_by', reply: "\u202Eturned round\u202C \ud83d\ude80 launched" }]);
    await open("search");
    const field = page.getByRole("searchbox");
    for (const text of ["(", '"', "* OR NOT", "%%%", "x".repeat(1000), "\u202E", "'; DROP TABLE interactions; --"]) {
      await field.fill(text);
      await expect(page.locator(".search-count"), text).toHaveAttribute("data-phase", "resting");
      await expect(page.getByRole("alert"), text).toHaveCount(0);
    }
    await field.fill("onerror");
    await expect(hits().filter({ has: page.locator('[data-speaker="you"]') })).toContainText('<img src=x onerror="document.title = 1"> & 50% off_by');
    expect(await page.locator(".hit img").count()).toBe(0);
    await field.fill("🚀");
    await expect(hits().first().locator("mark")).toHaveText("🚀");
    await hits().first().getByRole("button").click();
    await page.getByRole("button", { name: "Delete this session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(page.locator(".page-conversation")).toHaveCount(0);
    await expect(page.getByText("Nobody has said that in a recorded session.")).toBeVisible();
  });

  test("is used by the keyboard alone, from any page, and is found again as it was left", async () => {
    await threeSessions();
    await open("data");
    await expect(page.getByRole("heading", { name: "Data", exact: true })).toBeVisible();
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox");
    await expect(field).toBeFocused();
    await page.keyboard.type("beans");
    await expect(hits()).toHaveCount(5);
    await page.keyboard.press("ArrowDown");
    await expect(hits().nth(0).getByRole("button")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(hits().nth(2).getByRole("button")).toBeFocused();
    await page.keyboard.press("End");
    await expect(hits().nth(4).getByRole("button")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.locator(".page-conversation")).toBeVisible();
    await expect(page.locator(".page-conversation")).toContainText("plant the beans");
    await page.keyboard.press("Escape");
    await expect(page.locator(".page-conversation")).toHaveCount(0);
    await expect(field).toHaveValue("beans");
    await expect(hits().nth(4).getByRole("button")).toBeFocused();
    await page.getByRole("button", { name: "Memory" }).click();
    await page.getByRole("button", { name: "Search" }).click();
    await expect(field).toHaveValue("beans");
    await expect(hits()).toHaveCount(5);
  });

  test("draws only what is near of many places, and says so when there are more than it shows", async () => {
    await imported(1, 300);
    await open("search");
    await page.getByRole("searchbox").fill("bean");
    await expect(page.getByText("The newest 50 places; more come as you scroll")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await expect(page.getByText("The newest 200 places. Narrow the search to find older ones.")).toBeVisible();
    await page.keyboard.press("End");
    await expect(page.locator(".hit:focus")).toContainText("bean 100 of");
    expect(await page.locator(".hit").count()).toBeLessThan(40);
    await expect(page.locator('[role="listitem"]:has(.hit:focus)')).toHaveAttribute("aria-setsize", "200");
    await page.getByRole("searchbox").fill('"bean 7 of"');
    await expect(page.getByText("1 place", { exact: true })).toBeVisible();
  });
});

test.describe("the memory page", () => {
  test("shows word for word what the next session is then given, and what it costs", async () => {
    const { garden } = await threeSessions();
    await open("memory");
    await page.getByRole("button", { name: /^garden/ }).click();
    const text = page.getByRole("textbox", { name: "The text, word for word" });
    await expect(text).toHaveValue(/water them every morning/);
    await expect(page.getByText(/about [\d,]+ tokens/)).toBeVisible();
    await photograph("memory");
    const shown = await text.inputValue();
    const given = await hooks.ask(hook("SessionStart", "s-next", garden, { source: "startup" }), {}, garden);
    expect(JSON.parse(given.stdout).hookSpecificOutput.additionalContext).toBe(shown);
    await page.getByLabel("When it").selectOption("resume");
    await expect(page.getByText("It is told nothing: a resumed session knows what was said in it.")).toBeVisible();
    await page.getByLabel("When it").selectOption("startup");
    await page.getByText("Made from 2 sessions").click();
    await page.getByRole("button", { name: "water them every morning" }).click();
    await expect(page.locator(".page-conversation")).toBeVisible();
  });

  test("switches memory and recording off and on again, for a project and for all", async () => {
    const { garden, attic } = await threeSessions();
    await open("memory");
    const given = async (id: string, cwd: string) => (await hooks.ask(hook("SessionStart", id, cwd, { source: "startup" }), {}, cwd)).stdout;
    await page.getByRole("button", { name: /^garden/ }).click();
    await page.getByRole("switch", { name: "Tell new sessions of the last ones", exact: true }).click();
    await expect(page.getByText("It is told nothing: memory is switched off for this project.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^garden.*no memory/ })).toBeVisible();
    expect(await given("s-off", garden)).toBe("");
    expect(await given("s-attic-2", attic)).toContain("tidy the attic");
    await photograph("memory-off");
    await page.getByRole("switch", { name: "Tell new sessions of the last ones", exact: true }).click();
    await page.getByRole("switch", { name: "Do not record" }).click();
    await expect(page.getByText("It is told nothing: this project is not recorded.")).toBeVisible();
    await hooks.fire(hook("UserPromptSubmit", "s-off", garden, { prompt: "a quiet word" }), {}, garden);
    await page.getByRole("switch", { name: "Do not record" }).click();
    await expect(page.getByText("It is told nothing")).toHaveCount(0);
    await page.getByRole("switch", { name: /of their project/ }).click();
    await expect(page.getByText("It is told nothing: memory is switched off for all projects.")).toBeVisible();
    expect(await given("s-off-2", garden)).toBe("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("quiet");
    await expect(page.getByText("Nobody has said that in a recorded session.")).toBeVisible();
  });
});

test.describe("the data page", () => {
  const status = (id: string) => page.locator(`[data-job="${id}"]`);

  async function saveDialog(file: string | null): Promise<void> {
    await app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = (async () => ({ canceled: filePath === null, filePath: filePath ?? "" })) as typeof dialog.showSaveDialog;
    }, file);
  }

  test("says how much there is and what is kept by default, and changes it only when told to", async () => {
    await threeSessions();
    await open("data");
    await expect(page.locator(".figure", { hasText: "Sessions" })).toContainText("3");
    await expect(page.getByLabel("Keep for")).toHaveValue("365");
    await expect(page.getByLabel("Keep for").locator("option:checked")).toHaveText("1 year (default)");
    await expect(page.getByLabel("Keep at most").locator("option:checked")).toHaveText("2,000 MB (default)");
    await photograph("data");
    await page.getByLabel("Keep for").selectOption("other");
    await page.getByRole("textbox", { name: "Days to keep" }).fill("0");
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await page.getByRole("textbox", { name: "Days to keep" }).fill("");
    await page.keyboard.type("45");
    await expect(page.getByRole("textbox", { name: "Days to keep" })).toHaveValue("45");
    const kept = () => page.evaluate(() => window.mascot.settings().then(({ retention }) => retention));
    expect(await kept()).toEqual({ days: 365, megabytes: 2000 });
    await photograph("data-retention");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Keep for")).toHaveValue("45");
    expect(await kept()).toEqual({ days: 45, megabytes: 2000 });
    await page.getByLabel("Keep at most").selectOption("none");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByLabel("Keep at most")).toHaveValue("2000");
    expect(await kept()).toEqual({ days: 45, megabytes: 2000 });
  });

  test("says what a shorter time takes away before it is saved, and then it goes", async () => {
    await imported(2, 40, Date.now() - 100 * 86_400_000);
    await session("s-new", repository("garden"), [{ prompt: "plant the beans", reply: "Planted." }]);
    await open("data");
    await page.getByLabel("Keep for").selectOption("180");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await page.getByLabel("Keep for").selectOption("30");
    await expect(page.getByRole("alert")).toContainText(/Everything from before .* is deleted for good/);
    await photograph("data-loss");
    await page.getByRole("button", { name: "Save and delete" }).click();
    await expect(page.getByRole("button", { name: "Save and delete" })).toHaveCount(0);
    await expect.poll(async () => (await sessionsOf()).map(({ session_id }) => session_id), { timeout: 30_000 }).toEqual(["s-new"]);
    await expect(page.locator(".figure", { hasText: "Prompts, replies, tool calls" }), "the page tells of it by itself").toContainText(/[a-z]2$/, { timeout: 20_000 });
  });

  test("exports a session and everything to where the person says, and says nothing when they think better of it", async () => {
    await threeSessions();
    await open("data");
    const file = path.join(work, "beans.md");
    await saveDialog(file);
    await page.getByRole("button", { name: /^Export plant the beans/ }).click();
    await photograph("data-export");
    await page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
    await expect(status("export_session")).toContainText(file);
    expect(fs.readFileSync(file, "utf8")).toContain("The beans are planted beside the fence.");
    const all = path.join(work, "all.jsonl");
    await saveDialog(all);
    await page.getByRole("region", { name: "Everything" }).getByRole("button", { name: "Export…" }).click();
    await expect(status("export_all")).toContainText(all);
    expect(fs.readFileSync(all, "utf8").split("\n")[0]).toContain('"kind":"head"');
    await page.getByRole("button", { name: /^Close: Everything/ }).click();
    await saveDialog(null);
    await page.getByRole("region", { name: "Everything" }).getByRole("button", { name: "Export…" }).click();
    await expect(page.getByRole("region", { name: "Everything" }).getByRole("button", { name: "Export…" })).toBeEnabled();
    await expect(status("export_all")).toHaveCount(0);
    await saveDialog(path.join(work, "no such folder", "all.jsonl"));
    await page.getByRole("region", { name: "Everything" }).getByRole("button", { name: "Export…" }).click();
    await expect(status("export_all")).toContainText("the folder is not there");
    await photograph("data-failed");
  });

  test("deletes a session only after asking, and it is gone from everywhere", async () => {
    await threeSessions();
    await open("data");
    const button = page.getByRole("button", { name: /^Delete plant the beans/ });
    await button.click();
    await expect(page.getByRole("dialog")).toContainText("It cannot be taken back");
    await photograph("data-delete");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button).toBeFocused();
    expect(await sessionsOf()).toHaveLength(3);
    await button.click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(status("delete_session")).toContainText("was deleted");
    await expect(button).toHaveCount(0);
    await expect(page.locator("[data-row]:focus"), "the keyboard goes on with the next row").toHaveCount(1);
    await expect(page.locator(".figure", { hasText: "Sessions" })).toContainText("2");
    expect((await sessionsOf()).map(({ session_id }) => session_id)).not.toContain("s-beans");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("fence");
    await expect(page.getByText("Nobody has said that in a recorded session.")).toBeVisible();
  });

  test("what comes after a deletion can be read: of a session that goes on, and of one that an import brings back", async () => {
    await threeSessions();
    const all = path.join(work, "all.jsonl");
    expect((await cli(home, ["export", "--out", all])).code).toBe(0);
    await open("sessions");
    const entry = page.locator('[data-session="s-beans"]');
    const conversation = page.locator(".page-conversation");
    await entry.click();
    await page.getByRole("button", { name: "Delete this session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(conversation).toHaveCount(0);
    await expect(entry).toHaveCount(0);
    await tell(home, hook("SessionStart", "s-beans", path.join(work, "garden"), { source: "resume" }), hook("UserPromptSubmit", "s-beans", path.join(work, "garden"), { prompt: "and now the peas" }));
    await entry.click();
    await expect(conversation.getByText("and now the peas").last()).toBeVisible();
    await page.getByRole("button", { name: "Delete this session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(conversation).toHaveCount(0);
    expect((await cli(home, ["import", all])).code).toBe(0);
    await open("data");
    await page.getByRole("button", { name: "plant the beans beside the fence, see POL-358", exact: true }).click();
    await expect(conversation.getByText("The beans are planted beside the fence.")).toBeVisible();
  });

  test("deletes a large session while the person goes on, and says how far it is", async () => {
    await imported(1_000, 8_000);
    await open("data");
    await expect(page.locator(".figure", { hasText: "Sessions" })).toContainText("1,000");
    await photograph("data-many");
    const list = page.getByRole("list", { name: "Session by session" });
    await list.getByRole("button", { name: "count all the beans", exact: true }).focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press("PageDown");
    await expect(list.locator("[data-row]:focus")).not.toHaveText("count all the beans");
    expect(await list.getByRole("listitem").count()).toBeLessThan(60);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Delete count all the beans" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(status("delete_session")).toContainText(/[\d,]+ of [\d,]+ left/);
    await photograph("data-deleting");
    await page.getByRole("button", { name: "Memory" }).click();
    await page.getByRole("searchbox", { name: "Find a project" }).fill("project-7");
    await page.getByRole("button", { name: /^project-7 / }).click();
    await expect(page.getByRole("region", { name: "/home/dev/project-7" })).toBeVisible();
    await photograph("memory-many");
    await page.getByRole("button", { name: "Data", exact: true }).click();
    await expect(status("delete_session")).toContainText("was deleted", { timeout: 60_000 });
    await expect(page.locator(".figure", { hasText: "Sessions" })).toContainText("999");
  });

  test("takes back an export, and refuses a file that is none", async () => {
    await threeSessions();
    const all = path.join(work, "all.jsonl");
    expect((await cli(home, ["export", "--out", all])).code).toBe(0);
    await open("data");
    const openDialog = (file: string | null) => app.electron.evaluate(({ dialog }, chosen) => { dialog.showOpenDialog = async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }); }, file);
    const button = page.getByRole("region", { name: "Everything" }).getByRole("button", { name: "Import…" });
    const before = await sessionsOf();
    await openDialog(null);
    await button.click();
    await expect(button).toBeEnabled();
    await expect(status("import_all")).toHaveCount(0);
    const other = path.join(work, "other.jsonl");
    fs.writeFileSync(other, "no export\n");
    await openDialog(other);
    await button.click();
    await expect(status("import_all")).toContainText("no export of Agent Mascot");
    await page.evaluate(() => window.mascot.deleteAll());
    expect(await sessionsOf()).toEqual([]);
    await openDialog(all);
    await button.click();
    await expect(page.locator('[data-job="import_all"][data-state="done"]')).toBeVisible();
    expect((await sessionsOf()).map(({ session_id }) => session_id).sort()).toEqual(before.map(({ session_id }) => session_id).sort());
    await expect(page.getByRole("button", { name: /^Delete plant the beans/ })).toBeVisible();
  });

  test("deletes everything for somebody who types the word", async () => {
    await threeSessions();
    await open("data");
    await page.getByRole("button", { name: "Delete everything…" }).click();
    const dialog = page.getByRole("dialog");
    const action = dialog.getByRole("button", { name: "Delete everything" });
    await expect(action).toBeDisabled();
    await dialog.getByRole("textbox").fill("delet");
    await page.keyboard.press("Enter");
    await expect(action).toBeDisabled();
    await photograph("data-delete-all");
    await dialog.getByRole("textbox").fill("delete");
    await action.click();
    await expect(status("delete_all")).toContainText("Everything was deleted.");
    await expect(page.getByText("No session is kept.")).toBeVisible();
    expect(await sessionsOf()).toEqual([]);
    await expect(page.locator(".figure", { hasText: "Sessions" })).toContainText("0");
    await session("s-after", repository("garden"), [{ prompt: "begin anew", reply: "Begun." }]);
    await expect(page.getByRole("button", { name: /^Delete begin anew/ })).toBeVisible();
  });
});

test("however long a list is, the page scrolls and the window does not", async () => {
  await imported(60, 40);
  for (const name of ["sessions", "data", "memory", "search"] as const) {
    await open(name);
    await expect(page.locator(`.page-${name}`)).toBeVisible();
    if (name === "sessions") await expect(page.getByRole("listitem").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), name).toBe(0);
  }
});

test("the three pages fit a narrow window without a sideways scroll", async () => {
  await threeSessions();
  await open("search");
  await app.resizeDashboard(480, 620);
  await page.getByRole("searchbox").fill("beans");
  await expect(hits().first()).toBeVisible();
  expect(await isNotWide()).toEqual([0, 0]);
  for (const name of ["Memory", "Data"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name, exact: true, level: 2 })).toBeVisible();
    expect(await isNotWide(), name).toEqual([0, 0]);
  }
});
