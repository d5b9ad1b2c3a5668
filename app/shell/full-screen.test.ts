import { describe, expect, it } from "vitest";
import type { Rect } from "../../schemas/generated/types.ts";
import { FullScreenWatch, isFullScreen, rectIn, windowIn } from "./full-screen.ts";

const XWININFO = `
xwininfo: Window id: 0x1600003 "film"
  Absolute upper-left X:  -1280
  Absolute upper-left Y:  0
  Relative upper-left X:  0
  Width: 1280
  Height: 1024
`;

/** A screen whose window manager says what the test wants. */
function screen(describeWindow: (id: string) => Promise<string> = async () => XWININFO) {
  const spies: { args: readonly string[]; onLine(line: string): void }[] = [];
  const said: (Rect | null)[] = [];
  const watch = new FullScreenWatch({
    spy(args, onLine) {
      const spy = { args, onLine };
      spies.push(spy);
      return () => void spies.splice(spies.indexOf(spy), 1);
    },
    describe: describeWindow,
  }, (window) => void said.push(window));
  const activate = (id: string) => spies.find(({ args }) => args[0] === "-root")?.onLine(`_NET_ACTIVE_WINDOW(WINDOW): window id # ${id}`);
  const state = (text: string, id?: string) => spies.filter(({ args }) => args[0] === "-id" && (id === undefined || args[1] === id)).at(-1)?.onLine(`_NET_WM_STATE(ATOM) = ${text}`);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { watch, spies, said, activate, state, settled };
}

describe("a full-screen window", () => {
  it("is told of with its place, and told to be over when it shrinks, or when another window becomes active", async () => {
    const { watch, said, activate, state, settled } = screen();
    watch.set(true);
    activate("0x1600003");
    state("_NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_FOCUSED");
    await settled();
    expect(said).toEqual([{ x: -1280, y: 0, width: 1280, height: 1024 }]);
    state("_NET_WM_STATE_FOCUSED");
    expect(said.at(-1)).toBeNull();
    state("_NET_WM_STATE_FULLSCREEN");
    await settled();
    activate("0x1600009");
    state("_NET_WM_STATE_MAXIMIZED_VERT");
    await settled();
    expect(said.at(-1)).toBeNull();
  });

  const BESIDE = XWININFO.replace("-1280", "300");

  it("goes on counting while the person works on another screen, until it shrinks there", async () => {
    const { watch, spies, said, activate, state, settled } = screen(async (id) => (id === "0xf" ? XWININFO : BESIDE));
    watch.set(true);
    activate("0xf");
    state("_NET_WM_STATE_FULLSCREEN", "0xf");
    await settled();
    activate("0x2");
    await settled();
    activate("0x3");
    await settled();
    expect(said).toHaveLength(1);
    expect(spies.map(({ args }) => args[1])).toEqual(["-spy", "0xf", "0x3"]);
    state("_NET_WM_STATE_ABOVE", "0xf");
    expect(said.at(-1)).toBeNull();
    expect(spies.map(({ args }) => args[1])).toEqual(["-spy", "0x3"]);
  });

  it("that was closed or minimised behind the person's back is over", async () => {
    let gone = false;
    const { watch, said, activate, state, settled } = screen(async (id) => (id === "0xf" ? (gone ? "" : XWININFO) : BESIDE));
    watch.set(true);
    activate("0xf");
    state("_NET_WM_STATE_FULLSCREEN");
    await settled();
    activate("0x2");
    await settled();
    gone = true;
    activate("0x3");
    await settled();
    expect(said.at(-1)).toBeNull();
    expect(isFullScreen("_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_HIDDEN")).toBe(false);
  });

  it("of which nobody can say where it is counts as one on the first screen", async () => {
    const { watch, said, activate, state, settled } = screen(async () => "");
    watch.set(true);
    activate("0x1");
    state("_NET_WM_STATE_FULLSCREEN");
    await settled();
    expect(said).toEqual([{ x: 0, y: 0, width: 1, height: 1 }]);
  });

  it("that was left before its place was known hides nobody", async () => {
    const { watch, said, activate, state, settled } = screen();
    watch.set(true);
    activate("0x1");
    state("_NET_WM_STATE_FULLSCREEN");
    activate("0x2");
    await settled();
    expect(said).toEqual([]);
  });
});

it("nothing runs while nobody wants to know, and what was said is taken back", async () => {
  const { watch, spies, said, activate, state, settled } = screen();
  watch.set(true);
  activate("0x1");
  state("_NET_WM_STATE_FULLSCREEN");
  await settled();
  watch.set(false);
  expect(spies).toEqual([]);
  expect(said.at(-1)).toBeNull();
});

it("the tools' lines are read as they are", () => {
  expect(windowIn("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1600003, 0x0")).toBe("0x1600003");
  expect(windowIn("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0")).toBeNull();
  expect(windowIn("_NET_ACTIVE_WINDOW:  not found.")).toBeNull();
  expect(isFullScreen("_NET_WM_STATE:  not found.")).toBe(false);
  expect(rectIn("xwininfo: error: No such window")).toBeNull();
});
