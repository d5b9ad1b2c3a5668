import { expect, test } from "@playwright/test";
import { type RunningApp, agentsOf, eventsOf } from "./support/app.ts";
import { type HookResult, type InstalledHooks, type RecordedHook, recordedTurn } from "./support/hooks.ts";
import { SharedScene } from "./support/shared-scene.ts";

/** Hooks of a recorded session up to and with the n-th one of a kind. */
function upTo(turn: RecordedHook[], event: string, tool?: string): RecordedHook[] {
  const end = turn.findIndex(({ payload }) => payload.hook_event_name === event && (!tool || payload.tool_name === tool));
  expect(end, `the recording has ${event} ${tool ?? ""}`).toBeGreaterThanOrEqual(0);
  return turn.slice(0, end + 1);
}

test.describe("recorded sessions through the installed hooks, app up", () => {
  const shared = new SharedScene("recorded");
  let home: string;
  let app: RunningApp;
  let hooks: InstalledHooks;

  test.beforeEach(async () => {
    ({ home, app, hooks } = await shared.fresh());
  });
  test.afterAll(() => shared.clear());

  test("a session walks in, works, hands out work and leaves", async () => {
    const turn = recordedTurn("i-basic");
    const session = turn[0]?.payload.session_id as string;
    const stage = await app.mascots();
    const lead = stage.locator(`[data-agent="${session}"]`);

    await hooks.replay(upTo(turn, "UserPromptSubmit"));
    await expect(lead).toHaveAttribute("data-state", "thinking");

    await hooks.replay(upTo(turn, "PreToolUse", "Write").slice(upTo(turn, "UserPromptSubmit").length));
    await expect(lead).toHaveAttribute("data-state", "editing");

    await hooks.replay(upTo(turn, "SubagentStart").slice(upTo(turn, "PreToolUse", "Write").length));
    await expect(stage.locator(".figure.subagent")).toHaveCount(1);
    await expect(stage.locator(".figure.lead")).toHaveCount(1);

    const results = await hooks.replay(turn.slice(upTo(turn, "SubagentStart").length));
    await expect(stage.locator(".figure")).toHaveCount(0);
    // Its second session (/clear) may be told of the first, as far as that is written down by then; nothing else is ever printed.
    const spoken = results.map(({ stdout }) => stdout).filter((text) => text !== "");
    expect(spoken.length).toBeLessThanOrEqual(1);
    for (const text of spoken) expect(JSON.parse(text)).toEqual({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: expect.stringContaining("<agent-mascot-memory>") } });
    expect(results.filter((result) => result.code !== 0 || result.stderr !== "")).toEqual([]);
  });

  for (const name of ["cap-basic", "cap-tasks", "i-bgagent", "i-compact", "i-ask", "cap-resume", "x-agentflag", "i-queue"]) {
    test(`every registered hook of the recorded session ${name} is in the log once, in order of collection`, async () => {
      const turn = recordedTurn(name);
      const sent = turn.filter(({ payload }) => hooks.commands(payload.hook_event_name).length > 0);
      const results: HookResult[] = [];
      for (const hook of turn) {
        results.push(...(await hooks.fire(hook)));
        // The client takes its time to compact; the checkpoint is made meanwhile.
        if (hook.payload.hook_event_name === "PreCompact") await expect.poll(async () => (await eventsOf(home)).some(({ event_type }) => event_type === "checkpoint_created")).toBe(true);
      }
      // A compacted session alone is told something: what it was at.
      expect(results.every(({ code, stdout, stderr }) => code === 0 && stderr === "" && (stdout === "" || stdout.includes("<agent-mascot-checkpoint>")))).toBe(true);
      expect(results.filter(({ stdout }) => stdout !== "").length).toBe(turn.filter(({ payload }) => payload.hook_event_name === "SessionStart" && payload["source"] === "compact").length);
      const names = async () => (await eventsOf(home)).flatMap((event) => (event.raw && typeof event.raw === "object" && "hook_event_name" in event.raw ? [String(event.raw.hook_event_name)] : []));
      await expect.poll(async () => (await names()).length).toBe(sent.length);
      expect((await names()).sort()).toEqual(sent.map(({ payload }) => payload.hook_event_name).sort());
    });
  }

  test("a question and a permission look different and are cleared by their answers", async () => {
    const stage = await app.mascots();
    const asked = recordedTurn("i-ask");
    await hooks.replay(upTo(asked, "PermissionRequest"));
    const asking = stage.locator(`[data-agent="${asked[0]?.payload.session_id}"]`);
    await expect(asking).toHaveAttribute("data-state", "asking_question");
    await hooks.replay(asked.slice(upTo(asked, "PermissionRequest").length, -1));
    await expect(asking).toHaveAttribute("data-state", "resting");

    const permitted = recordedTurn("i-perm-user-first");
    await hooks.replay(upTo(permitted, "PermissionRequest"));
    const waiting = stage.locator(`[data-agent="${permitted[0]?.payload.session_id}"]`);
    await expect(waiting).toHaveAttribute("data-state", "asking_permission");
    await expect(waiting).toHaveAccessibleName(/needs you/);
    await hooks.replay(upTo(permitted, "PostToolUse").slice(upTo(permitted, "PermissionRequest").length));
    await expect(waiting).not.toHaveAttribute("data-state", "asking_permission");
  });

  test("a sub-agent in the background keeps its lead on watch until it is done", async () => {
    const turn = recordedTurn("i-bgagent");
    const lead = (await app.mascots()).locator(`[data-agent="${turn[0]?.payload.session_id}"]`);
    await hooks.replay(upTo(turn, "Stop"));
    await expect(lead).toHaveAttribute("data-state", "watching");
    await hooks.replay(turn.slice(upTo(turn, "Stop").length, -1));
    await expect(lead).toHaveAttribute("data-state", "resting");
  });

  test("F21: a payload without a final newline, 8 MB long, is stored", async () => {
    const [prompt] = recordedTurn("cap-basic").filter(({ payload }) => payload.hook_event_name === "UserPromptSubmit");
    const big = { ...(prompt as RecordedHook), payload: { ...(prompt as RecordedHook).payload, prompt: "가나다 abc ".repeat(600_000) } };
    await hooks.fire(big);
    await expect.poll(async () => (await agentsOf(home)).map((agent) => agent.agent_id), { timeout: 20_000 }).toContain(big.payload.session_id);
  });
});
