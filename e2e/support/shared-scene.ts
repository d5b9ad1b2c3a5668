/** One app for all tests of a file, made to forget between them: starting and ending it costs more of the processor than most tests do. */
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, type Page } from "@playwright/test";
import { DEFAULT_SETTINGS } from "../../app/home/settings-file.ts";
import { removeFolder } from "../../build/lib/remove-folder.mjs";
import type { SettingsChange } from "../../schemas/generated/types.ts";
import type { RunningApp } from "./app.ts";
import { clearScene, type Scene, type SceneNeeds, setScene, workFolder } from "./scene.ts";

/** What tests change most often, as it is at first. */
const SETTLED: SettingsChange = { locale: "system", tracking_mode: DEFAULT_SETTINGS.tracking.mode, memory: DEFAULT_SETTINGS.memory.enabled, answering: false };

/**
 * One app for the tests of a file, as if each had its own: before the next everything it keeps is deleted by the product's own
 * deletion, what its dashboard showed is forgotten and the projects are new. An app whose settings or hooks a test left changed, or that it ended,
 * makes room for a new one; so does one in which a test failed, by the runner.
 */
export class SharedScene {
  private scene: Scene | undefined;
  private hooksAsInstalled = "";

  constructor(private readonly name: string, private readonly needs: SceneNeeds = {}) {}

  /** For `beforeEach`. */
  async fresh(): Promise<Scene> {
    if (this.scene !== undefined && (await this.canBeMadeFresh(this.scene))) {
      removeFolder(this.scene.work);
      this.scene.work = workFolder(this.name);
      return this.scene;
    }
    await this.clear();
    this.scene = await setScene(this.name, this.needs);
    this.hooksAsInstalled = fs.readFileSync(this.scene.hooks.settingsFile, "utf8");
    return this.scene;
  }

  /** For `afterAll`. */
  async clear(): Promise<void> {
    const scene = this.scene;
    this.scene = undefined;
    await clearScene(scene);
  }

  private async canBeMadeFresh(scene: Scene): Promise<boolean> {
    if (!scene.app.isRunning() || this.hooksAsInstalled !== read(scene.hooks.settingsFile)) return false;
    const page = await dashboardOf(scene.app);
    await page.evaluate(async ([to, rules]) => {
      const { tracking } = await window.mascot.changeSettings(to);
      for (const project of Object.keys(tracking.projects)) await window.mascot.changeSettings({ tracking_project: { project, mode: null } });
      await window.mascot.setRetention(rules);
    }, [SETTLED, DEFAULT_SETTINGS.retention] as const);
    if (!this.hasFirstSettings(scene.home)) return false;
    expect(await page.evaluate(() => window.mascot.deleteAll())).toMatchObject({ ok: true });
    await beginAnew(scene.app, page);
    return true;
  }

  /** But for where windows are. */
  private hasFirstSettings(home: string): boolean {
    const { dashboard: _at, mascots: { places: _places, display: _display, ...mascots }, ...settings } = JSON.parse(read(path.join(home, "settings.json"))) as typeof DEFAULT_SETTINGS;
    const { mascots: { places: _noPlaces, display: _noDisplay, ...firstMascots }, ...first } = DEFAULT_SETTINGS;
    return isDeepStrictEqual({ ...settings, mascots }, { ...first, mascots: { ...firstMascots, visible: this.needs.mascots !== "hidden" } });
  }
}

async function dashboardOf(app: RunningApp): Promise<Page> {
  await app.openDashboard({});
  return app.window("dashboard.html");
}

/** The window stays, of its first size: making one costs more than its page does. */
async function beginAnew(app: RunningApp, page: Page): Promise<void> {
  await app.resizeDashboard(1040, 720);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.reload();
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
