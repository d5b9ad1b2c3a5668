import { describe, expect, it } from "vitest";
import type { Place, Rect } from "../../schemas/generated/types.ts";
import type { DisplayArea, Point } from "./geometry.ts";
import { MascotStage, type StagePlaces } from "./mascot-stage.ts";

const MAIN: DisplayArea = { key: "main", bounds: { x: 0, y: 0, width: 1920, height: 1080 }, workArea: { x: 0, y: 0, width: 1920, height: 1040 }, primary: true };
const LEFT: DisplayArea = { key: "left", bounds: { x: -1280, y: 0, width: 1280, height: 1024 }, workArea: { x: -1280, y: 0, width: 1280, height: 1024 }, primary: false };

/** A desk with a window, a pointer and a clock that only moves by hand. */
function desk(options: { shaped?: boolean; remembered?: StagePlaces; displays?: DisplayArea[]; visible?: boolean } = {}) {
  const state = { displays: options.displays ?? [MAIN], cursor: { x: 0, y: 0 } as Point, bounds: null as Rect | null, shape: [] as Rect[], through: null as boolean | null, onScreen: false };
  const calls: string[] = [];
  const places: { display: string; place: Place }[] = [];
  const timers: { at: number; every: number | null; run: () => void }[] = [];
  const wishes: boolean[] = [];
  let now = 0;
  let changes = 0;
  const add = (timer: (typeof timers)[number]) => {
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  };
  const stage = new MascotStage({
    window: {
      show: () => { state.onScreen = true; calls.push("show"); },
      hide: () => { state.onScreen = false; calls.push("hide"); },
      setBounds: (bounds) => { state.bounds = bounds; calls.push("bounds"); },
      setShape: (rects) => { state.shape = rects; },
      setClickThrough: (through) => { state.through = through; },
      raise: () => void calls.push("raise"),
      repaint: () => void calls.push("repaint"),
    },
    screen: { displays: () => state.displays, cursor: () => state.cursor },
    timers: {
      every: (ms, run) => add({ at: now + ms, every: ms, run }),
      after: (ms, run) => add({ at: now + ms, every: null, run }),
    },
    shaped: options.shaped ?? true, remembered: options.remembered ?? { places: {}, display: null }, visible: options.visible ?? true,
    onPlace: (display, place) => void places.push({ display, place }),
    onWanted: (wanted) => void wishes.push(wanted), onChange: () => { changes += 1; },
  });
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      if (next.every === null) timers.splice(timers.indexOf(next), 1);
      else next.at += next.every;
      next.run();
    }
    now = end;
  };
  return { stage, state, calls, places, timers, wishes, pass, changes: () => changes };
}

/** The middle of it lies on the main display. */
const FILM: Rect = { x: 0, y: 0, width: 1920, height: 1080 };

describe("a full-screen window", () => {
  it("has the mascots' display for itself, and they come back when it is gone", () => {
    const { stage, state, wishes } = deskWithMascots();
    stage.setFullScreen(FILM);
    expect(state.onScreen).toBe(false);
    expect(stage.isPaused()).toBe(true);
    stage.setFullScreen(null);
    expect(state.onScreen).toBe(true);
    expect(wishes).toEqual([true]);
  });

  it("on another display leaves the mascots where they are, until they are taken there", () => {
    const { stage, state } = deskWithMascots({ displays: [MAIN, LEFT], remembered: { places: {}, display: "left" } });
    stage.setFullScreen(FILM);
    expect(state.onScreen).toBe(true);
    state.displays = [MAIN];
    stage.displaysChanged();
    expect(state.onScreen).toBe(false);
  });

  it("is of no interest while the mascots are not wanted", () => {
    const { stage, wishes } = deskWithMascots();
    stage.setVisible(false);
    stage.setVisible(true);
    expect(wishes).toEqual([true, false, true]);
  });
});

/** A desk with two mascots on screen; the window is 320 × 160 and stands at its default place. */
function deskWithMascots(options: Parameters<typeof desk>[0] = {}) {
  const parts = desk(options);
  parts.stage.pageReady();
  parts.stage.setPopulation(2);
  parts.stage.report({ rects: [{ x: 200, y: 40, width: 100, height: 120 }], content: { width: 320, height: 160 }, viewport: { width: 320, height: 160 } });
  parts.calls.length = 0;
  return parts;
}

const FEET_IN_CORNER = { x: 1920 - 24 - 320, y: 1040 - 160, width: 320, height: 160 };

describe("the mascots' window", () => {
  it("W21: comes on screen only when its page has drawn and somebody is there", () => {
    const { stage, state } = desk();
    stage.setPopulation(1);
    expect(state.onScreen).toBe(false);
    stage.pageReady();
    expect(state.onScreen).toBe(true);
  });

  it("stays hidden when the person does not want it, whoever comes", () => {
    const { stage, state } = desk({ visible: false });
    stage.pageReady();
    stage.setPopulation(3);
    expect(state.onScreen).toBe(false);
    expect(stage.isPaused()).toBe(true);
  });

  it("moves to another display on request, to the place it had there, and stays by that choice", () => {
    const { stage, state, places } = deskWithMascots({ displays: [MAIN, LEFT], remembered: { places: { left: { x: -300, y: 0 } }, display: "main" } });
    expect(stage.displayKey()).toBe("main");
    stage.moveToDisplay("left");
    expect(stage.displayKey()).toBe("left");
    expect(state.bounds).toMatchObject({ x: -300 - 320, y: 1024 - 160 });
    expect(places.at(-1)).toEqual({ display: "left", place: { x: -300, y: 0 } });
    stage.moveToDisplay("unplugged");
    expect(stage.displayKey()).toBe("left");
  });

  it("W17 C7: hiding really hides it and says that nothing may animate", () => {
    const { stage, state, changes } = deskWithMascots();
    const before = changes();
    stage.setVisible(false);
    expect(state.onScreen).toBe(false);
    expect(stage.isPaused()).toBe(true);
    expect(changes()).toBe(before + 1);
  });

  it("leaves the last mascot time to walk off", () => {
    const { stage, state, pass } = deskWithMascots();
    stage.setPopulation(0);
    pass(9_000);
    expect(state.onScreen).toBe(true);
    pass(2_000);
    expect(state.onScreen).toBe(false);
  });

  it("stays when somebody comes back during the farewell", () => {
    const { stage, state, pass } = deskWithMascots();
    stage.setPopulation(0);
    pass(5_000);
    stage.setPopulation(1);
    pass(20_000);
    expect(state.onScreen).toBe(true);
  });

  it("stands with its feet on the edge and grows away from the corner", () => {
    const { stage, state } = deskWithMascots();
    expect(state.bounds).toEqual(FEET_IN_CORNER);
    stage.report({ rects: [], content: { width: 480, height: 160 }, viewport: { width: 320, height: 160 } });
    expect(state.bounds).toEqual({ ...FEET_IN_CORNER, x: FEET_IN_CORNER.x - 160, width: 480 });
  });

  it("W21: a group that shrinks keeps its window for a moment, so that bubbles do not resize it", () => {
    const { stage, state, calls, pass } = deskWithMascots();
    stage.report({ rects: [], content: { width: 160, height: 160 }, viewport: { width: 320, height: 160 } });
    stage.report({ rects: [], content: { width: 320, height: 160 }, viewport: { width: 320, height: 160 } });
    pass(5_000);
    expect(calls).not.toContain("bounds");
    stage.report({ rects: [], content: { width: 160, height: 160 }, viewport: { width: 320, height: 160 } });
    pass(5_000);
    expect(state.bounds?.width).toBe(160);
  });
});

describe("the clickable shape", () => {
  it("W1: on X11 the window is cut to what is drawn, and clicks elsewhere reach what lies below", () => {
    const { state } = deskWithMascots();
    expect(state.shape).toEqual([{ x: 200, y: 40, width: 100, height: 120 }]);
    expect(state.through).toBeNull();
  });

  it("a report measured before a resize reached the page keeps its place beside the corner", () => {
    const { stage, state } = deskWithMascots();
    stage.report({ rects: [{ x: 200, y: 40, width: 100, height: 120 }], content: { width: 480, height: 160 }, viewport: { width: 320, height: 160 } });
    stage.report({ rects: [{ x: 200, y: 40, width: 100, height: 120 }], content: { width: 480, height: 160 }, viewport: { width: 320, height: 160 } });
    expect(state.shape).toEqual([{ x: 360, y: 40, width: 100, height: 120 }]);
  });

  it("W7: elsewhere clicks pass until the pointer is over a mascot; a hundred changes end in the right state", () => {
    const { stage, state } = deskWithMascots({ shaped: false });
    expect(state.through).toBe(true);
    for (let i = 0; i < 100; i += 1) stage.hover(i % 2 === 0);
    expect(state.through).toBe(true);
    stage.hover(true);
    expect(state.through).toBe(false);
  });
});

describe("dragging", () => {
  it("a pointer that left the mascot during the drag does not leave the window in the way of clicks", () => {
    const { stage, state } = deskWithMascots({ shaped: false });
    stage.hover(true);
    stage.startDrag();
    stage.hover(false);
    expect(state.through).toBe(false);
    stage.endDrag();
    expect(state.through).toBe(true);
  });

  it("follows the pointer and remembers the place on that display", () => {
    const { stage, state, places, pass } = deskWithMascots({ displays: [MAIN, LEFT] });
    state.cursor = { x: FEET_IN_CORNER.x + 50, y: FEET_IN_CORNER.y + 60 };
    stage.startDrag();
    state.cursor = { x: -600, y: 500 };
    pass(20);
    expect(state.bounds).toEqual({ x: -650, y: 440, width: 320, height: 160 });
    stage.endDrag();
    expect(places).toEqual([{ display: "left", place: { x: -330, y: -424 } }]);
  });

  it("feet that end near the edge step onto it", () => {
    const { stage, state, places } = deskWithMascots();
    state.cursor = { x: 1700, y: 900 };
    stage.startDrag();
    state.cursor = { x: 1500, y: 888 };
    stage.endDrag();
    expect(places[0]?.place.y).toBe(0);
    expect(state.bounds?.y).toBe(880);
  });

  it("looks at the pointer only while a drag lasts, and a drag whose end is lost ends by itself", () => {
    const { stage, state, timers, pass } = deskWithMascots();
    expect(timers).toHaveLength(0);
    stage.startDrag();
    stage.startDrag();
    expect(timers).toHaveLength(2);
    pass(61_000);
    expect(timers).toHaveLength(0);
    state.cursor = { x: 0, y: 0 };
    const bounds = state.bounds;
    pass(1_000);
    expect(state.bounds).toEqual(bounds);
  });

  it("ends when the mascots are hidden or their page is lost", () => {
    const { stage, timers } = deskWithMascots();
    stage.startDrag();
    stage.setVisible(false);
    expect(timers).toHaveLength(0);
    stage.setVisible(true);
    stage.startDrag();
    stage.pageLost();
    expect(timers).toHaveLength(0);
  });

  it("does not resize under the pointer", () => {
    const { stage, state, pass } = deskWithMascots();
    stage.startDrag();
    stage.report({ rects: [], content: { width: 640, height: 200 }, viewport: { width: 320, height: 160 } });
    pass(100);
    expect(state.bounds?.width).toBe(320);
    stage.endDrag();
    expect(state.bounds?.width).toBe(640);
  });
});

describe("displays", () => {
  const remembered = { places: { left: { x: -100, y: 0 } }, display: "left" };
  const atHome = { x: -100 - 320, y: 1024 - 160, width: 320, height: 160 };

  it("W13: unplugged, the mascots come to the primary display; replugged, they return and can be dragged", () => {
    const { stage, state, places, pass } = deskWithMascots({ displays: [MAIN, LEFT], remembered });
    expect(state.bounds).toEqual(atHome);
    state.displays = [MAIN];
    stage.displaysChanged();
    expect(state.bounds).toEqual(FEET_IN_CORNER);
    state.displays = [MAIN, LEFT];
    stage.displaysChanged();
    expect(state.bounds).toEqual(atHome);
    state.cursor = { x: atHome.x + 10, y: atHome.y + 10 };
    stage.startDrag();
    state.cursor = { x: atHome.x - 190, y: atHome.y + 10 };
    pass(20);
    stage.endDrag();
    expect(places).toEqual([{ display: "left", place: { x: -300, y: 0 } }]);
  });

  it("an unplugged display is not forgotten by those who do not drag", () => {
    const { stage, state, places } = deskWithMascots({ displays: [MAIN], remembered });
    stage.displaysChanged();
    expect(places).toEqual([]);
    expect(state.bounds).toEqual(FEET_IN_CORNER);
  });

  it("a smaller screen brings the mascots back on screen", () => {
    const { stage, state } = deskWithMascots({ remembered: { places: { main: { x: -1500, y: -800 } }, display: "main" } });
    state.displays = [{ ...MAIN, bounds: { x: 0, y: 0, width: 1024, height: 768 }, workArea: { x: 0, y: 0, width: 1024, height: 740 } }];
    stage.displaysChanged();
    expect(state.bounds).toEqual({ x: 0, y: 0, width: 320, height: 160 });
  });

  it("none at all (all unplugged) changes nothing and breaks nothing", () => {
    const { stage, state } = deskWithMascots();
    state.displays = [];
    stage.displaysChanged();
    stage.startDrag();
    stage.endDrag();
    expect(state.bounds).toEqual(FEET_IN_CORNER);
  });
});

describe("sleep and lock", () => {
  it("C7: while locked or asleep nothing may animate", () => {
    const { stage } = deskWithMascots();
    stage.setHalt("locked", true);
    stage.setHalt("suspended", true);
    stage.setHalt("suspended", false);
    expect(stage.isPaused()).toBe(true);
    stage.setHalt("locked", false);
    expect(stage.isPaused()).toBe(false);
  });

  it("A19: after waking the window is painted anew, in its shape, on top", () => {
    const { stage, calls } = deskWithMascots();
    stage.setHalt("suspended", true);
    calls.length = 0;
    stage.setHalt("suspended", false);
    expect(calls).toEqual(["repaint", "raise"]);
  });
});

describe("being on top", () => {
  it("W19: is asserted again without hiding, and only while on screen", () => {
    const { stage, calls } = deskWithMascots();
    stage.raise();
    expect(calls).toEqual(["raise"]);
    stage.setVisible(false);
    calls.length = 0;
    stage.raise();
    expect(calls).toEqual([]);
  });
});

it("closing leaves no timer behind", () => {
  const { stage, timers } = deskWithMascots();
  stage.startDrag();
  stage.setPopulation(0);
  stage.report({ rects: [], content: { width: 100, height: 100 } });
  stage.close();
  expect(timers).toHaveLength(0);
});
