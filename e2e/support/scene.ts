/** What a test of conversations plays in: an app in a home of its own, installed hooks, and a folder for the projects that sessions work in. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { removeFolder } from "../../build/lib/remove-folder.mjs";
import { expect, type Page } from "@playwright/test";
import { api, configFolder, hideMascots, newHome, removeHome, RunningApp } from "./app.ts";
import type { SettingsChange } from "../../schemas/generated/types.ts";
import { type InstalledHooks, installedHooks, type RecordedHook, recordedTurn } from "./hooks.ts";

export interface Scene {
  home: string;
  work: string;
  hooks: InstalledHooks;
  app: RunningApp;
}

export interface SceneNeeds {
  /** Of the app, besides that of a terminal. */
  env?: Record<string, string>;
  /**
   * Drawing them as they move takes more of the processor than all else: `hidden` where nothing but the dashboard or the API is looked at,
   * `calm`, as for a person whose system asks for less motion, where how they move is not.
   */
  mascots?: "shown" | "calm" | "hidden";
  /** As a person changes them. */
  settings?: SettingsChange;
}

export async function setScene(name: string, { env = {}, mascots = "shown" }: SceneNeeds = {}): Promise<Scene> {
  const home = newHome();
  if (mascots === "hidden") hideMascots(home);
  const work = workFolder(name);
  const hooks = await installedHooks(home, configFolder(home));
  return { home, work, hooks, app: await startIn(home, { env, mascots }) };
}

/** The app over a home that may have been used. */
export async function startIn(home: string, { env, mascots }: SceneNeeds): Promise<RunningApp> {
  const app = await RunningApp.start(home, env);
  try {
    // Chromium's own switch for it is overruled by the tool that drives the page.
    if (mascots === "calm") await (await app.mascots()).emulateMedia({ reducedMotion: "reduce" });
  } catch (error) {
    await app.quit();
    throw error;
  }
  return app;
}

export const workFolder = (name: string): string => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `mascot-${name}-`)));

/** @param scene none when it could not be set */
export async function clearScene(scene: Scene | undefined): Promise<void> {
  if (scene === undefined) return;
  const { home, work, app } = scene;
  await app.quit();
  removeHome(home);
  removeFolder(work);
}

export interface Resting {
  project: string;
  /** What is left of the recording: the session's end. */
  rest: RecordedHook[];
}

/** What a turn comes down to for who sees only that it is over. */
const OUTLINE = ["SessionStart", "UserPromptSubmit", "Stop"];

/** One mascot, called bakery as its project, that has done its turn and stands still. */
export async function oneRests({ app, hooks, work }: Scene): Promise<Resting> {
  const project = repositoryIn(work, "bakery");
  const turn = recordedTurn("i-basic").map((hook) => ({ ...hook, env: { ...hook.env, CLAUDE_PROJECT_DIR: project }, payload: { ...hook.payload, cwd: project } }));
  const end = turn.findIndex(({ payload }) => payload.hook_event_name === "Stop") + 1;
  await hooks.replay(turn.slice(0, end).filter(({ payload }) => OUTLINE.includes(payload.hook_event_name)));
  const stage = await app.mascots();
  await expect(stage.locator(".figure")).toHaveAttribute("data-state", "resting");
  await standStill(stage);
  return { project, rest: turn.slice(end) };
}

/** What they do once in a while moves them. */
export async function standStill(stage: Page): Promise<void> {
  await expect.poll(() => stage.evaluate(() => document.querySelectorAll("[data-moment]").length), { message: "they stand still" }).toBe(0);
}

/** A project of that name, its own repository. */
export function repositoryIn(work: string, name: string): string {
  const folder = path.join(work, name);
  fs.mkdirSync(path.join(folder, ".git"), { recursive: true });
  return folder;
}

/** What hooks said before a test begins, handed in as they do, but without a process for each: for tests of what is then shown. */
export async function tell(home: string, ...hooks: RecordedHook[]): Promise<void> {
  for (const { payload } of hooks) await api(home, "/ingest", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(payload) });
}

/** A hook as a client tells it that runs in this folder. */
export function hookIn(cwd: string, hook_event_name: string, session_id: string, more: Record<string, unknown> = {}): RecordedHook {
  return { at_ms: 0, env: { CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: cwd, CLAUDE_CODE_ENTRYPOINT: "cli" }, payload: { hook_event_name, session_id, cwd, ...more } };
}
