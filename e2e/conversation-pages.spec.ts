import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { Interaction, InteractionsPage, SearchResult, SessionRow, SessionsPage } from "../schemas/generated/types.ts";
import { api, type RunningApp } from "./support/app.ts";
import { cli, type InstalledHooks, recordedTurn } from "./support/hooks.ts";
import { hookIn, repositoryIn, tell as tellApp } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

const shared = new SharedScene("pages-work", { mascots: "hidden" });
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

type Step = readonly [event: string, payload?: Record<string, unknown>];

async function tell(session_id: string, project: string, ...steps: Step[]): Promise<void> {
  const cwd = repositoryIn(work, project);
  await tellApp(home, ...steps.map(([event, payload]) => hookIn(cwd, event, session_id, payload)));
}

const START: Step = ["SessionStart", { source: "startup" }];
const END: Step = ["SessionEnd", { reason: "other" }];
const asks = (prompt: string): Step => ["UserPromptSubmit", { prompt }];
const replies = (last_assistant_message: string): Step => ["Stop", { last_assistant_message }];
const bash = (id: string, command: string) => ({ tool_name: "Bash", tool_use_id: `toolu_${id}`, tool_input: { command } });
const runs = (id: string, command: string): Step => ["PreToolUse", bash(id, command)];
const ran = (id: string, command: string, stdout: string): Step => ["PostToolUse", { ...bash(id, command), tool_response: { stdout, stderr: "" } }];

const stored = async (id: string, count: number) => expect.poll(async () => (await api<InteractionsPage>(home, `/api/interactions?session_id=${id}&limit=1`)).total).toBe(count);

async function openSessions(): Promise<void> {
  await app.openDashboard({ page: "sessions" });
  page = await app.window("dashboard.html");
  await expect(page.getByRole("heading", { name: "Sessions", level: 2 })).toBeVisible();
}

const entry = (id: string) => page.locator(`[data-session="${id}"]`);
const said = () => page.getByRole("article");
const feed = () => page.locator(".feed-frame");

const at = (n: number) => Date.now() - 40 * 60_000 + n * 100;

type Said = Pick<Interaction, "role" | "skill_name" | "content"> & Partial<Interaction>;
const prompt = (content: string): Said => ({ role: "user", skill_name: "user_prompt", content });
const reply = (content: string, more: Partial<Interaction> = {}): Said => ({ role: "assistant", skill_name: "claude_response", content, ...more });

/** Sessions that are over, put into the log as an export that comes back: hook by hook a long one would take an afternoon. */
async function imported(sessions: Record<string, readonly Said[]>): Promise<void> {
  const file = path.join(work, `${Object.keys(sessions)[0]}.jsonl`);
  const lines = Object.entries(sessions).flatMap(([id, said]) => linesOf(id, said));
  fs.writeFileSync(file, [{ kind: "head", format: "agent-mascot", version: 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
  const done = await cli(home, ["import", file], {}, work);
  expect(done.code, done.stderr).toBe(0);
  for (const [id, said] of Object.entries(sessions)) await stored(id, said.length);
}

function linesOf(session_id: string, said: readonly Said[]): ({ kind: "session"; session: SessionRow } | { kind: "interaction"; interaction: Interaction })[] {
  const project = path.join(work, "garden");
  const stats = { prompts: 1, replies: 1, tool_calls: 0, failures: 0, tools: {}, files: [], input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
  const session: SessionRow = {
    session_id, provider: "claude", project, cwd: project, model: null, source: "startup", title: null, state: "completed", started_at: at(0), last_at: at(said.length), ended_at: at(said.length),
    end_reason: null, trust: "verified", tty: null, parent_pid: null, start_time: null, fingerprint: null, stats, summary: null, first_prompt: said[0]?.content ?? null,
  };
  const rows = said.map((more, seq): Interaction => ({ seq, id: `${session_id}-${seq}`, user_id: "local", session_id, agent_id: session_id, skill_args: null, metadata: {}, turn_id: null, project, ts: at(seq), ...more }));
  return [{ kind: "session", session }, ...rows.map((interaction) => ({ kind: "interaction" as const, interaction }))];
}

/** Rows of every height, so that a row's place cannot be guessed. */
const longConversation = (id: string, turns: number) =>
  imported({ [id]: Array.from({ length: turns }, (_, turn) => [prompt(`question ${turn}`), reply(`answer ${turn}\n\n${"- one more **point** of it\n".repeat(turn % 7)}`)]).flat() });

test("the sessions are listed, the newest first, by project, by what they do, as it changes", async () => {
  await tell("first", "garden", START, asks("plant the beans"), replies("Planted."), END);
  await tell("second", "attic", START, asks("clear the attic"), ["PermissionRequest", bash("p", "rm -r boxes")]);
  await openSessions();
  const list = page.getByRole("list", { name: "Sessions, the newest first" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.locator("[data-session]").first()).toHaveAttribute("data-session", "second");
  await expect(entry("second")).toContainText("waits for permission");
  await expect(entry("first")).toContainText("plant the beans");
  await expect(entry("first")).toHaveAttribute("data-standing", "completed");
  await tell("second", "attic", ran("p", "rm -r boxes", ""), replies("Cleared."));
  await expect(entry("second")).toHaveAttribute("data-standing", "interactable");
  await tell("third", "garden", START, asks("water the beans"));
  await expect(list.locator("[data-session]").first()).toHaveAttribute("data-session", "third");
  await page.screenshot({ path: path.join(shots, "sessions.png") });
  await page.getByLabel("Project").selectOption({ label: "garden" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByLabel("Which sessions").selectOption("Ended");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Which sessions").selectOption("Needs you");
  await expect(page.getByText("No such session")).toBeVisible();
});

test("who looks at one project alone sees which one, also when its last session is gone, and comes back to all", async () => {
  for (const name of ["garden", "attic"]) await tell(`in-${name}`, name, START, asks(`tidy the ${name}`), replies("Tidy."), END);
  await openSessions();
  const filter = page.getByRole("combobox", { name: "Project" });
  const listed = page.locator("[data-session]");
  for (const [where, left, other] of [["sessions", "garden", "attic"], ["data", "attic", "cellar"]] as const) {
    await app.openDashboard({ page: where });
    await filter.selectOption({ label: left });
    await expect(listed).toHaveCount(1);
    await page.evaluate((id) => window.mascot.openDashboard({ session_id: id }), `in-${left}`);
    await page.getByRole("button", { name: "Delete this session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(listed).toHaveCount(0);
    // As the person does who comes back from another window.
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(filter.getByRole("option")).toHaveText(["All projects", other, left]);
    await expect(filter.locator("option:checked")).toHaveText(left);
    await tell(`new-in-${left}`, "cellar", START, asks("light the cellar"), replies("Lit."), END);
    await filter.selectOption({ label: "All projects" });
    await expect(page.locator(`[data-session="new-in-${left}"]`)).toBeVisible();
  }
});

test("the list that somebody reads stays where it is when sessions come and move", async () => {
  await imported(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`old-${n}`, [prompt(`old question ${n}`), reply("Answered.")]])));
  await openSessions();
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setSize(900, 500));
  await page.locator('[data-row][tabindex="0"]').focus();
  for (let n = 0; n < 15; n++) await page.keyboard.press("ArrowDown");
  const focused = page.locator("[data-session]:focus");
  const id = await focused.getAttribute("data-session");
  const top = () => focused.evaluate((row) => Math.round(row.getBoundingClientRect().top));
  const before = await top();
  await tell("new", "attic", START, asks("who comes?"));
  await expect.poll(async () => (await page.getByRole("listitem").first().getAttribute("aria-posinset"))).not.toBe("1");
  await expect(page.locator(`[data-session="${id}"]`).locator("..")).toHaveAttribute("aria-posinset", "17");
  expect(await focused.getAttribute("data-session")).toBe(id);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await page.keyboard.press("ArrowUp");
  await expect(focused.locator("..")).toHaveAttribute("aria-posinset", "16");
  await page.keyboard.press("Home");
  await expect(entry("new")).toBeFocused();
});

test("a recorded session is read word for word, and grows while it is read", async () => {
  const turn = recordedTurn("cap-basic");
  const id = turn[0]?.payload.session_id ?? "";
  await hooks.replay(turn.slice(0, -3));
  await openSessions();
  await entry(id).click();
  await expect(page.getByRole("feed", { name: "What was said and done" })).toBeVisible();
  const asked = turn.find(({ payload }) => payload.hook_event_name === "UserPromptSubmit")?.payload["prompt"] as string;
  await expect(said().filter({ hasText: asked }).first()).toBeVisible();
  await hooks.replay(turn.slice(-3));
  const { items } = await api<InteractionsPage>(home, `/api/interactions?session_id=${id}&limit=1000`);
  await expect(said().last()).toHaveAttribute("aria-posinset", String(items.length));
  expect(await said().evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset["seq"])))).toEqual(items.map(({ seq }) => seq));
  await page.screenshot({ path: path.join(shots, "conversation.png") });
  await page.getByRole("button", { name: "About this session" }).click();
  const about = page.getByRole("region", { name: "About this session" });
  await expect(about).toContainText(/ToolsBash \d/);
  await expect(about).toContainText("notes.txt");
});

test("a call shows what went in and what came out once it is unfolded, and its result as soon as it is there", async () => {
  await tell("calls", "garden", START, asks("run the tests"), runs("t", "npm test"));
  await openSessions();
  await entry("calls").click();
  const call = said().filter({ hasText: "Bash" });
  await expect(call).toHaveAttribute("aria-label", /^Bash npm test, under way/);
  await expect(call).not.toContainText("command");
  await call.getByRole("button").click();
  await expect(call).toContainText("No result yet");
  await tell("calls", "garden", ran("t", "npm test", "12 passed"));
  await expect(call).toContainText("12 passed");
  await expect(call).toHaveAttribute("aria-label", /^Bash npm test, done/);
  await expect(page.locator(".live")).toBeVisible();
});

test("what agents write is a document that brings no HTML, no pictures and no links but to the web", async () => {
  const requests: string[] = [];
  await tell("words", "garden", START, asks("show me <b>all</b> of *it*"), replies("# Head\n\n**bold** <img src=x onerror=alert(1)> ![bean](https://tracker.example/b.png)\n\n[web](https://a.example/b) [file](file:///etc/passwd)\n\n```\ncode\n```"));
  await openSessions();
  page.on("request", (request) => requests.push(request.url()));
  await entry("words").click();
  const written = said().last();
  await expect(written.getByRole("heading", { name: "Head" })).toBeVisible();
  await expect(said().first()).toContainText("show me <b>all</b> of *it*");
  expect(await written.locator("img").count()).toBe(0);
  await expect(written).toContainText("bean (https://tracker.example/b.png)");
  await expect(written.getByRole("link")).toHaveText(["web"]);
  expect(requests.filter((url) => !url.startsWith("app://"))).toEqual([]);
  await page.evaluate(() => window.mascot.changeSettings({ locale: "ko" }));
  await expect(written).toHaveAttribute("aria-label", /^에이전트/);
});

test("a plan is a document once it is unfolded", async () => {
  await tell("plans", "garden", START, asks("plan it"), ["PreToolUse", { tool_name: "ExitPlanMode", tool_input: { plan: "# Beds\n\n1. **dig** <img src=x>" }, tool_use_id: "toolu_plan" }]);
  await openSessions();
  await entry("plans").click();
  const call = said().filter({ hasText: "ExitPlanMode" });
  await call.getByRole("button").click();
  await expect(call.getByRole("heading", { name: "Beds" })).toBeVisible();
  await expect(call.getByRole("listitem")).toHaveText("dig <img src=x>");
  await expect(call.locator("img")).toHaveCount(0);
});

test("thinking, the client's own words and helpers are told apart; what is folded opens", async () => {
  await imported({ thought: [
    prompt("why?"), { ...prompt("<reminder>be brief</reminder>\nsecond line"), metadata: { injected: true } }, reply("Because.", { metadata: { thinking: "Let me see.\nIt is so." } }), reply("I looked, too.", { agent_id: "thought/helper-7" }),
  ] });
  await openSessions();
  await entry("thought").click();
  const [note, answer] = [said().nth(1), said().nth(2)];
  await expect(note).not.toContainText("second line");
  await note.getByRole("button", { name: /Told by the client/ }).click();
  await expect(note).toContainText("second line");
  await expect(answer).toContainText("Because.");
  await expect(answer).not.toContainText("It is so.");
  const thinking = answer.getByRole("button", { name: /Thinking/ });
  await thinking.click();
  await expect(answer).toContainText("It is so.");
  await expect(thinking).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(".helper")).toContainText("sub-agenthelper-7");
});

test("a session is exported and deleted from its conversation, after the person said so", async () => {
  await imported({ kept: [prompt("keep this"), reply("Kept.")], gone: [prompt("forget this"), reply("Forgotten.")] });
  await openSessions();
  await entry("kept").click();
  const file = path.join(work, "kept.md");
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() => Promise.resolve({ canceled: false, filePath })) as never;
  }, file);
  await page.getByRole("button", { name: "Export this session" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, "utf8").includes("keep this")).toBe(true);
  await expect(page.getByText(/“keep this” was exported/)).toBeVisible();
  await page.keyboard.press("Escape");
  await entry("gone").click();
  await page.getByRole("button", { name: "Delete this session" }).click();
  await page.keyboard.press("Escape");
  await expect(said().first()).toContainText("forget this");
  await page.getByRole("button", { name: "Delete this session" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("feed")).toHaveCount(0);
  await expect(entry("gone")).toHaveCount(0);
  await expect(entry("kept")).toBeVisible();
  expect((await api<SessionsPage>(home, "/api/sessions")).items.map(({ session_id }) => session_id)).toEqual(["kept"]);
});

test("a prompt of five megabytes is shown by its beginning, and the page stays usable", async () => {
  await tell("huge", "garden", START, asks(`begin ${"bean ".repeat(1_000_000)} end`), replies("Read."));
  await stored("huge", 2);
  await openSessions();
  await entry("huge").click();
  const begun = said().first();
  await expect(begun).toContainText("begin bean");
  expect(((await begun.textContent()) ?? "").length).toBeLessThan(6_000);
  await begun.getByRole("button", { name: /^Show 100K more characters/ }).click();
  await expect.poll(async () => ((await begun.textContent()) ?? "").length).toBeGreaterThan(90_000);
});

/** Runs in the page. @returns how far the row under the eye moved, in px */
async function scrollUp(frame: Element, by: number): Promise<{ moved: number; wasWaiting: boolean }> {
  const drawn = async (frames: number) => {
    for (let n = 0; n < frames; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  const top = frame.getBoundingClientRect().top;
  const row = [...frame.querySelectorAll("[data-seq]")].find((one) => one.getBoundingClientRect().top >= top) as Element;
  const before = row.getBoundingClientRect().top;
  const isWaiting = () => frame.querySelector("[data-waiting]") !== null;
  let wasWaiting = isWaiting();
  frame.scrollBy(0, -by);
  for (let n = 0; n < 4; n++) {
    await drawn(1);
    wasWaiting ||= isWaiting();
  }
  return { moved: row.getBoundingClientRect().top - before, wasWaiting };
}

test("a long conversation opens at its end, and keeps the row under the eye where it is while older ones come", { tag: "@long" }, async () => {
  await longConversation("long", 2_000);
  await openSessions();
  await entry("long").click();
  await expect(said().filter({ hasText: "answer 1999" })).toBeInViewport();
  await expect(said().last()).toHaveAttribute("aria-posinset", "4000");
  // Up to where older ones are loaded, beyond what is held, and on: a row moves as far as the person scrolls and no further.
  let steady = 0;
  for (let step = 0; step < 150; step++) {
    const { moved, wasWaiting } = await feed().evaluate(scrollUp, 400);
    // A reply that came into view before its Markdown was read is set anew.
    if (wasWaiting) continue;
    steady++;
    expect(Math.abs(moved - 400), `at step ${step}`).toBeLessThanOrEqual(2);
  }
  expect(steady).toBeGreaterThan(100);
  expect(await said().count()).toBeLessThan(60);
  // All the way: what is far behind is let go, and comes again.
  const first = said().filter({ hasText: /question 0$/ });
  await expect(async () => {
    await feed().evaluate((frame) => frame.scrollTo(0, 0));
    await expect(first).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [50], timeout: 20_000 });
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(said().filter({ hasText: "answer 1999" })).toBeInViewport();
  await said().last().press("Home");
  await expect(said().filter({ hasText: /question 0$/ })).toBeInViewport();
  await expect(said().first()).toHaveAttribute("aria-posinset", "1");
});

test("the end is followed by who looks at it, and left alone by who reads above", async () => {
  await longConversation("growing", 40);
  await openSessions();
  await entry("growing").click();
  await expect(said().filter({ hasText: "answer 39" })).toBeVisible();
  await tell("growing", "garden", START, asks("one more"), replies("The newest answer."));
  await expect(said().filter({ hasText: "The newest answer." })).toBeInViewport();
  await page.getByRole("button", { name: "About this session" }).click();
  await expect(page.getByRole("region", { name: "About this session" })).toBeVisible();
  await expect(said().filter({ hasText: "The newest answer." })).toBeInViewport({ ratio: 1 });
  await feed().evaluate((element) => element.scrollBy(0, -1_500));
  const top = () => feed().evaluate((element) => Math.round(element.scrollTop));
  await expect(page.getByRole("button", { name: "To the end" })).toBeVisible();
  const before = await top();
  await tell("growing", "garden", asks("and another"), replies("Unseen."));
  await expect(page.getByRole("button", { name: "2 new" })).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "2 new" }).click();
  await expect(said().filter({ hasText: "Unseen." })).toBeInViewport();
});

test("a search hit opens the conversation there, and going back finds the list as it was left", async () => {
  await longConversation("hits", 1_500);
  const hit = (await api<SearchResult>(home, "/api/search?q=%22question%20200%22")).items.find(({ snippet }) => snippet.map(({ text }) => text).join("") === "question 200");
  await openSessions();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("searchbox").fill('"question 200"');
  await page.locator(".hit", { hasText: /question 200$/ }).click();
  await expect(page.locator(`[data-seq="${hit?.seq}"]`)).toBeInViewport();
  await expect(page.locator(".found")).toContainText("question 200");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).toHaveValue('"question 200"');
  await expect(page.locator(".hit:focus")).toHaveCount(1);
});

test("can be used with the keyboard alone: arrows, Enter, Home, End, Esc, /", async () => {
  await tell("one", "garden", START, asks("first"), replies("1"), END);
  await tell("two", "garden", START, asks("second"), runs("t", "ls"), ran("t", "ls", "beds.txt"), replies("2"), END);
  await openSessions();
  await page.locator('[data-row][tabindex="0"]').focus();
  await page.keyboard.press("ArrowDown");
  await expect(entry("one")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(said().last()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(said().nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(said().nth(1)).toContainText("beds.txt");
  await page.keyboard.press("Home");
  await expect(said().first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(said().last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("feed")).toHaveCount(0);
  await expect(entry("two")).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("whoever is at work leads to their conversation", async () => {
  await tell("now", "garden", START, asks("plant the beans"));
  await app.openDashboard({ page: "now" });
  page = await app.window("dashboard.html");
  await page.getByRole("button", { name: /^Conversation of/ }).click();
  await expect(said().first()).toContainText("plant the beans");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Conversation of/ })).toBeFocused();
});

test("neither page scrolls sideways in a narrow window", async () => {
  await tell("wide", "garden-of-a-very-long-name-that-goes-on-and-on-and-on", START, asks(`look at ${"x".repeat(300)}`), runs("t", `ls ${"y".repeat(300)}`), replies(`\`${"z".repeat(300)}\`\n\n| ${"a | ".repeat(30)}\n|${"-|".repeat(30)}\n\n\`\`\`\n${"w".repeat(400)}\n\`\`\``));
  await openSessions();
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setSize(480, 620));
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThanOrEqual(480);
  const sideways = (selector: string) => page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect([await sideways("html"), await sideways(".page-sessions")]).toEqual([0, 0]);
  await entry("wide").click();
  await expect(said().last()).toBeVisible();
  expect([await sideways("html"), await sideways(".feed-frame"), await sideways(".page-conversation")]).toEqual([0, 0, 0]);
  await page.screenshot({ path: path.join(shots, "conversation-narrow.png") });
});

test("a session that was opened by its id alone and is not there says so", async () => {
  await app.openDashboard({ session_id: "nobody" });
  page = await app.window("dashboard.html");
  await expect(page.getByText("This session is no longer here")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  expect((await api<SessionsPage>(home, "/api/sessions")).items).toEqual([]);
  await expect(page.getByRole("heading", { name: "Nobody is at work" })).toBeVisible();
});
