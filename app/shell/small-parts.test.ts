import { describe, expect, it } from "vitest";
import { autostartEntry } from "./autostart-entry.ts";
import { throttle } from "./throttle.ts";
import { trayPictures } from "./tray-icons.ts";

describe("the entry that starts the app at login", () => {
  it.each([
    ["/opt/Agent Mascot/agent-mascot", 'Exec="/opt/Agent Mascot/agent-mascot" --hidden'],
    ["/usr/bin/agent-mascot", "Exec=/usr/bin/agent-mascot --hidden"],
    ['/home/김 lee/a"b$c', 'Exec="/home/김 lee/a\\\\"b\\\\$c" --hidden'],
    ["/opt/100%/x", "Exec=/opt/100%%/x --hidden"],
  ])("E1: starts %s whatever is in its path", (program, line) => {
    expect(autostartEntry([program, "--hidden"]).split("\n")).toContain(line);
  });
});

describe("the tray's pictures", () => {
  it("follow the panel: size, tone, and macOS's own templates", () => {
    expect(trayPictures("/i", "linux", "needs", true).map((one) => one.file)).toEqual(["/i/needs-dark-22.png", "/i/needs-dark-44.png"]);
    expect(trayPictures("/i", "win32", "idle", false).map((one) => one.file)).toEqual(["/i/idle-light-16.png", "/i/idle-light-32.png"]);
    expect(trayPictures("/i", "darwin", "error", true)).toEqual([{ file: "/i/errorTemplate.png", scale: 1 }, { file: "/i/errorTemplate@2x.png", scale: 2 }]);
  });
});

describe("updates of the tray", () => {
  it("come at once, then no more often than agreed, and the last wish is not lost", () => {
    let runs = 0;
    let due: (() => void) | null = null;
    const updates = throttle(300, { after: (_ms, run) => ((due = run), () => { due = null; }) }, () => { runs += 1; });
    for (let i = 0; i < 50; i += 1) updates.ask();
    expect(runs).toBe(1);
    due!();
    expect(runs).toBe(2);
    due!();
    expect(runs).toBe(2);
    updates.ask();
    expect(runs).toBe(3);
  });
});
