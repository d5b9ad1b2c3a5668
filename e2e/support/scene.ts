/** What a test of conversations plays in: an app in a home of its own, installed hooks, and a folder for the projects that sessions work in. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { removeFolder } from "../../build/lib/remove-folder.mjs";
import { configFolder, newHome, removeHome, RunningApp } from "./app.ts";
import { type InstalledHooks, installedHooks, type RecordedHook } from "./hooks.ts";

export interface Scene {
  home: string;
  work: string;
  hooks: InstalledHooks;
  app: RunningApp;
}

/** @param env of the app, besides that of a terminal */
export async function setScene(name: string, env: Record<string, string> = {}): Promise<Scene> {
  const home = newHome();
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `mascot-${name}-`)));
  const hooks = await installedHooks(home, configFolder(home));
  return { home, work, hooks, app: await RunningApp.start(home, env) };
}

/** @param scene none when it could not be set */
export async function clearScene(scene: Scene | undefined): Promise<void> {
  if (scene === undefined) return;
  const { home, work, app } = scene;
  await app.quit();
  removeHome(home);
  removeFolder(work);
}

/** A project of that name, its own repository. */
export function repositoryIn(work: string, name: string): string {
  const folder = path.join(work, name);
  fs.mkdirSync(path.join(folder, ".git"), { recursive: true });
  return folder;
}

/** A hook as a client tells it that runs in this folder. */
export function hookIn(cwd: string, hook_event_name: string, session_id: string, more: Record<string, unknown> = {}): RecordedHook {
  return { at_ms: 0, env: { CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: cwd, CLAUDE_CODE_ENTRYPOINT: "cli" }, payload: { hook_event_name, session_id, cwd, ...more } };
}
