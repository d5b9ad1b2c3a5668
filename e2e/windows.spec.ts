import path from "node:path";
import { expect, test } from "@playwright/test";
import { ingest, newHome, removeHome, RunningApp } from "./support/app.ts";
import { clickAt, dragFrom, focusedWindow, pixel, screenshot, tool, trayItems } from "./support/desktop.ts";
import { recordedTurn } from "./support/hooks.ts";
import { tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("on the desktop", () => {
  const shared = new SharedScene("desktop");
  let home: string;
  let app: RunningApp;

  test.beforeEach(async () => {
    ({ home, app } = await shared.fresh());
  });
  test.afterAll(() => shared.clear());

  const bounds = () => app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"));
    return window?.isVisible() ? window.getBounds() : null;
  });

  async function oneMascot() {
    await tell(home, ...recordedTurn("cap-basic").slice(0, 2));
    const stage = await app.mascots();
    const body = stage.locator(".figure-body");
    await expect(body).toHaveCount(1);
    await expect.poll(bounds).not.toBeNull();
    // The window takes its size from what the page reports.
    await expect.poll(async () => {
      const { width = 0 } = (await bounds()) ?? {};
      return width > 60 && width < 400;
    }, { message: "it is as wide as one mascot" }).toBe(true);
    const box = await body.boundingBox();
    const window = await bounds();
    if (!box || !window) throw new Error("no mascot on the desktop");
    return { window, centre: { x: Math.round(window.x + box.x + box.width / 2), y: Math.round(window.y + box.y + box.height / 2) } };
  }

  test("every window is locked down as the security checklist says", async () => {
    const stage = await app.mascots();
    await app.openDashboard({ page: "now" });
    await app.window("dashboard.html");
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => {
      const all = (window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
      const { contextIsolation, sandbox, nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames, webSecurity, webviewTag, allowRunningInsecureContent } = all;
      const off = [nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames, webviewTag, allowRunningInsecureContent];
      return { page: new URL(window.webContents.getURL()).pathname, on: [contextIsolation, sandbox, webSecurity], off: off.map(Boolean) };
    }));
    expect(preferences.map(({ page }) => page)).toEqual(expect.arrayContaining(["/mascots.html", "/dashboard.html"]));
    for (const { page: _page, ...each } of preferences) {
      expect(each).toEqual({ on: [true, true, true], off: [false, false, false, false, false] });
    }
    const answers = await stage.evaluate(async () => {
      const attempt = async (run: () => Promise<unknown> | unknown) => { try { return String(await run()); } catch (error) { return (error as Error).name; } };
      return {
        camera: await attempt(() => navigator.mediaDevices?.getUserMedia({ video: true }) ?? "absent"),
        network: await attempt(() => fetch("http://127.0.0.1:4820/health")),
        popup: await attempt(() => window.open("https://example.org") === null),
        code: await attempt(() => new Function("return 1")()),
        require: typeof (globalThis as { require?: unknown }).require,
      };
    });
    expect(answers.camera).not.toContain("MediaStream");
    expect(answers).toMatchObject({ network: "TypeError", popup: "true", code: "EvalError", require: "undefined" });
  });

  test("a path that leaves the pages' folder is not served", async () => {
    const stage = await app.mascots();
    const origin = new URL(stage.url()).origin.replace("null", `${stage.url().split("/").slice(0, 3).join("/")}`);
    const code = await app.electron.evaluate(async ({ net }, url) => (await net.fetch(url).catch(() => ({ status: 0 }))).status, `${origin}/..%2f..%2f..%2f..%2fetc/passwd`);
    expect([0, 400, 403, 404]).toContain(code);
  });

  test("W29: there is one tray icon", async () => {
    await expect.poll(async () => (await trayItems()).length).toBe(1);
  });

  test("the mascots are on top, take no focus and are not in the task bar", async () => {
    const ours = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => String(window.getNativeWindowHandle().readUInt32LE(0))));
    let before = "";
    await expect.poll(async () => ours.includes((before = await focusedWindow())), { message: "the dashboard of the test before has given up the keyboard" }).toBe(false);
    await oneMascot();
    expect(await focusedWindow()).toBe(before);
    const state = await app.electron.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"));
      return { top: window?.isAlwaysOnTop(), focusable: window?.isFocusable(), frame: window?.isResizable() };
    });
    expect(state).toEqual({ top: true, focusable: false, frame: false });
    await screenshot(path.join(shots, "one-mascot.png"));
  });

  test("W1: clicks beside a mascot reach the window below, clicks on it do not", async () => {
    const { window, centre } = await oneMascot();
    await app.electron.evaluate(({ BrowserWindow }, box) => {
      const below = new BrowserWindow({ x: box.x - 40, y: box.y - 40, width: box.width + 80, height: box.height + 40, frame: false, title: "below" });
      (globalThis as { clicks?: number }).clicks = 0;
      void below.loadURL("data:text/html,<body style='background:%23225533;height:100vh' onclick='document.title=String(Number(document.title||0)+1)'>");
      return new Promise<void>((resolve) => below.webContents.once("did-finish-load", () => resolve()));
    }, window);
    const clicks = () => app.electron.evaluate(({ BrowserWindow }) => Number(BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().startsWith("data:"))?.webContents.getTitle() || 0));
    await clickAt(window.x + 3, window.y + 3);
    await expect.poll(clicks).toBe(1);
    await clickAt(centre.x, centre.y);
    await clickAt(window.x + 3, window.y + 3);
    await expect.poll(clicks).toBe(2);
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().startsWith("data:"))?.destroy());
  });

  test("what is transparent shows the desktop behind it", async () => {
    const { window } = await oneMascot();
    const beside = await pixel(window.x + 2, window.y + 2);
    const desktop = await pixel(20, 400);
    expect(beside).toBe(desktop);
  });

  test("a dragged group stays where it was put, also after the next start", async () => {
    const { window, centre } = await oneMascot();
    await dragFrom(centre, { x: centre.x - 300, y: centre.y });
    await expect.poll(async () => (await bounds())?.x ?? 0).toBeLessThan(window.x - 250);
    const moved = await bounds();
    app = await shared.restart();
    await expect.poll(bounds).toEqual(moved);
  });

  test("hidden mascots do not animate, and come back", async () => {
    await oneMascot();
    const stage = await app.mascots();
    await stage.evaluate(() => window.mascot.setVisible(false));
    await expect.poll(bounds).toBeNull();
    expect((await stage.evaluate(() => window.mascot.uiState())).paused).toBe(true);
    expect(await stage.evaluate(() => document.getAnimations().length)).toBe(0);
    await stage.evaluate(() => window.mascot.setVisible(true));
    await expect.poll(bounds).not.toBeNull();
  });

  test("a resting mascot has no running animation", async () => {
    const turn = recordedTurn("i-basic");
    const end = turn.findIndex(({ payload }) => payload.hook_event_name === "Stop");
    await tell(home, ...turn.slice(0, end + 1));
    const stage = await app.mascots();
    await expect(stage.locator(".figure")).toHaveAttribute("data-state", "resting");
    await expect.poll(() => stage.evaluate(() => document.getAnimations().length), { timeout: 8_000 }).toBe(0);
  });

  test("mascots make way for a full-screen window, and come back when it is left", async () => {
    await oneMascot();
    await app.electron.evaluate(({ BrowserWindow }) => new BrowserWindow({ title: "film", backgroundColor: "#101010" }).loadURL("data:text/html,<title>film</title>"));
    const film = (run: "leave" | "watch" | "close") => app.electron.evaluate(({ BrowserWindow }, step) => {
      const window = BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().startsWith("data:"));
      if (step === "close") window?.close();
      else window?.setFullScreen(step === "watch");
      if (step === "watch") window?.focus();
      return window?.isDestroyed() === false && window.isFullScreen() && window.isFocused();
    }, run);
    // Window managers keep a new window from the front while the person is busy elsewhere: they watch it once it is there.
    await expect.poll(() => film("watch"), { message: "the film fills the screen" }).toBe(true);
    await expect.poll(bounds, { message: "the mascots hide" }).toBeNull();
    await film("leave");
    await expect.poll(bounds, { message: "the mascots are back" }).not.toBeNull();
    await expect.poll(() => film("watch")).toBe(true);
    await expect.poll(bounds).toBeNull();
    await film("close");
    await expect.poll(bounds).not.toBeNull();
  });

  test("of more agents than the display has room for the rest is counted, in sight", async () => {
    for (let i = 0; i < 20; i += 1) await ingest(home, { session_id: `crowd-${i}`, cwd: `/work/crowd-${i}`, hook_event_name: "UserPromptSubmit", prompt: "go" });
    const badge = (await app.mascots()).locator(".crowd");
    const counted = async () => (await (await app.mascots()).locator(".figure").count()) + Number(/^\+(\d+)$/.exec((await badge.textContent()) ?? "")?.[1]);
    await expect(badge).toBeVisible();
    await expect.poll(counted, { message: "who stands there and who is counted are all of them" }).toBe(20);
    // What the window is not cut to is not there for the eye: the badge's own paper, not the desktop.
    await expect.poll(async () => {
      const [window, box] = [await bounds(), await badge.boundingBox()];
      return window && box ? pixel(Math.round(window.x + box.x + 6), Math.round(window.y + box.y + box.height / 2)) : null;
    }).toBe("255,253,248");
  });

  test("twenty show and hide cycles end as they began", { tag: "@long" }, async () => {
    const { window: before } = await oneMascot();
    const stage = await app.mascots();
    for (let cycle = 0; cycle < 20; cycle += 1) {
      await stage.evaluate(() => window.mascot.setVisible(false));
      await stage.evaluate(() => window.mascot.setVisible(true));
    }
    await expect.poll(bounds).toEqual(before);
  });

  test("the panel's tray menu can be opened", async () => {
    await oneMascot();
    const [item] = await trayItems();
    const [service, ...rest] = (item as string).split("/");
    const menuPath = await tool("gdbus", "call", "--session", "--dest", service as string, "--object-path", `/${rest.join("/")}`, "--method", "org.freedesktop.DBus.Properties.Get", "org.kde.StatusNotifierItem", "Menu");
    const object = /'([^']+)'/.exec(menuPath)?.[1] as string;
    const layout = () => tool("gdbus", "call", "--session", "--dest", service as string, "--object-path", object, "--method", "com.canonical.dbusmenu.GetLayout", "--", "0", "-1", "['label']");
    // It follows the agents at its leisure.
    for (const label of ["Quit Agent Mascot", "Open the dashboard", "Hooks: installed", "Show the mascots", "Working (1)"]) await expect.poll(layout).toContain(label);
  });
});

test("the drawing of who has left goes with them: a long day makes the page no larger", async () => {
  const home = newHome();
  const app = await RunningApp.start(home);
  try {
    const stage = await app.mascots();
    const turn = recordedTurn("cap-basic");
    const hook = (name: string, session_id: string) => turn.filter(({ payload }) => payload.hook_event_name === name).slice(0, 1).map((recorded) => ({ ...recorded, payload: { ...recorded.payload, session_id } }));
    const come = async (session: string) => {
      await tell(home, ...["SessionStart", "UserPromptSubmit", "PreToolUse"].flatMap((name) => hook(name, session)));
      await expect(stage.locator('[data-motion="running"]')).toHaveCount(1);
      const held = () => stage.evaluate(() => document.getAnimations().filter(({ playbackRate }) => playbackRate === 0).length);
      await expect.poll(held, { message: "its loops go by the beat" }).toBeGreaterThan(0);
    };
    for (const session of ["s1", "s2", "s3"]) {
      await come(session);
      await tell(home, ...hook("SessionEnd", session));
      await expect(stage.locator(".figure-body")).toHaveCount(0);
    }
    // A page that nobody sees tidies up when it is seen again.
    await come("s4");
    const inspector = await stage.context().newCDPSession(stage);
    await inspector.send("HeapProfiler.enable");
    const { result } = await inspector.send("Runtime.evaluate", { expression: "CSSAnimation.prototype" });
    /** Figures that are on the stage no longer, and are kept by an animation. */
    const left = async () => {
      // Asking collects first.
      const { objects } = await inspector.send("Runtime.queryObjects", { prototypeObjectId: result.objectId as string });
      const counted = await inspector.send("Runtime.callFunctionOn", { objectId: objects.objectId as string, returnByValue: true, functionDeclaration: "function () { return new Set(this.map(({ effect }) => effect?.target?.getRootNode()).filter((root) => root?.classList?.contains('figure'))).size; }" });
      return counted.result.value as number;
    };
    // The one who left last may still be there.
    await expect.poll(left).toBeLessThanOrEqual(1);
  } finally {
    await app.quit();
    removeHome(home);
  }
});

test("what a page no longer uses is collected once nothing has come for a while", async () => {
  const home = newHome();
  const app = await RunningApp.start(home);
  try {
    const stage = await app.mascots();
    // Large enough to count as old at once: only a whole collection takes it.
    await stage.evaluate(() => Object.assign(globalThis, { held: new WeakRef(new Array(200_000).fill(0)) }));
    await tell(home, ...recordedTurn("cap-basic").slice(0, 2));
    await expect(stage.locator(".figure-body")).toHaveCount(1);
    await expect.poll(() => stage.evaluate(() => (globalThis as unknown as { held: WeakRef<object> }).held.deref() === undefined), { timeout: 30_000 }).toBe(true);
  } finally {
    await app.quit();
    removeHome(home);
  }
});
