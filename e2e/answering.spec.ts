import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { eventsOf, mainProcesses, plainEnvironment, RunningApp } from "./support/app.ts";
import { clickAt, focusedWindow, screenshot, tool } from "./support/desktop.ts";
import type { HookResult, InstalledHooks, RecordedHook } from "./support/hooks.ts";
import { repositoryIn, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const PICTURES = path.resolve(import.meta.dirname, "../test-results/screenshots");
const SUGGESTIONS = [{ type: "addDirectories", directories: ["/srv/shop"], destination: "session" }, { type: "setMode", mode: "acceptEdits", destination: "session" }];
const NO_OUTPUT = { code: 0, stdout: "", stderr: "" };

test.describe("answering without the terminal", () => {
  const shared = new SharedScene("answering", { mascots: "calm", settings: { answering: true } });
  let home: string;
  let project: string;
  let hooks: InstalledHooks;
  let app: RunningApp;
  let session: number;

  test.beforeEach(async () => {
    const scene = await shared.fresh();
    ({ home, hooks, app } = scene);
    project = repositoryIn(scene.work, "shop");
    session = 0;
  });
  test.afterAll(() => shared.clear());

  const hook = (hook_event_name: string, more: object = {}, env: Record<string, string> = {}): RecordedHook => ({
    at_ms: 0,
    env: { CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: project, CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_CODE_SESSION_ATTENDED: "1", ...env },
    payload: { hook_event_name, session_id: `s${session}`, cwd: project, permission_mode: "default", ...more },
  });

  const fire = async (...what: Parameters<typeof hook>): Promise<HookResult> => (await hooks.fire(hook(...what)))[0] as HookResult;

  /** A session that has come to the point where it must ask. */
  async function asks(tool_name: string, tool_input: object, more: object = {}, env: Record<string, string> = {}): Promise<{ result: Promise<HookResult>; call: object }> {
    session += 1;
    const call = { tool_name, tool_input, tool_use_id: `toolu_${session}` };
    await tell(home, hook("SessionStart", { source: "startup" }, env), hook("UserPromptSubmit", { prompt: "go", prompt_id: `p${session}` }, env), hook("PreToolUse", call, env));
    return { result: fire("PermissionRequest", { tool_name, tool_input, ...more }, env), call };
  }

  const bash = (command = "touch created.txt", more: object = { permission_suggestions: SUGGESTIONS }) => asks("Bash", { command, description: "Create a file" }, more);
  const decisionOf = ({ code, stdout, stderr }: HookResult) => {
    expect([code, stderr]).toEqual([0, ""]);
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; decision: Record<string, unknown> } };
    expect(hookSpecificOutput.hookEventName).toBe("PermissionRequest");
    return hookSpecificOutput.decision;
  };
  const decisions = async () => (await eventsOf(home)).filter(({ event_type }) => event_type === "decision").map(({ payload }) => payload as Record<string, unknown>);
  const armed = async (page: Page) => expect(page.locator(".ask").first()).toHaveAttribute("data-armed", "true");
  const picture = (name: string) => screenshot(path.join(PICTURES, `answering-${name}.png`));
  /** WCAG 2.2 AA, as far as a program can tell. */
  const faultsOf = async (page: Page, part: string) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(part).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  };
  const bubbleIsSeen = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.webContents.getURL().includes("bubble.html") && window.isVisible()));

  test("a command is allowed from the bubble, which takes no keyboard when it comes", async () => {
    const before = await focusedWindow();
    const { result } = await bash();
    const bubble = await app.window("bubble.html");
    await expect(bubble.getByRole("article")).toContainText("touch created.txt");
    await armed(bubble);
    await picture("permission-en");
    expect(await focusedWindow()).toBe(before);
    expect(await faultsOf(bubble, ".ask")).toEqual([]);
    await bubble.emulateMedia({ colorScheme: "dark" });
    expect(await faultsOf(bubble, ".ask")).toEqual([]);
    await picture("permission-en-dark");
    await bubble.getByRole("button", { name: "Allow", exact: true }).click();
    expect(decisionOf(await result)).toEqual({ behavior: "allow" });
    await expect.poll(bubbleIsSeen).toBe(false);
    await expect.poll(decisions).toEqual([expect.objectContaining({ decision: "allow_sent", about: "permission", tool_name: "Bash" })]);
  });

  test("the bubble is clicked and typed into like any window", async () => {
    const { result } = await bash();
    const bubble = await app.window("bubble.html");
    await expect.poll(bubbleIsSeen).toBe(true);
    const at = async (name: string) => {
      const { x, y } = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("bubble.html"))?.getContentBounds() ?? { x: 0, y: 0 });
      const box = await bubble.getByRole("button", { name, exact: true }).boundingBox();
      return { x: Math.round(x + (box?.x ?? 0) + (box?.width ?? 0) / 2), y: Math.round(y + (box?.y ?? 0) + (box?.height ?? 0) / 2) };
    };
    await armed(bubble);
    const why = await at("Deny and say why…");
    await clickAt(why.x, why.y);
    await expect(bubble.getByRole("textbox")).toBeFocused();
    await tool("xdotool", "type", "no thanks");
    await expect(bubble.getByRole("textbox")).toHaveValue("no thanks");
    await tool("xdotool", "key", "Tab");
    await expect(bubble.getByRole("button", { name: "Deny", exact: true })).toBeFocused();
    await tool("xdotool", "key", "Tab");
    await expect(bubble.getByRole("button", { name: "Allow", exact: true })).toBeFocused();
    const deny = await at("Deny");
    await clickAt(deny.x, deny.y);
    expect(decisionOf(await result)).toEqual({ behavior: "deny", message: "no thanks" });
  });

  test("who is renamed while they ask goes on asking by the new name, in the bubble and on the page", async () => {
    const { result } = await bash();
    const bubble = await app.window("bubble.html");
    await expect(bubble.getByRole("heading", { name: "shop wants to run a command" })).toBeVisible();
    await app.openDashboard({ page: "needs" });
    const page = await app.window("dashboard.html");
    await expect(page.getByRole("heading", { name: "shop wants to run a command" })).toBeVisible();
    await page.evaluate((agent) => window.mascot.renameAgent(agent, "Till"), `s${session}`);
    for (const one of [bubble, page]) await expect(one.getByRole("heading", { name: "Till wants to run a command" })).toBeVisible();
    await armed(bubble);
    await bubble.getByRole("button", { name: "Allow", exact: true }).click();
    expect(decisionOf(await result)).toEqual({ behavior: "allow" });
  });

  test("the bubble stays over the window that somebody goes on working in, each time it comes, and is on every desktop, and in no task bar", async () => {
    /** As the window manager has it, which alone knows it on X11. */
    const inTaskBar = async () => {
      const windows = [...(await tool("xprop", "-root", "_NET_CLIENT_LIST")).matchAll(/0x[0-9a-f]+/g)].map(([id]) => id);
      const told = await Promise.all(windows.map((id) => tool("xprop", "-id", id, "WM_NAME", "_NET_WM_STATE")));
      return told.filter((one) => one.includes("Agent Mascot") && !one.includes("_NET_WM_STATE_SKIP_TASKBAR"));
    };
    const standing = () => app.electron.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes("bubble.html"));
      return { seen: window?.isVisible(), over: window?.isAlwaysOnTop(), everywhere: window?.isVisibleOnAllWorkspaces() };
    });
    for (const command of ["touch first.txt", "touch second.txt"]) {
      const { result } = await bash(command);
      const bubble = await app.window("bubble.html");
      await expect(bubble.getByRole("article")).toContainText(command);
      await armed(bubble);
      expect(await standing()).toEqual({ seen: true, over: true, everywhere: true });
      await expect.poll(inTaskBar).toEqual([]);
      await bubble.getByRole("button", { name: "Allow", exact: true }).click();
      await result;
      await expect.poll(bubbleIsSeen).toBe(false);
    }
  });

  test("a command is denied with a reason; the client's own suggestions are offered and echoed", async () => {
    const first = await bash();
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    await bubble.getByRole("button", { name: "Deny and say why…" }).click();
    await bubble.getByLabel("What the agent is told when you deny").fill("Use the port first");
    await bubble.getByRole("button", { name: "Deny", exact: true }).click();
    expect(decisionOf(await first.result)).toEqual({ behavior: "deny", message: "Use the port first" });

    const second = await bash("touch other.txt");
    await expect(bubble.getByRole("article")).toContainText("touch other.txt");
    await armed(bubble);
    await bubble.getByText("And from now on…").click();
    await bubble.getByRole("checkbox", { name: /Allow edits of files/ }).click();
    await expect(bubble.getByRole("checkbox", { name: /Allow edits of files/ })).toBeChecked();
    await bubble.getByRole("button", { name: "Allow from now on" }).click();
    expect(decisionOf(await second.result)).toEqual({ behavior: "allow", updatedPermissions: [SUGGESTIONS[1]] });
    await expect.poll(decisions).toEqual([expect.objectContaining({ decision: "deny_sent", reason: "Use the port first" }), expect.objectContaining({ decision: "allow_sent", always: ["edits"] })]);
  });

  test("questions are answered by choosing and in own words, a plan is approved with itself", async () => {
    const input = { questions: [
      { question: "Which parts?", header: "Parts", multiSelect: true, options: [{ label: "Login", description: "The old one" }, { label: "Search", description: "" }] },
      { question: "Which framework?", header: "Framework", multiSelect: false, options: [{ label: "React", description: "" }, { label: "Vue", description: "" }] },
    ] };
    const question = await asks("AskUserQuestion", input);
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    const send = bubble.getByRole("button", { name: "Answer", exact: true });
    await expect(send).toHaveAttribute("aria-disabled", "true");
    await bubble.getByLabel("Login").click();
    await expect(bubble.getByLabel("Login")).toBeChecked();
    await bubble.getByLabel("Search").click();
    await expect(bubble.getByLabel("Search")).toBeChecked();
    await bubble.getByRole("radio", { name: "In my own words" }).click();
    await expect(bubble.getByRole("radio", { name: "In my own words" })).toBeChecked();
    await bubble.keyboard.type("Svelte");
    await expect(send).toHaveAttribute("aria-disabled", "false");
    await send.click();
    expect(decisionOf(await question.result)).toEqual({ behavior: "allow", updatedInput: { ...input, answers: { "Which parts?": "Login, Search", "Which framework?": "Svelte" } } });

    const plan = await asks("ExitPlanMode", { plan: "# Plan\n1. Test", planFilePath: "/w/plan.md" });
    await expect(bubble.getByRole("article")).toContainText("1. Test");
    await armed(bubble);
    await bubble.getByRole("button", { name: "Approve the plan" }).click();
    expect(decisionOf(await plan.result)).toEqual({ behavior: "allow", updatedInput: { plan: "# Plan\n1. Test", planFilePath: "/w/plan.md" } });
  });

  test("Q13: answered in the terminal, the bubble goes at once and the hook ends without a word; so does Esc, and a hook that the client ends", async () => {
    const ran = await bash();
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    await fire("PostToolUse", { ...ran.call, tool_response: { stdout: "" } });
    expect(await ran.result).toMatchObject(NO_OUTPUT);
    await expect.poll(bubbleIsSeen).toBe(false);

    const left = await bash("touch left.txt");
    await armed(bubble);
    await bubble.keyboard.press("Escape");
    expect(await left.result).toMatchObject(NO_OUTPUT);

    session += 1;
    const held = holdByHand(hook("PermissionRequest", { tool_name: "Bash", tool_input: { command: "touch ended.txt" } }));
    await expect(bubble.getByRole("article")).toContainText("touch ended.txt");
    process.kill(-(held.pid as number), "SIGTERM");
    await expect.poll(bubbleIsSeen).toBe(false);
    expect(await decisions()).toEqual([expect.objectContaining({ decision: "permission_allowed" })]);
  });

  /** As the client runs it: in a process group of its own, which it ends as a whole. */
  function holdByHand({ payload, env }: RecordedHook) {
    const child = spawn("/bin/sh", ["-c", hooks.commands("PermissionRequest")[0] as string], { env: plainEnvironment(env), cwd: project, detached: true, stdio: ["pipe", "ignore", "ignore"] });
    child.stdin?.end(JSON.stringify(payload));
    return child;
  }

  test("Q9: an answer is told as sent; that the client followed it shows by its next event alone", async () => {
    const page = await app.mascots();
    const { result, call } = await bash();
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    const figure = page.locator('[data-agent="s1"]');
    await bubble.getByRole("button", { name: "Allow", exact: true }).click();
    expect(decisionOf(await result)).toEqual({ behavior: "allow" });
    await expect.poll(decisions).toHaveLength(1);
    await expect(figure).toHaveAttribute("data-state", "asking_permission");
    await fire("PostToolUse", { ...call, tool_response: { stdout: "" } });
    await expect(figure).not.toHaveAttribute("data-state", "asking_permission");
    await expect.poll(async () => (await decisions()).map(({ decision }) => decision)).toEqual(["allow_sent", "permission_allowed"]);
  });

  test("at a locked screen nothing is held, and what was is let go", async () => {
    const held = await bash();
    await armed(await app.window("bubble.html"));
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit("lock-screen"));
    expect(await held.result).toMatchObject(NO_OUTPUT);
    expect((await (await bash("touch b")).result).ms).toBeLessThan(1_500);
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit("unlock-screen"));
    const again = await bash("touch c");
    await expect((await app.window("bubble.html")).getByRole("article")).toContainText("touch c");
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("bubble.html"))?.close());
    expect(await again.result).toMatchObject(NO_OUTPUT);
  });

  test("X1: what is asked is shown whole, and kept masked", async () => {
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const { result } = await bash(`curl -H 'Authorization: Bearer ${secret}' https://example.org`);
    const bubble = await app.window("bubble.html");
    await expect(bubble.getByRole("article")).toContainText(secret);
    await armed(bubble);
    await bubble.getByRole("button", { name: "Deny and say why…" }).click();
    await bubble.getByRole("textbox").fill(`never send ${secret}`);
    await bubble.getByRole("button", { name: "Deny", exact: true }).click();
    expect(decisionOf(await result)).toEqual({ behavior: "deny", message: `never send ${secret}` });
    await expect.poll(decisions).toEqual([expect.objectContaining({ decision: "deny_sent", reason: expect.stringContaining("never send") })]);
    await app.quit();
    const kept = fs.readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.filter((file) => fs.readFileSync(file).includes(secret))).toEqual([]);
  });

  test("the app is killed or quits while a request is held: the hook ends at once, without a word", async () => {
    const killed = await bash();
    await armed(await app.window("bubble.html"));
    const from = Date.now();
    await app.kill();
    expect(await killed.result).toMatchObject(NO_OUTPUT);
    expect(Date.now() - from).toBeLessThan(3_000);
    await expect.poll(() => mainProcesses(home)).toEqual([]);

    app = await shared.restart();
    await app.mascots();
    const asked = await bash("touch second.txt");
    await armed(await app.window("bubble.html"));
    await app.quit();
    expect(await asked.result).toMatchObject(NO_OUTPUT);
    app = await shared.restart();
    const requests = (await eventsOf(home)).filter(({ event_type }) => event_type === "agent_blocked");
    expect(requests.map(({ session_id }) => session_id)).toEqual(["s1", "s2"]);
  });

  for (const [name, when, env] of [
    ["Q3: while the mascots are hidden", async () => void (await (await app.mascots()).evaluate(() => window.mascot.setVisible(false))), {}],
    ["in do not disturb", () => shared.change({ do_not_disturb: true }), {}],
    ["in an unattended run", async () => undefined, { CLAUDE_CODE_SESSION_ATTENDED: "0" }],
    ["while nobody has switched it on", () => shared.change({ answering: false }), {}],
  ] as const) {
    test(`nothing is held ${name}: the hook ends at once, and the client asks as usual`, async () => {
      await when();
      const { result } = await asks("Bash", { command: "touch a" }, {}, env);
      const ended = await result;
      expect(ended).toMatchObject(NO_OUTPUT);
      expect(ended.ms).toBeLessThan(1_500);
      await expect.poll(async () => (await eventsOf(home)).some(({ event_type }) => event_type === "agent_blocked")).toBe(true);
      expect(await bubbleIsSeen()).toBe(false);
      if (name === "while nobody has switched it on") expect(fs.existsSync(path.join(home, "answers", "PermissionRequest"))).toBe(false);
    });
  }

  test("what is held is let go when the mascots are hidden, and when the project is switched off", async () => {
    const page = await app.mascots();
    const hidden = await bash();
    await armed(await app.window("bubble.html"));
    await page.evaluate(() => window.mascot.setVisible(false));
    expect(await hidden.result).toMatchObject(NO_OUTPUT);
    await page.evaluate(() => window.mascot.setVisible(true));
    const off = await bash("touch b");
    await armed(await app.window("bubble.html"));
    await app.openDashboard({ page: "settings" });
    const dashboard = await app.window("dashboard.html");
    await dashboard.getByText("By project", { exact: true }).click();
    await dashboard.getByRole("combobox", { name: "Answer in shop" }).selectOption("no");
    expect(await off.result).toMatchObject(NO_OUTPUT);
    await expect(dashboard.getByRole("switch", { name: /Answer agents/ })).toBeChecked();
  });

  test("a double-click, or a key that is hammered, answers one request and not the next, which comes up in its place", async () => {
    await (await app.mascots()).evaluate(() => window.mascot.setVisible(false));
    await app.openDashboard({ page: "needs" });
    const dashboard = await app.window("dashboard.html");
    const waiting = [await bash("npm test"), await bash("rm -rf /srv/data"), await bash("git push --force")];
    const cards = dashboard.getByRole("article");
    await expect(cards).toHaveCount(3);
    // A busy computer may take a press for one that came too early: then it counts for nobody.
    await expect(async () => {
      if ((await cards.count()) === 3) {
        await expect(dashboard.locator(".ask[data-armed]")).toHaveCount(3);
        await cards.first().getByRole("button", { name: "Allow", exact: true }).dblclick({ delay: 60 });
      }
      await expect(cards).toHaveCount(2, { timeout: 3_000 });
    }).toPass();
    expect(decisionOf(await (waiting[0] as (typeof waiting)[0]).result)).toEqual({ behavior: "allow" });
    await expect(dashboard.locator(".ask[data-armed]")).toHaveCount(2);
    expect(await decisions()).toHaveLength(1);
    await cards.first().getByRole("button", { name: "Deny", exact: true }).focus();
    for (let time = 0; time < 4; time += 1) await dashboard.keyboard.press("Enter", { delay: 40 });
    expect(decisionOf(await (waiting[1] as (typeof waiting)[0]).result)).toEqual({ behavior: "deny" });
    await expect(dashboard.locator(".ask[data-armed]")).toHaveCount(1);
    expect(await decisions()).toHaveLength(2);
    await cards.getByRole("button", { name: "Deny", exact: true }).click();
    expect(decisionOf(await (waiting[2] as (typeof waiting)[0]).result)).toEqual({ behavior: "deny" });
  });

  test("by keyboard alone from the dashboard, also while the mascots are hidden: the safe answer comes first", async () => {
    await (await app.mascots()).evaluate(() => window.mascot.setVisible(false));
    await app.openDashboard({ page: "needs" });
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.getByText("Nobody needs you")).toBeVisible();
    const first = await bash();
    const second = await bash("touch twin.txt");
    await expect(dashboard.getByRole("article")).toHaveCount(2);
    await expect(dashboard.getByRole("button", { name: "Needs you" })).toContainText("2");
    await armed(dashboard);
    await picture("dashboard-en");
    expect(await faultsOf(dashboard, "main")).toEqual([]);
    await dashboard.getByRole("article").first().getByRole("button", { name: "Deny", exact: true }).focus();
    await dashboard.keyboard.press("Tab");
    await dashboard.keyboard.press("Enter");
    expect(decisionOf(await first.result)).toEqual({ behavior: "allow" });
    await expect(dashboard.getByRole("article")).toHaveCount(1);
    // A look at another page takes nothing away that was typed.
    await dashboard.getByRole("button", { name: "Deny and say why" }).click();
    await dashboard.getByRole("textbox").fill("It is there already");
    await dashboard.getByRole("button", { name: "Now", exact: true }).click();
    await dashboard.getByRole("navigation").getByRole("button", { name: "Needs you" }).click();
    await expect(dashboard.getByRole("textbox")).toHaveValue("It is there already");
    await armed(dashboard);
    await dashboard.getByRole("article").getByRole("button", { name: "Deny", exact: true }).focus();
    await dashboard.keyboard.press("Enter");
    expect(decisionOf(await second.result)).toEqual({ behavior: "deny", message: "It is there already" });
  });

  test("everything is said in Korean", { tag: "@long" }, async () => {
    await shared.change({ locale: "ko" });
    const { result } = await asks("AskUserQuestion", { questions: [{ question: "어떤 프레임워크로 만들까요?", header: "프레임워크", multiSelect: false, options: [{ label: "리액트", description: "많이 쓰이고 자료가 많습니다" }, { label: "뷰", description: "가볍고 배우기 쉽습니다" }] }] });
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    await picture("question-ko");
    await bubble.emulateMedia({ colorScheme: "dark" });
    await bubble.getByLabel("리액트").click();
    await expect(bubble.getByLabel("리액트")).toBeChecked();
    await picture("question-ko-dark");
    expect(await faultsOf(bubble, ".ask")).toEqual([]);
    await bubble.getByRole("button", { name: "답하기", exact: true }).click();
    expect(decisionOf(await result)).toMatchObject({ updatedInput: { answers: { "어떤 프레임워크로 만들까요?": "리액트" } } });
    const next = await bash("npm run build && rm -rf dist/old && cp -r dist/new /srv/shop/releases/2026-11-28 && ln -sfn /srv/shop/releases/2026-11-28 /srv/shop/current");
    await armed(bubble);
    await bubble.getByText("앞으로는…").click();
    await bubble.getByRole("button", { name: "이유를 적고 거절…" }).click();
    await expect(bubble.getByLabel("거절할 때 에이전트에게 전할 말")).toBeFocused();
    await picture("permission-ko-dark");
    expect((await bubble.locator(".ask :is(button, summary, label)").allTextContents()).join(" ").replaceAll("/srv/shop", "")).not.toMatch(/[A-Za-z]{3,}/);
    await bubble.keyboard.press("Escape");
    expect(await next.result).toMatchObject(NO_OUTPUT);
    const plan = await asks("ExitPlanMode", { plan: "# 계획\n1. 로그인 화면을 고친다\n2. 테스트를 더한다\n3. 문서를 고친다\n" });
    await armed(bubble);
    await picture("plan-ko-dark");
    await bubble.getByRole("button", { name: "더 계획하기" }).click();
    expect(decisionOf(await plan.result)).toEqual({ behavior: "deny" });
  });

  test("at twice the size the buttons are in sight, and what is asked can be scrolled", { tag: "@long" }, async () => {
    await app.quit();
    app = await RunningApp.start(home, {}, ["--force-device-scale-factor=2"]);
    await app.mascots();
    const { result } = await bash(Array.from({ length: 40 }, (_, n) => `echo step ${n}`).join("\n"));
    const bubble = await app.window("bubble.html");
    await armed(bubble);
    await picture("permission-en-200");
    for (const name of ["Deny", "Allow", "In the terminal"]) await expect(bubble.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    await bubble.getByText("echo step 39").scrollIntoViewIfNeeded();
    await bubble.keyboard.press("Escape");
    expect(await result).toMatchObject(NO_OUTPUT);
    await app.quit();
  });
});
