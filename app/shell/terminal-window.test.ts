import { describe, expect, it } from "vitest";
import { idsIn, TerminalWindows } from "./terminal-window.ts";

/** Windows from the lowest to the topmost with their processes, and who descends from whom. */
function desktop(windows: Record<string, number | null>, parents: Record<number, number>, active = "0x0") {
  const raised: string[] = [];
  const terminals = new TerminalWindows({
    ask: async ([flag, what]) => {
      if (flag === "-root") return what === "_NET_ACTIVE_WINDOW" ? `_NET_ACTIVE_WINDOW(WINDOW): window id # ${active}` : `_NET_CLIENT_LIST_STACKING(WINDOW): window id # ${Object.keys(windows).join(", ")}`;
      const pid = windows[what as string];
      return pid == null ? "_NET_WM_PID:  not found." : `_NET_WM_PID(CARDINAL) = ${pid}`;
    },
    ancestors: (pid) => {
      const chain = [];
      for (let at: number | undefined = pid; at !== undefined; at = parents[at]) chain.push(at);
      return chain;
    },
    activate: async (id) => { raised.push(id); return true; },
  });
  return { terminals, raised };
}

describe("the terminal of a client", () => {
  const tree = { 900: 800, 800: 700, 700: 600 };

  it("is the window of the nearest process that the client descends from, the topmost of several", async () => {
    const { terminals, raised } = desktop({ "0xa1": 600, "0xa2": 700, "0xa3": 700, "0xb1": 42, "0xc1": null }, tree);
    expect(await terminals.raise(900)).toBe(true);
    expect(raised).toEqual(["0xa3"]);
  });

  it("is not found where no window is of its kin: nothing is raised", async () => {
    const { terminals, raised } = desktop({ "0xb1": 42 }, tree);
    expect(await terminals.raise(900)).toBe(false);
    expect(raised).toEqual([]);
  });

  it("is in front when the active window is its", async () => {
    expect(await desktop({ "0xa1": 700, "0xb1": 42 }, tree, "0xa1").terminals.isInFront(900)).toBe(true);
    expect(await desktop({ "0xa1": 700, "0xb1": 42 }, tree, "0xb1").terminals.isInFront(900)).toBe(false);
    expect(await desktop({ "0xa1": 700 }, tree).terminals.isInFront(900)).toBe(false);
  });

  it("lists are read as xprop writes them", () => {
    expect(idsIn("_NET_CLIENT_LIST_STACKING(WINDOW): window id # 0x1600003, 0x1800007")).toEqual(["0x1600003", "0x1800007"]);
    expect(idsIn("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0")).toEqual([]);
    expect(idsIn("_NET_ACTIVE_WINDOW:  not found.")).toEqual([]);
  });
});
