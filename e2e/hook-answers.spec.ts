import path from "node:path";
import { expect, test } from "@playwright/test";
import type { HookAnswer, MascotEvent } from "../schemas/generated/types.ts";
import { eventsOf, plainEnvironment } from "./support/app.ts";
import { type RecordedHook, run } from "./support/hooks.ts";
import { hookIn, repositoryIn, type Scene } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const program = path.resolve(import.meta.dirname, "../dist/forwarder/agent-mascot.mjs");

test.describe("hooks by hand, and what follows from hooks", () => {
  const shared = new SharedScene("answers", { mascots: "calm" });
  let scene: Scene;
  let project: string;
  test.beforeEach(async () => {
    scene = await shared.fresh();
    project = repositoryIn(scene.work, "shop");
  });
  test.afterAll(() => shared.clear());

  /** As a person types it, with our command's name. */
  const shell = (line: string) => run("/bin/bash", ["-c", `agent-mascot() { node ${program} "$@"; }; ${line}`], "", plainEnvironment({ MASCOT_HOME: scene.home }), project);
  const json = async <T>(line: string): Promise<T> => JSON.parse((await shell(line)).stdout) as T;
  const fire = (name: string, more: Record<string, unknown> = {}) => scene.hooks.fire(hookIn(project, name, "s1", more), { CLAUDE_PROJECT_DIR: project });
  const calls = { n: 0 };
  const call = async (command: string, error: string | null) => {
    const tool = { tool_name: "Bash", tool_input: { command }, tool_use_id: `toolu_${++calls.n}` };
    await fire("PreToolUse", tool);
    await fire(error === null ? "PostToolUse" : "PostToolUseFailure", error === null ? { ...tool, tool_response: { stdout: "", stderr: "" } } : { ...tool, error, is_interrupt: false });
  };
  const told = async (type: MascotEvent["event_type"]) => (await eventsOf(scene.home)).filter(({ event_type }) => event_type === type);

  test("the specification's check of a session's start shows the context", async () => {
    const context = await json<HookAnswer["context"]>(`echo '{"hook_type":"session-start","cwd":"/test"}' | agent-mascot hook | jq '.context'`);
    expect(context).toEqual({ loaded_docs: [], session_state: "active", tokens_used: 0, token_budget: 200_000 });
    await expect.poll(async () => (await told("session_started")).length).toBe(1);
  });

  test("its check of an edit: strict blocks with suggestions, warn approves with a note on stderr", async () => {
    const edit = `echo '{"hook_type":"pre-tool-use","tool_name":"Edit"}' | agent-mascot hook`;
    await shell("agent-mascot guard strict");
    const blocked = await json<HookAnswer>(edit);
    expect(blocked).toMatchObject({ decision: "block", suggestions: [expect.stringContaining("agent-mascot port create")], metadata: { tracking_mode: "strict" } });
    await shell("agent-mascot guard warn");
    const warned = await shell(edit);
    expect(JSON.parse(warned.stdout)).toMatchObject({ decision: "approve", notifications: expect.arrayContaining([expect.objectContaining({ level: "warn", title: "Untracked edit" })]) });
    expect(warned.stderr).toContain("[agent-mascot] Untracked edit");
    await expect.poll(async () => [(await told("edit_blocked")).length, (await told("untracked_edit")).length]).toEqual([1, 1]);

    await shell("agent-mascot guard strict; agent-mascot port create login --title Login; agent-mascot port start login");
    expect(await json<HookAnswer>(edit)).toMatchObject({ decision: "approve", context: { active_port: { id: "login", title: "Login", state: "running" } } });
  });

  test("failed tests are told, shown, and left failing at the end of the turn; sync shows the session", async () => {
    await fire("SessionStart", { source: "startup" });
    await fire("UserPromptSubmit", { prompt: "Fix the login", prompt_id: "p1" });
    await call("npx vitest run", "Exit code 1\n   × signs in 5ms\n      Tests  2 failed | 41 passed (43)");
    const page = await scene.app.mascots();
    await expect(page.locator('[data-agent="s1"] .bubble-test_failed')).toContainText("vitest: failed");
    await expect.poll(() => told("test_failed")).toMatchObject([{ session_id: "s1", payload: { check: "vitest", count: 2, line: "× signs in 5ms" } }]);
    expect(await json<HookAnswer>(`echo '{"session_id":"s1"}' | agent-mascot hook sync`)).toMatchObject({ context: { session_state: "active" }, metadata: { recorded: false } });
    await fire("Stop", { last_assistant_message: "All done." });
    await expect.poll(() => told("quality_warning")).toMatchObject([{ payload: { rule: "left_failing", check: "vitest" } }]);
  });

  test("a compaction's checkpoint is handed back to its session, and to no other", async () => {
    const answerTo = async (hook: RecordedHook) => (await scene.hooks.ask(hook, { CLAUDE_PROJECT_DIR: project })).stdout;
    await fire("SessionStart", { source: "startup" });
    await fire("UserPromptSubmit", { prompt: "Fix the login", prompt_id: "p1" });
    await call("npm test", "Exit code 1\nTests: 1 failed, 3 passed");
    await fire("PreCompact", { trigger: "manual", custom_instructions: "keep the file names" });
    await expect.poll(() => told("checkpoint_created")).toMatchObject([{ session_id: "s1", payload: { prompt: "Fix the login", failing: ["npm test"], notes: "keep the file names" } }]);
    const output = JSON.parse(await answerTo(hookIn(project, "SessionStart", "s1", { source: "compact" }))) as { hookSpecificOutput: { additionalContext: string } };
    expect(output.hookSpecificOutput.additionalContext).toContain("> Fix the login");
    expect(output.hookSpecificOutput.additionalContext).toContain("> - npm test");
    expect(await answerTo(hookIn(project, "SessionStart", "s2", { source: "compact" }))).toBe("");
    await expect.poll(async () => (await told("context_loaded")).map(({ payload }) => payload?.["memory_type"])).toEqual(["checkpoint"]);
    expect((await json<HookAnswer>(`echo '{"session_id":"s1"}' | agent-mascot hook sync`)).context.loaded_docs).toMatchObject([{ kind: "checkpoint" }]);
  });
});
