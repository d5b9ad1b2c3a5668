import { beforeEach, describe, expect, it } from "vitest";
import { IPC_CALLS, type IpcCalls, type UiState } from "../../schemas/generated/types.ts";
import { type IpcEvent, type IpcFrame, type IpcHandlers, IpcHost, type IpcSender } from "./ipc-host.ts";
import { recordingLog } from "./test-support.ts";

const UI_STATE: UiState = {
  locale: "en", visible: true, paused: false, size: "M", room: { width: 1280, height: 770 }, do_not_disturb: false, full_screen: "hides", platform: "linux", shaped: true, notices: [],
};

class FakeSender implements IpcSender {
  readonly sent: { channel: string; data: unknown }[] = [];
  destroyed = false;
  mainFrame: IpcFrame = { url: "app://mascot/mascots.html" };
  constructor(readonly id: number) {}
  isDestroyed() {
    return this.destroyed;
  }
  send(channel: string, data: unknown) {
    this.sent.push({ channel, data });
  }
}

function answersOf(): IpcHandlers {
  const ok = () => ({ ok: true });
  return {
    ...(Object.fromEntries(Object.keys(IPC_CALLS).map((channel) => [channel, ok])) as unknown as IpcHandlers),
    "world:snapshot": () => ({ n: 4, agents: [], sessions: [] }),
    "ui:state": () => UI_STATE,
  };
}

function setUp(handlers = answersOf()) {
  const registered = new Map<string, (event: IpcEvent, ...args: unknown[]) => Promise<unknown>>();
  const log = recordingLog();
  const host = new IpcHost({
    registrar: { handle: (channel, listener) => registered.set(channel, listener), removeHandler: (channel) => registered.delete(channel) },
    log, origin: "app://mascot", checkResults: true,
  });
  host.serve(handlers);
  const call = (channel: keyof IpcCalls, sender: FakeSender, args: unknown[] = [{}], senderFrame: IpcFrame | null = sender.mainFrame) =>
    registered.get(channel)!({ sender, senderFrame }, ...args);
  return { host, log, call, registered };
}

describe("a call", () => {
  let parts: ReturnType<typeof setUp>;
  const mascots = new FakeSender(1);
  beforeEach(() => {
    parts = setUp();
    parts.host.trust("mascots", mascots);
  });

  it("from our window is answered", async () => {
    expect(await parts.call("world:snapshot", mascots)).toEqual({ n: 4, agents: [], sessions: [] });
  });

  it("from a window that is not ours is dropped and logged", async () => {
    await expect(parts.call("world:snapshot", new FakeSender(9))).rejects.toThrow("refused");
    expect(parts.log.lines).toContainEqual(expect.objectContaining({ level: "warn", details: { channel: "world:snapshot", sender: 9 } }));
  });

  it("from an iframe in our window is dropped", async () => {
    await expect(parts.call("world:snapshot", mascots, [{}], { url: "app://mascot/mascots.html" })).rejects.toThrow("refused");
    await expect(parts.call("world:snapshot", mascots, [{}], null)).rejects.toThrow("refused");
  });

  it.each(["https://evil.example/", "app://mascot.evil.example/", "file:///etc/passwd", "about:blank", "nonsense"])("from a page at %s is dropped", async (url) => {
    const strayed = new FakeSender(2);
    strayed.mainFrame = { url };
    parts.host.trust("mascots", strayed);
    await expect(parts.call("world:snapshot", strayed)).rejects.toThrow("refused");
  });

  it("that belongs to the dashboard is not open to the mascots' window", async () => {
    await expect(parts.call("hooks:install", mascots, [{ scope: "user" }])).rejects.toThrow("refused");
  });

  it.each([
    ["a missing field", "window:hover", [{}]],
    ["a wrong type", "window:hover", [{ over: "yes" }]],
    ["a further field", "window:hover", [{ over: true, forward: true }]],
    ["a second argument", "window:hover", [{ over: true }, 2]],
    ["no argument", "window:hover", []],
    ["401 rectangles", "window:shape", [{ rects: Array.from({ length: 401 }, () => ({ x: 0, y: 0, width: 1, height: 1 })), content: { width: 1, height: 1 } }]],
    ["a size out of range", "window:shape", [{ rects: [], content: { width: 1e9, height: 1 } }]],
  ] as const)("with %s is dropped and logged", async (_what, channel, args) => {
    await expect(parts.call(channel, mascots, [...args])).rejects.toThrow("refused");
    expect(parts.log.lines.some((line) => line.level === "warn" && line.message.includes("arguments"))).toBe(true);
  });
});

describe("an error of a handler", () => {
  it("reaches the window without path or stack, and the log whole", async () => {
    const parts = setUp({ ...answersOf(), "world:snapshot": () => { throw new Error("ENOENT /home/kim/secret"); } });
    const sender = new FakeSender(1);
    parts.host.trust("mascots", sender);
    await expect(parts.call("world:snapshot", sender)).rejects.toThrow(/^failed$/);
    expect(JSON.stringify(parts.log.lines)).toContain("/home/kim/secret");
  });

  it("a result that does not fit the schema is an error in the log of development", async () => {
    const parts = setUp({ ...answersOf(), "world:snapshot": () => ({ n: "four" }) as never });
    const sender = new FakeSender(1);
    parts.host.trust("mascots", sender);
    await parts.call("world:snapshot", sender);
    expect(parts.log.lines).toContainEqual(expect.objectContaining({ level: "error", message: "what the main process says does not fit Snapshot" }));
  });
});

describe("a push", () => {
  const batch = { n: 5, changes: [] };

  it("goes to a window only after it asked for the state that the push changes", async () => {
    const { host, call } = setUp();
    const window = new FakeSender(1);
    host.trust("mascots", window);
    host.push("world:patches", batch);
    expect(window.sent).toEqual([]);
    await call("world:snapshot", window);
    host.push("world:patches", batch);
    expect(window.sent).toEqual([{ channel: "world:patches", data: batch }]);
  });

  it("waits again when the page is loaded anew", async () => {
    const { host, call } = setUp();
    const window = new FakeSender(1);
    host.trust("mascots", window);
    await call("world:snapshot", window);
    host.restart(window.id);
    host.push("world:patches", batch);
    expect(window.sent).toEqual([]);
  });

  it("O9: is sent once to a page that was loaded twenty times", async () => {
    const { host, call } = setUp();
    const window = new FakeSender(1);
    for (let load = 0; load < 20; load++) {
      host.trust("mascots", window);
      host.restart(window.id);
      await call("world:snapshot", window);
      await call("world:snapshot", window);
    }
    host.push("world:patches", batch);
    expect(window.sent).toEqual([{ channel: "world:patches", data: batch }]);
  });

  it("of a selected agent waits for a dashboard that is still loading, and only the newest is kept", async () => {
    const { host, call } = setUp();
    const dashboard = new FakeSender(2);
    host.trust("dashboard", dashboard);
    host.push("agent:selected", { agent_id: "first" });
    host.push("agent:selected", { agent_id: "second" });
    await call("ui:state", dashboard);
    await new Promise((resolve) => setImmediate(resolve));
    expect(dashboard.sent).toEqual([{ channel: "agent:selected", data: { agent_id: "second" } }]);
  });

  it("is not sent to a window that it is not for, nor to one that is destroyed", async () => {
    const { host, call } = setUp();
    const [mascots, dashboard] = [new FakeSender(1), new FakeSender(2)];
    host.trust("mascots", mascots);
    host.trust("dashboard", dashboard);
    await call("ui:state", mascots);
    await call("ui:state", dashboard);
    dashboard.destroyed = true;
    host.push("agent:selected", { page: "hooks" });
    host.push("ui:changed", UI_STATE);
    expect(mascots.sent.map((one) => one.channel)).toEqual(["ui:changed"]);
    expect(dashboard.sent).toEqual([]);
  });

  it("that does not fit its schema is an error in the log of development, and never a fault of whoever published it", () => {
    const { host, log } = setUp();
    host.push("ui:changed", { ...UI_STATE, locale: "fr" as never });
    expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", message: "what the main process says does not fit UiState" }));
  });
});

it("every channel of the contract has a handler, and closing removes all of them", () => {
  const { host, registered } = setUp();
  expect([...registered.keys()].sort()).toEqual(Object.keys(IPC_CALLS).sort());
  host.close();
  expect(registered.size).toBe(0);
});
