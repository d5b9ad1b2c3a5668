import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Figures, InteractionsPage } from "../schemas/generated/types.ts";
import { api, eventsOf, mainProcesses, RunningApp } from "./support/app.ts";
import { cli, type HookResult } from "./support/hooks.ts";
import { hookIn, repositoryIn, type Scene } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("guarding edits", () => {
  const shared = new SharedScene("guard", { mascots: "calm" });
  let scene: Scene;
  let project: string;
  test.beforeEach(async () => {
    scene = await shared.fresh();
    project = repositoryIn(scene.work, "shop");
  });
  test.afterAll(() => shared.clear());

  let calls = 0;
  const pre = (tool_name: string, tool_input: object, session = "s1") => hookIn(project, "PreToolUse", session, { tool_name, tool_input, tool_use_id: `toolu_${++calls}` });
  const write = () => pre("Write", { file_path: path.join(project, "src/login.ts"), content: "x" });
  const shell = (command: string) => pre("Bash", { command });
  const fire = (hook: ReturnType<typeof pre>) => scene.hooks.ask(hook, { CLAUDE_PROJECT_DIR: project });
  const mascot = (...args: string[]) => cli(scene.home, args, {}, project);
  const denial = ({ stdout }: HookResult) => (JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string } }).hookSpecificOutput;
  const typesOf = async () => (await eventsOf(scene.home)).map((event) => event.event_type).reverse();

  test("strict: an edit and a shell that writes are denied in the client's own form, with what to do; with a port running both pass", async () => {
    expect((await mascot("guard", "strict")).code).toBe(0);
    const denied = await fire(write());
    expect(denied).toMatchObject({ code: 0, stderr: "" });
    expect(Object.keys(JSON.parse(denied.stdout) as object)).toEqual(["hookSpecificOutput"]);
    expect(denial(denied)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("agent-mascot port create edit-login --title 'Edit src/login.ts' && agent-mascot port start edit-login") });
    expect(denial(await fire(shell("cat > src/login.ts <<'EOF'\nx\nEOF"))).permissionDecision).toBe("deny");
    expect((await fire(shell("npm test 2>&1 | tail -3"))).stdout).toBe("");
    await expect.poll(typesOf).toEqual(expect.arrayContaining(["edit_blocked", "escalation"]));

    expect((await mascot("port", "create", "edit-login", "--title", "Edit src/login.ts")).code).toBe(0);
    expect((await mascot("port", "start", "edit-login")).code).toBe(0);
    expect((await fire(write())).stdout).toBe("");
    expect((await fire(shell("cat > src/login.ts"))).stdout).toBe("");
    expect(denial(await fire(shell("agent-mascot guard off"))).permissionDecision).toBe("deny");

    expect((await mascot("port", "end", "edit-login")).code).toBe(0);
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
  });

  test("a call that was denied did not run: once the agent goes on, neither its mascot nor the conversation has it under way, and statistics count it as failed", async () => {
    await mascot("guard", "strict");
    const page = await scene.app.mascots();
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
    await expect(page.locator('[data-agent="s1"]')).toHaveAttribute("data-state", "blocked");
    const list = shell("agent-mascot port list");
    await fire(list);
    await scene.hooks.fire({ ...list, payload: { ...list.payload, hook_event_name: "PostToolUse", tool_response: {} } }, {}, project);
    await expect(page.locator('[data-agent="s1"]')).toHaveAttribute("data-state", "thinking");

    const outcomes = async () => (await api<InteractionsPage>(scene.home, "/api/interactions?session_id=s1")).items.map(({ skill_name, metadata: { ok, denied } }) => [skill_name, ok, denied]);
    await expect.poll(outcomes).toEqual([["Write", false, "no_port"], ["Bash", true, undefined]]);
    await scene.app.openDashboard({ page: "sessions", session_id: "s1" });
    const dashboard = await scene.app.window("dashboard.html");
    await dashboard.locator(".call-line", { hasText: "Write" }).click();
    await expect(dashboard.locator(".call-body")).toContainText("Denied: no work item ran for this session");
    await expect(dashboard.locator(".page-conversation")).not.toContainText("under way");
    const { tools } = await api<Figures>(scene.home, `/api/stats?project=${encodeURIComponent(project)}`);
    expect(tools.map(({ tool, calls, failures }) => [tool, calls, failures]).sort()).toEqual([["Bash", 1, 0], ["Write", 1, 1]]);
  });

  test("the settings page has each project's rule: it is set there, what its file asks for is accepted as it was seen, and a fault of the file is shown with its place", async () => {
    // What was allowed to a project stays in the list: one of that name alone.
    project = repositoryIn(scene.work, "bakery");
    const file = path.join(project, ".agent-mascot.yaml");
    await fire(write());
    await scene.app.openDashboard({ page: "settings" });
    const page = await scene.app.window("dashboard.html");
    const row = page.locator(`[data-project="${project}"]`);
    await row.getByRole("combobox", { name: "bakery" }).selectOption("strict");
    // From here on it holds, for the very next hook.
    await expect(page.locator(".guard-rules").getByRole("status")).toContainText("Deny them");
    expect((await mascot("guard", "status")).stdout).toContain("denied");
    expect(denial(await fire(write())).permissionDecision).toBe("deny");

    fs.writeFileSync(file, "tracking:\n  mode: warn\n");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(row).toContainText("waits for you");
    await page.screenshot({ path: path.join(shots, "guard-rules.png"), fullPage: true });
    // Pressed at once, before the page has looked at the file again, as it does whenever it gets the keyboard.
    const allow = await row.getByRole("button", { name: "Allow this file: bakery" }).elementHandle();
    fs.writeFileSync(file, "tracking:\n  mode: off\n");
    await allow?.evaluate((button) => (button as HTMLElement).click());
    await expect(row).toContainText("Do not look");
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
    await row.getByRole("button", { name: "Allow this file: bakery" }).click();
    await expect(row).toContainText("You allowed it as it is now");
    expect((await fire(write())).stdout).toBe("");

    fs.writeFileSync(file, "tracking:\n  mode: sometimes\n");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(row).toContainText("line 2, column 9");
    await page.getByRole("combobox", { name: "Room for a session's context" }).selectOption("50000");
    await expect.poll(() => page.evaluate(async () => (await window.mascot.settings()).context)).toEqual({ token_budget: 50_000, warn_at: 0.8 });
  });

  test("warn: the edit passes without a word and is told as untracked; the mascot shows it", async () => {
    await mascot("guard", "warn");
    expect(await fire(write())).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await expect.poll(typesOf).toContain("untracked_edit");
    const page = await scene.app.mascots();
    await expect(page.locator('[data-agent="s1"]')).toHaveAttribute("data-state", "untracked");
  });

  test("the rule changes at run time, for one project, while the client's settings stay as they are", async () => {
    const before = fs.readFileSync(scene.hooks.settingsFile, "utf8");
    expect((await fire(write())).stdout).toBe("");
    await mascot("guard", "strict");
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
    await mascot("guard", "default");
    expect((await fire(write())).stdout).toBe("");
    expect(fs.readFileSync(scene.hooks.settingsFile, "utf8")).toBe(before);
  });

  test("a project's own file is enough to guard it; what it loosens waits for the person", async () => {
    fs.writeFileSync(path.join(project, ".agent-mascot.yaml"), "tracking:\n  mode: strict\n");
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
    await mascot("guard", "strict");
    fs.writeFileSync(path.join(project, ".agent-mascot.yaml"), "tracking:\n  mode: off\n");
    expect(denial(await fire(write())).permissionDecision).toBe("deny");
    expect((await mascot("guard")).stdout).toContain("agent-mascot guard accept");
    expect((await mascot("guard", "accept")).code).toBe(0);
    expect((await fire(write())).stdout).toBe("");
    fs.writeFileSync(path.join(project, ".agent-mascot.yaml"), "tracking:\n  mode: [\n");
    await expect.poll(async () => (await fire(write())).stdout).toBe("");
    expect((await mascot("status")).stdout).toContain(".agent-mascot.yaml");
    expect((await mascot("guard")).stdout).toContain("cannot be read at line");
  });

  test("with the app away an edit is allowed, and shown as untracked once the app is back", async () => {
    await mascot("guard", "strict");
    // By the person: else the hook itself would bring it back.
    expect((await mascot("quit")).code).toBe(0);
    await expect.poll(() => mainProcesses(scene.home)).toEqual([]);
    expect(await fire(write())).toMatchObject({ code: 0, stdout: "", stderr: "" });
    scene.app = await RunningApp.start(scene.home);
    await expect.poll(typesOf).toContain("untracked_edit");
  });
});
