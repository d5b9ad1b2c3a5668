import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { ingest, type RunningApp } from "./support/app.ts";
import { clickAt, screenshot, tool, trayItems } from "./support/desktop.ts";
import { type InstalledHooks, recordedTurn } from "./support/hooks.ts";
import { tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

/** What was asked of the desktop's notification service, as the bus carried it. */
class Bus {
  private text = "";
  private constructor(private readonly monitor: ChildProcess) {
    monitor.stdout?.setEncoding("utf8").on("data", (chunk: string) => { this.text += chunk; });
  }

  static async listen(): Promise<Bus> {
    const bus = new Bus(spawn("dbus-monitor", ["--session", "interface='org.freedesktop.Notifications'", "interface='com.canonical.dbusmenu',member='Event'"], { stdio: ["ignore", "pipe", "ignore"] }));
    await expect.poll(() => bus.text, { message: "the bus is listened to" }).toContain("NameAcquired");
    return bus;
  }

  /** Title and text of each notification. */
  notifications(): { title: string; body: string }[] {
    return this.text.split(/member=Notify\n/).slice(1).map((call) => {
      const strings = [...call.matchAll(/^ {3}string "(.*)"$/gm)].map((match) => match[1] as string);
      return { title: strings[2] ?? "", body: strings[3] ?? "" };
    });
  }

  /** `opened`, `closed` … of the tray's menu, by whomever. */
  menuEvents(): string[] {
    return this.text.split(/interface=com\.canonical\.dbusmenu; member=Event\n/).slice(1).map((call) => /^ {3}string "(.*)"$/m.exec(call)?.[1] ?? "?");
  }

  closed(): number {
    return this.text.split("member=CloseNotification").length - 1;
  }

  stop(): void {
    this.monitor.kill();
  }
}

/** The tray's menu as a panel sees it. */
async function trayMenu() {
  const [item = ""] = await trayItems();
  const [service = "", ...rest] = item.split("/");
  const properties = await tool("gdbus", "call", "--session", "--dest", service, "--object-path", `/${rest.join("/")}`, "--method", "org.freedesktop.DBus.Properties.Get", "org.kde.StatusNotifierItem", "Menu");
  const object = /'([^']+)'/.exec(properties)?.[1] ?? "";
  const call = (method: string, ...args: string[]) => tool("gdbus", "call", "--session", "--dest", service, "--object-path", object, "--method", `com.canonical.dbusmenu.${method}`, "--", ...args);
  const layout = () => call("GetLayout", "0", "-1", "['label']");
  const event = (id: number, name: string) => call("Event", String(id), name, "<0>", "0");
  return {
    layout,
    event,
    async click(label: string) {
      // When it changes its lines have new numbers: one that is gone is looked for again.
      await expect(async () => {
        const id = new RegExp(`\\((\\d+), \\{'label': <'${label}'>`).exec(await layout())?.[1];
        expect(id, `${label} is in the menu`).toBeDefined();
        await event(Number(id), "clicked");
      }).toPass({ timeout: 15_000 });
    },
  };
}

/** Middle of the desktop's own window of a notification; null: none is on the screen. */
async function popUp(): Promise<{ x: number; y: number } | null> {
  const windows = (await tool("xdotool", "search", "--onlyvisible", "--class", "notification-daemon").catch(() => "")).split("\n").filter(Boolean);
  for (const window of windows) {
    const geometry = await tool("xdotool", "getwindowgeometry", "--shell", window).catch(() => "");
    const [x = 0, y = 0, width = 0, height = 0] = ["X", "Y", "WIDTH", "HEIGHT"].map((name) => Number(new RegExp(`^${name}=(\\d+)`, "m").exec(geometry)?.[1]));
    if (width > 100) return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  }
  return null;
}

test.describe("notifications", () => {
  const shared = new SharedScene("notifications", { mascots: "calm" });
  let home: string;
  let app: RunningApp;
  let hooks: InstalledHooks;
  let bus: Bus;

  test.beforeEach(async () => {
    ({ home, app, hooks } = await shared.fresh());
    await expect.poll(popUp, { message: "none is on the screen any more" }).toBeNull();
    bus = await Bus.listen();
    // What waited before the app began to look is no news, and it looks once its windows are there.
    await app.mascots();
  });
  test.afterEach(() => bus?.stop());
  test.afterAll(() => shared.clear());

  const turn = () => recordedTurn("i-perm-user-first");
  const upToTheQuestion = () => turn().slice(0, turn().findIndex(({ payload }) => payload.hook_event_name === "PermissionRequest") + 1);
  const settingsPage = async () => {
    await app.openDashboard({ page: "settings" });
    return app.window("dashboard.html");
  };

  test("a permission that waits is told to the desktop, says what is asked, and is taken back when it is answered", async () => {
    await tell(home, ...upToTheQuestion());
    await expect.poll(() => bus.notifications(), { timeout: 10_000 }).toHaveLength(1);
    const [told] = bus.notifications();
    expect(told?.title).toMatch(/ needs you$/);
    expect(told?.body).toMatch(/^Asks for permission: ./);
    await screenshot(path.join(shots, "notification.png"));
    await tell(home, ...turn().slice(upToTheQuestion().length));
    await expect.poll(() => bus.closed(), { message: "the answered one goes" }).toBeGreaterThan(0);
    expect(bus.notifications().filter(({ title }) => title.endsWith("needs you"))).toHaveLength(1);
  });

  test("a command that looks like markup is told as it is: the desktop follows none of it", async () => {
    const asked = { session_id: "markup", cwd: "/work/garden", tool_name: "Bash", tool_input: { command: "sed -i s/x/<b>y</b>/ page.html && true" } };
    await ingest(home, { session_id: "markup", cwd: "/work/garden", hook_event_name: "UserPromptSubmit", prompt: "make it bold" });
    await ingest(home, { ...asked, hook_event_name: "PreToolUse", tool_use_id: "toolu_markup" });
    await ingest(home, { ...asked, hook_event_name: "PermissionRequest" });
    await expect.poll(() => bus.notifications(), { timeout: 10_000 }).toHaveLength(1);
    expect(bus.notifications()[0]?.body).toBe("Asks for permission: sed -i s/x/&lt;b&gt;y&lt;/b&gt;/ page.html &amp;&amp; true");
    await screenshot(path.join(shots, "notification-markup.png"));
  });

  test("a click on it opens the conversation that waits, not another one", async () => {
    await tell(home, ...upToTheQuestion());
    await ingest(home, { session_id: "another", cwd: "/work/garden", hook_event_name: "UserPromptSubmit", prompt: "plant the beans" });
    await expect.poll(() => bus.notifications(), { timeout: 10_000 }).toHaveLength(1);
    await expect.poll(popUp, { message: "the desktop shows it" }).not.toBeNull();
    await screenshot(path.join(shots, "notification-on-the-desktop.png"));
    const at = await popUp();
    await clickAt(at?.x ?? 0, at?.y ?? 0);
    const conversation = (await app.window("dashboard.html")).locator(".page-conversation");
    await expect(conversation.locator("[data-seq]").first()).toBeVisible();
    await expect(conversation).toContainText(String(upToTheQuestion().find(({ payload }) => payload.prompt)?.payload.prompt));
    await expect(conversation).not.toContainText("plant the beans");
    await screenshot(path.join(shots, "notification-clicked.png"));
  });

  /** Somebody waits, is seen to wait, and nothing of it comes to the desktop. */
  async function waitsUntold(): Promise<void> {
    await tell(home, ...upToTheQuestion());
    const stage = await app.mascots();
    await expect(stage.locator('.figure[data-state="asking_permission"]')).toHaveCount(1);
    // Longer than a wait has to be open before it is told.
    await stage.waitForTimeout(3_500);
    expect(bus.notifications()).toEqual([]);
  }

  test("quiet hours set in the settings keep it away, and what still waits at their end is told then", async () => {
    const page = await settingsPage();
    const now = Date.now();
    const clock = (hoursAway: number) => new Date(now + hoursAway * 3_600_000).toTimeString().slice(0, 5);
    await page.getByLabel("Quiet hours every day").click();
    const kept = async () => (await page.evaluate(() => window.mascot.settings())).notify?.quiet_hours;
    await page.getByLabel("From", { exact: true }).fill(clock(-2));
    await expect.poll(kept).toMatchObject({ on: true, from: clock(-2) });
    await page.getByLabel("To", { exact: true }).fill(clock(2));
    await expect.poll(kept).toEqual({ on: true, from: clock(-2), to: clock(2) });
    await waitsUntold();
    // They end an hour ago.
    await page.getByLabel("To", { exact: true }).fill(clock(-1));
    await expect.poll(() => bus.notifications(), { timeout: 10_000 }).toHaveLength(1);
  });

  test("do not disturb from the tray keeps it away, and what still waits at its end is told then", async () => {
    await expect.poll(async () => (await trayItems()).length).toBe(1);
    const menu = await trayMenu();
    await menu.click("For 30 minutes");
    await expect.poll(() => menu.layout()).toMatch(/Do not disturb: until \d/);
    await waitsUntold();
    await menu.click("Turn off");
    await expect.poll(() => bus.notifications(), { timeout: 10_000 }).toHaveLength(1);
  });

  test("W3 W5: from the tray's menu alone the person is left alone, and everything else is reached", async () => {
    await expect.poll(async () => (await trayItems()).length).toBe(1);
    const menu = await trayMenu();
    for (const label of ["Show the mascots", "Open the dashboard", "Do not disturb", "Answer agents from the desktop", "Hooks: installed", "Settings", "Quit Agent Mascot"]) expect(await menu.layout()).toContain(label);
    const stage = await app.mascots();
    const quiet = () => stage.evaluate(async () => (await window.mascot.uiState()).quiet);
    await menu.click("For 30 minutes");
    await expect.poll(async () => (await quiet())?.by).toBe("person");
    await expect.poll(() => menu.layout()).toMatch(/Do not disturb: until \d/);
    await menu.click("Turn off");
    await expect.poll(async () => (await quiet())?.by).toBeNull();
    await menu.click("Settings");
    await expect((await app.window("dashboard.html")).getByRole("heading", { name: "Notifications and sounds" })).toBeVisible();
  });

  test("a menu that is open does not change under the pointer, and is made up for when it is closed", async () => {
    await expect.poll(async () => (await trayItems()).length).toBe(1);
    await expect.poll(async () => (await trayMenu()).layout()).toContain("Hooks: installed");
    const menu = await trayMenu();
    await expect(async () => {
      await menu.event(0, "opened");
      // The same session twice: by hooks of their own.
      await hooks.replay(turn());
      await hooks.replay(upToTheQuestion());
      await expect((await app.mascots()).locator('.figure[data-state="asking_permission"]')).toHaveCount(1);
      const open = await menu.layout();
      await menu.event(0, "closed");
      // The desktop's own panel has the same menu, and may close it between the two.
      expect(open, `what the panels said: ${bus.menuEvents().join(", ")}`).not.toContain("Needs you");
    }).toPass({ timeout: 60_000 });
    await expect.poll(() => menu.layout()).toContain("Needs you");
  });

  test("its settings are kept, in words, and a sound can be heard", async () => {
    const page = await settingsPage();
    await expect(page.getByRole("heading", { name: "Notifications and sounds" })).toBeVisible();
    await page.getByLabel("Tell me when a long turn is done").click();
    await expect(page.getByLabel("Tell me when a long turn is done")).not.toBeChecked();
    await page.getByLabel("Quiet hours every day").click();
    await expect(page.getByLabel("Quiet hours every day")).toBeChecked();
    await page.getByLabel("From", { exact: true }).fill("23:15");
    await page.getByLabel("Play sounds").click();
    await expect(page.getByLabel("Play sounds")).toBeChecked();
    await expect(page.getByRole("button", { name: "Listen: Somebody needs me" })).toBeVisible();
    await expect.poll(async () => (await page.evaluate(() => window.mascot.settings())).notify).toMatchObject({ finished: false, quiet_hours: { on: true, from: "23:15" }, sounds: { on: true } });
    const stage = await app.mascots();
    await stage.evaluate(() => {
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function heard() {
        this.addEventListener("ended", () => { document.body.dataset.heard = `${this.duration > 0.5}`; });
        this.addEventListener("error", () => { document.body.dataset.heard = `error ${this.error?.message}`; });
        return play.call(this);
      };
    });
    await page.getByRole("button", { name: "Listen: Somebody needs me" }).click();
    await expect.poll(() => stage.evaluate(() => document.body.dataset.heard), { message: "the sound was played to its end" }).toBe("true");
    await page.getByRole("heading", { name: "Notifications and sounds" }).scrollIntoViewIfNeeded();
    await screenshot(path.join(shots, "notify-settings.png"));
  });

  test("no sound is lost while the computer is busy", async () => {
    const assets = path.resolve(import.meta.dirname, "../dist/renderer/assets");
    const urls = fs.readdirSync(assets).filter((name) => name.endsWith(".wav")).map((name) => `app://mascot/assets/${name}`);
    expect(urls).toHaveLength(3);
    const stage = await app.mascots();
    const busy = os.cpus().map(() => spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" }));
    try {
      const heard = await stage.evaluate(async (sounds) => {
        const play = async (url: string) => {
          const sound = new Audio(url);
          Object.assign(sound, { volume: 0, playbackRate: 8 });
          const ended = new Promise((resolve) => sound.addEventListener("ended", resolve));
          return sound.play().then(() => ended).then(() => "heard", (error: Error) => `${error.name}: ${sound.error?.message}`);
        };
        const all: string[] = [];
        for (let round = 0; round < 20; round++) all.push(...(await Promise.all(sounds.map(play))));
        return all;
      }, urls);
      expect(heard).toEqual(heard.map(() => "heard"));
    } finally {
      for (const loop of busy) loop.kill("SIGKILL");
    }
  });

  test("a system that cannot show any: the person reads why", async () => {
    await app.electron.evaluate(({ Notification }) => { Notification.isSupported = () => false; });
    await tell(home, ...upToTheQuestion());
    const page = await settingsPage();
    await expect(page.getByText("the library libnotify is missing")).toBeVisible();
    expect(bus.notifications()).toEqual([]);
    // It stays such a system.
    await app.quit();
  });
});
