import { beforeEach, describe, expect, it, test, vi } from "vitest";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { PatchBatch, Snapshot, UiState } from "../../schemas/generated/types.ts";
import { anAgent } from "./testing/builders.ts";
import { EMPTY_WORLD } from "./world.ts";
import { atOnceOrWithTheFrame, connect, useWindow } from "./world-store.ts";

const UI: UiState = { locale: "en", visible: true, paused: false, size: "M", room: { width: 1280, height: 770 }, do_not_disturb: false, full_screen: "hides", platform: "linux", shaped: true, notices: [] };
const appeared = (n: number, id: string): PatchBatch => ({ n, changes: [{ kind: "mascot://agent-appeared", agent: anAgent({ agent_id: id }) }] });

/** The main process as a window meets it: snapshots are given when the test says so. */
class FakeMain {
  asked: ((snapshot: Snapshot) => void)[] = [];
  tellPatch: (batch: PatchBatch) => void = () => {};
  tellUi: (ui: UiState) => void = () => {};
  bridge = {
    snapshot: () => new Promise<Snapshot>((resolve) => this.asked.push(resolve)),
    onPatches: (listener: (batch: PatchBatch) => void) => ((this.tellPatch = listener), () => {}),
    uiState: () => new Promise<UiState>(() => {}),
    onUiState: (listener: (ui: UiState) => void) => ((this.tellUi = listener), () => {}),
  } as unknown as MascotBridge;

  async give(n: number, ...ids: string[]): Promise<void> {
    this.asked.shift()?.({ n, agents: ids.map((id) => anAgent({ agent_id: id })), sessions: [] });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let frames: (() => void)[] = [];
const nextFrame = () => frames.splice(0).forEach((draw) => draw());
/** After the next frame. */
const shown = () => {
  nextFrame();
  return [...useWindow.getState().world.agents.keys()];
};

test("news is taken at once by a page that is idle, and with the next frame where it comes hard upon other news", () => {
  let now = 0;
  const taken: number[] = [];
  const soon = atOnceOrWithTheFrame((draw) => frames.push(draw), () => now, (note) => note());
  const tell = (at: number) => {
    now = at;
    soon(() => taken.push(at));
    return [...taken];
  };
  expect(tell(0)).toEqual([0]);
  expect(tell(20)).toEqual([0]);
  nextFrame();
  expect(taken).toEqual([0, 20]);
  expect(tell(70)).toEqual([0, 20, 70]);
  expect(tell(119)).toEqual([0, 20, 70]);
});

test("a page that takes long to draw is not idle: its news waits for the frame", () => {
  let now = 0;
  const soon = atOnceOrWithTheFrame((draw) => frames.push(draw), () => now, (note) => {
    now += 60;
    note();
  });
  let drawn = 0;
  for (let n = 0; n < 10; n++) soon(() => drawn++);
  expect(drawn).toBe(1);
});

describe("a window's store", () => {
  let main: FakeMain;
  beforeEach(() => {
    useWindow.setState({ world: EMPTY_WORLD, ui: null });
    main = new FakeMain();
    frames = [];
    connect(main.bridge, (draw) => frames.push(draw));
  });

  it("applies what came while the snapshot was under way, once", async () => {
    main.tellPatch(appeared(3, "old"));
    main.tellPatch(appeared(4, "new"));
    await main.give(3, "old");
    expect(shown()).toEqual(["old", "new"]);
  });

  it("asks for a new snapshot when a patch is missing", async () => {
    await main.give(1, "a");
    main.tellPatch(appeared(5, "late"));
    expect(main.asked).toHaveLength(1);
    await main.give(5, "a", "b", "late");
    expect(shown()).toEqual(["a", "b", "late"]);
  });

  it("what comes between two frames is drawn once, and a figure that left meanwhile stays away", async () => {
    await main.give(1, "a", "b");
    let draws = 0;
    const stop = useWindow.subscribe(() => draws++);
    main.tellPatch({ n: 2, changes: [{ kind: "mascot://agent-departed", agent_id: "a", how: "left" }] });
    nextFrame();
    main.tellPatch(appeared(3, "c"));
    main.tellPatch(appeared(4, "d"));
    expect(draws).toBe(1);
    useWindow.getState().figureLeft("a");
    expect(shown()).toEqual(["b", "c", "d"]);
    expect(useWindow.getState().world.leaving.size).toBe(0);
    expect(draws).toBe(3);
    stop();
  });

  it("poses are held in a rush and until no more of it was heard for a while", async () => {
    await main.give(1, "a");
    vi.useFakeTimers();
    main.tellPatch({ ...appeared(2, "b"), rush: true });
    expect(useWindow.getState().rush).toBe(true);
    vi.advanceTimersByTime(500);
    main.tellPatch({ ...appeared(3, "c"), rush: true });
    vi.advanceTimersByTime(500);
    expect(useWindow.getState().rush).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(useWindow.getState().rush).toBe(false);
    vi.useRealTimers();
  });

  it("a gap behind the snapshot under way is asked about as well", async () => {
    main.tellPatch(appeared(9, "far"));
    await main.give(3, "a");
    await main.give(9, "a", "far");
    expect(shown()).toEqual(["a", "far"]);
  });

  it("a window that was not seen catches up as soon as it is", async () => {
    await main.give(1, "a");
    main.tellUi({ ...UI, paused: true });
    main.tellUi(UI);
    await main.give(7, "b");
    expect(shown()).toEqual(["b"]);
  });

  it("two reasons to ask at once are no trouble", async () => {
    main.tellUi({ ...UI, paused: true });
    main.tellUi(UI);
    await main.give(1, "a");
    await main.give(2, "a", "b");
    expect(shown()).toEqual(["a", "b"]);
    expect(main.asked).toHaveLength(0);
  });

  it("a look that did not change stays the same object", async () => {
    await main.give(1, "a");
    const before = useWindow.getState().world.agents.get("a");
    main.tellPatch({ n: 2, changes: [{ kind: "mascot://agent-update", agent: anAgent({ agent_id: "a", state: "editing" }) }] });
    nextFrame();
    const after = useWindow.getState().world.agents.get("a");
    expect(after?.state).toBe("editing");
    expect(after?.appearance).toBe(before?.appearance);
  });
});
