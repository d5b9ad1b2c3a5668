import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { type Scene, clearScene, setScene } from "./support/scene.ts";
import { type RecordedHook, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/views");

/** Somebody's recorded session, in a project of another name, up to a moment. */
function played(name: string, project: string, session: string, until?: string): RecordedHook[] {
  const turn = recordedTurn(name);
  const end = until === undefined ? turn.length - 1 : turn.findIndex(({ payload }) => payload.hook_event_name === until);
  return turn.slice(0, end + 1).map((hook) => ({
    ...hook, env: { ...hook.env, CLAUDE_PROJECT_DIR: `/home/dev/${project}`, CLAUDE_CODE_SESSION_ATTENDED: "1" }, payload: { ...hook.payload, session_id: session, cwd: `/home/dev/${project}` },
  }));
}

const VIEWS = ["now", "ports", "sessions", "search", "memory", "data", "hooks", "api", "settings"] as const;

test.describe("the views of the dashboard", () => {
  let scene: Scene;
  let page: Page;

  test.beforeAll(async () => {
    fs.mkdirSync(shots, { recursive: true });
    scene = await setScene("views");
    for (const [name, project, session, until] of [["i-basic", "garden", "v-1", undefined], ["i-perm-deny", "bakery", "v-2", "PermissionRequest"], ["i-bgagent", "lighthouse", "v-3", "Stop"], ["cap-auto", "library", "v-4", undefined]] as const) {
      await scene.hooks.replay(played(name, project, session, until));
    }
    await (await scene.app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "now" }));
    page = await scene.app.window("dashboard.html");
  });
  test.afterAll(async () => clearScene(scene));

  test("the palette finds pages, agents, sessions and actions by name, in both languages, with the keyboard alone", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Commands" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await palette.getByRole("combobox").fill("mem");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Memory", level: 2 })).toBeVisible();
    await expect(palette).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("bakery");
    await expect(palette.getByRole("option").first()).toContainText("bakery");
    await page.keyboard.press("Enter");
    await expect(page.locator(".page-conversation")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("touch created");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("searchbox")).toHaveValue("touch created");
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("한국어");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "설정", exact: true })).toBeVisible();
    await page.evaluate(() => window.mascot.changeSettings({ locale: "en" }));
    await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeVisible();
  });

  test("? shows every key, and the keys it shows lead there", async () => {
    await page.getByRole("button", { name: "Now" }).focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard" });
    await expect(keys.getByText("Settings")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(keys).toHaveCount(0);
    for (const [key, name] of [["e", "Settings"], ["s", "Sessions"], ["h", "Hooks"]] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page.getByRole("heading", { name, level: 2, exact: true })).toBeVisible();
    }
    await page.locator("main").focus();
    await page.keyboard.press("F6");
    await expect(page.locator('nav [aria-current="page"]')).toBeFocused();
  });

  test("pictures", async () => {
    test.setTimeout(240_000);
    for (const [width, height] of [[1280, 800], [480, 800]] as const) {
      await scene.app.electron.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setContentSize(w as number, h as number), [width, height]);
      for (const [scheme, locale] of [["light", "en"], ["dark", "ko"]] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.evaluate((l) => window.mascot.changeSettings({ locale: l }), locale);
        for (const view of VIEWS) {
          await page.evaluate((v) => window.mascot.openDashboard({ page: v }), view);
          await expect(page.locator(`.page-${view}`)).toBeVisible();
          await page.waitForTimeout(500);
          await page.screenshot({ path: path.join(shots, `${view}-${scheme}-${locale}-${width}.png`) });
        }
      }
    }
  });
});
