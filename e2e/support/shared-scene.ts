/** One app for all tests of a file, made to forget between them: starting and ending it costs more of the processor than most tests do. */
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, type Page } from "@playwright/test";
import { DEFAULT_SETTINGS } from "../../app/home/settings-file.ts";
import { removeFolder } from "../../build/lib/remove-folder.mjs";
import { notifyRules } from "../../app/domain/notify/rules.ts";
import type { Settings, SettingsChange } from "../../schemas/generated/types.ts";
import type { RunningApp } from "./app.ts";
import { clearScene, type Scene, type SceneNeeds, setScene, startIn, workFolder } from "./scene.ts";

/** As they are at first. */
const { quiet_hours, sounds, needs, finished, failed, long_turn_minutes, show_text } = notifyRules({});

/** What tests change most often, as it is at first. */
const SETTLED: SettingsChange = {
  locale: "system", tracking_mode: DEFAULT_SETTINGS.tracking.mode, memory: DEFAULT_SETTINGS.memory.enabled, answering: false, context: DEFAULT_SETTINGS.context, size: DEFAULT_SETTINGS.mascots.size,
  notify: { quiet_hours, sounds, needs, finished, failed, long_turn_minutes, show_text },
};

/**
 * One app for the tests of a file, as if each had its own: before the next everything it keeps is deleted by the product's own
 * deletion, its dashboard is out of sight and has forgotten what it showed, and the projects are new.
 * The client's settings are as the hooks' installation left them. An app whose own settings a test left changed, or that it ended, makes room for a new one; so does
 * one in which a test failed, by the runner.
 */
export class SharedScene {
  private scene: Scene | undefined;
  private hooksAsInstalled = "";

  constructor(private readonly name: string, private readonly needs: SceneNeeds = {}) {}

  /** For `beforeEach`. */
  async fresh(): Promise<Scene> {
    const scene = (await this.usedOnceMore()) ?? (await this.newOne());
    const { settings } = this.needs;
    if (settings !== undefined) await this.change(settings);
    await putAside(scene.app);
    return scene;
  }

  /** As a person changes settings. */
  async change(to: SettingsChange): Promise<void> {
    await (await dashboardOf((this.scene as Scene).app)).evaluate((change) => window.mascot.changeSettings(change), to);
  }

  /** Ends the app, if it has not ended by itself, and starts it over the same home. */
  async restart(): Promise<RunningApp> {
    const scene = this.scene as Scene;
    if (scene.app.isRunning()) await scene.app.quit();
    scene.app = await startIn(scene.home, this.needs);
    return scene.app;
  }

  /** For `afterAll`. */
  async clear(): Promise<void> {
    const scene = this.scene;
    this.scene = undefined;
    await clearScene(scene);
  }

  private async newOne(): Promise<Scene> {
    await this.clear();
    this.scene = await setScene(this.name, this.needs);
    this.hooksAsInstalled = read(this.scene.hooks.settingsFile);
    return this.scene;
  }

  private async usedOnceMore(): Promise<Scene | null> {
    const { scene } = this;
    if (!scene?.app.isRunning() || !fs.existsSync(path.join(scene.home, "bin", "forward-to-mascot.cjs"))) return null;
    if (this.hooksAsInstalled !== read(scene.hooks.settingsFile)) fs.writeFileSync(scene.hooks.settingsFile, this.hooksAsInstalled);
    const page = await dashboardOf(scene.app);
    if (!this.areFirst(await page.evaluate(settle, [SETTLED, DEFAULT_SETTINGS.retention, this.areSeen] as const))) return null;
    expect(await page.evaluate(() => window.mascot.deleteAll())).toMatchObject({ ok: true });
    await beginAnew(scene.app, page);
    if (this.areSeen) await expect((await scene.app.mascots()).locator(".figure"), "nobody is left").toHaveCount(0);
    removeFolder(scene.work);
    scene.work = workFolder(this.name);
    return scene;
  }

  private get areSeen(): boolean {
    return this.needs.mascots !== "hidden";
  }

  /** But for where windows are, and the group of mascots, and for what was allowed to projects that are gone. */
  private areFirst(settings: Settings): boolean {
    const comparable = ({ dashboard: _at, notify, tracking: { accepted: _accepted, ...tracking }, mascots: { places: _places, display: _display, apart = {}, ...mascots }, ...rest }: Settings) => ({ ...rest, mascots: { ...mascots, apart }, tracking, notify: notifyRules({ notify }) });
    const first = comparable(DEFAULT_SETTINGS);
    return isDeepStrictEqual(comparable(settings), { ...first, mascots: { ...first.mascots, visible: this.areSeen } });
  }
}

/** In the dashboard. */
async function settle([first, retention, visible]: readonly [SettingsChange, Settings["retention"], boolean]): Promise<Settings> {
  const { mascot } = window;
  const { tracking, answering, notify } = await mascot.changeSettings(first);
  for (const project of Object.keys(tracking.projects)) await mascot.changeSettings({ tracking_project: { project, mode: null } });
  for (const project of Object.keys(answering?.projects ?? {})) await mascot.changeSettings({ answering_project: { project, on: null } });
  for (const project of notify?.muted_projects ?? []) await mascot.changeSettings({ notify: { project: { project, muted: false } } });
  for (const session_id of notify?.muted_sessions ?? []) await mascot.changeSettings({ notify: { session: { session_id, muted: false } } });
  await mascot.setQuiet("off");
  await mascot.setRetention(retention);
  await mascot.setVisible(visible);
  return mascot.settings();
}

/** Where there is none it is opened. */
async function dashboardOf(app: RunningApp): Promise<Page> {
  if (!app.electron.windows().some(isDashboard)) await app.openDashboard({});
  return app.window("dashboard.html");
}

const isDashboard = (window: Page): boolean => window.url().includes("dashboard.html");

/** The window stays, of its first size: making one costs more than its page does. A page that nobody has looked at has nothing to forget. */
async function beginAnew(app: RunningApp, page: Page): Promise<void> {
  if (await page.evaluate(() => document.visibilityState === "hidden")) return;
  // Who reloads it while it shows a conversation would still be taken for looking at that.
  await app.openDashboard({ page: "now" });
  await expect(page.locator(".page-now")).toBeAttached();
  await app.resizeDashboard(1040, 720);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.reload();
}

/** Until it is opened the desktop is as if there was none. */
async function putAside(app: RunningApp): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) if (window.webContents.getURL().includes("dashboard.html")) window.hide();
  });
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
