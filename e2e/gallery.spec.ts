import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { RunningApp, configFolder, newHome, removeHome } from "./support/app.ts";
import { screenshot } from "./support/desktop.ts";
import { type RecordedHook, installedHooks, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

/** The first hooks of a recording, as somebody else's session in another project. */
function scene(name: string, until: (hook: RecordedHook) => boolean, project: string, session: string): RecordedHook[] {
  const turn = recordedTurn(name);
  const end = turn.findIndex(until);
  expect(end, `${name} has the moment that the scene ends with`).toBeGreaterThanOrEqual(0);
  return turn.slice(0, end + 1).map((hook) => ({
    ...hook,
    env: { ...hook.env, CLAUDE_PROJECT_DIR: `/home/dev/${project}`, CLAUDE_CODE_SESSION_ATTENDED: "1" },
    payload: { ...hook.payload, session_id: session, cwd: `/home/dev/${project}` },
  }));
}

const at = (event: string, tool?: string) => ({ payload }: RecordedHook) => payload.hook_event_name === event && (tool === undefined || payload.tool_name === tool);

test("a working desktop: six sessions, each state told apart, everybody inside the screen", { tag: "@long" }, async () => {
  fs.mkdirSync(shots, { recursive: true });
  const home = newHome();
  const hooks = await installedHooks(home, configFolder(home));
  const app = await RunningApp.start(home);
  const scenes: [string, RecordedHook[]][] = [
    ["editing", scene("i-basic", at("PreToolUse", "Edit"), "garden", "gallery-1")],
    ["asking_permission", scene("i-perm-deny", at("PermissionRequest"), "bakery", "gallery-2")],
    ["watching", scene("i-bgagent", at("Stop"), "lighthouse", "gallery-3")],
    ["asking_question", scene("i-ask", at("PermissionRequest"), "orchard", "gallery-4")],
    ["resting", scene("i-sigkill", at("Stop"), "harbour", "gallery-5")],
    ["running", scene("cap-auto", at("PreToolUse", "Bash"), "library", "gallery-6")],
  ];
  for (const [, turn] of scenes) await hooks.replay(turn);
  const stage = await app.mascots();
  for (const [index, [state]] of scenes.entries()) await expect(stage.locator(`[data-agent="gallery-${index + 1}"]`)).toHaveAttribute("data-state", state);
  await expect(stage.locator(".figure.subagent")).toHaveCount(1);
  const outside = await stage.evaluate(() => [...document.querySelectorAll(".figure")].filter((figure) => {
    const box = figure.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
  }).length);
  expect(outside).toBe(0);
  await expect.poll(() => stage.evaluate(() => document.querySelectorAll('[data-moment="entering"]').length)).toBe(0);
  await screenshot(path.join(shots, "desktop.png"));
  await app.quit();
  removeHome(home);
});
