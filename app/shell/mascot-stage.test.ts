import { describe, expect, it } from "vitest";
import type { Place, Rect } from "../../schemas/generated/types.ts";
import type { ApartPlaces } from "./apart.ts";
import type { DisplayArea, Point } from "./geometry.ts";
import { MascotStage, type StagePlaces } from "./mascot-stage.ts";

const MAIN: DisplayArea = { key: "main", bounds: { x: 0, y: 0, width: 1920, height: 1080 }, workArea: { x: 0, y: 0, width: 1920, height: 1040 }, primary: true };
const LEFT: DisplayArea = { key: "left", bounds: { x: -1280, y: 0, width: 1280, height: 1024 }, workArea: { x: -1280, y: 0, width: 1280, height: 1024 }, primary: false };

const some = (count: number) => new Set(Array.from({ length: count }, (_, n) => `agent-${n}`));

/** A desk with a window, a pointer and a clock that only moves by hand. */
function desk(options: { shaped?: boolean; remembered?: StagePlaces; displays?: DisplayArea[]; visible?: boolean } = {}) {
  const state = { displays: options.displays ?? [MAIN], cursor: { x: 0, y: 0 } as Point, bounds: null as Rect | null, shape: [] as Rect[], through: null as boolean | null, onScreen: false };
  const calls: string[] = [];
  const places: { display: string; place: Place }[] = [];
  const timers: { at: number; every: number | null; run: () => void }[] = [];
  const wishes: boolean[] = [];
  const aparts: ApartPlaces[] = [];
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
    onApart: (apart) => void aparts.push(apart), onWanted: (wanted) => void wishes.push(wanted), onChange: () => { changes += 1; },
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
  return { stage, state, calls, places, aparts, timers, wishes, pass, changes: () => changes };
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
  parts.stage.setPopulation(some(2));
  parts.stage.report({ rects: [{ x: 200, y: 40, width: 100, height: 120 }], content: { width: 320, height: 160 }, viewport: { width: 320, height: 160 } });
  parts.calls.length = 0;
  return parts;
}

const FEET_IN_CORNER = { x: 1920 - 24 - 320, y: 1040 - 160, width: 320, height: 160 };

describe("the mascots' window", () => {
  it("W21: comes on screen only when its page has drawn and somebody is there", () => {
    const { stage, state } = desk();
    stage.setPopulation(some(1));
    expect(state.onScreen).toBe(false);
    stage.pageReady();
    expect(state.onScreen).toBe(true);
  });

  it("stays hidden when the person does not want it, whoever comes", () => {
    const { stage, state } = desk({ visible: false });
    stage.pageReady();
    stage.setPopulation(some(3));
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
    stage.setPopulation(some(0));
    pass(9_000);
    expect(state.onScreen).toBe(true);
    pass(2_000);
    expect(state.onScreen).toBe(false);
  });

  it("stays when somebody comes back during the farewell", () => {
    const { stage, state, pass } = deskWithMascots();
    stage.setPopulation(some(0));
    pass(5_000);
    stage.setPopulation(some(1));
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
  stage.setPopulation(some(0));
  stage.report({ rects: [], content: { width: 100, height: 100 } });
  stage.close();
  expect(timers).toHaveLength(0);
});

describe("one mascot away from the group", () => {
  const ALL = { x: 0, y: 0, width: 1920, height: 1040 };
  const lifted = (options: Parameters<typeof desk>[0] = {}) => {
    const parts = deskWithMascots(options);
    // Its column begins 160 from the window's right edge.
    parts.stage.lift("agent-1", { x: -160, y: 0 }, "group");
    return parts;
  };
  /** What the page draws once it knows that the window hangs on the display's corner. */
  const drawn = { rects: [{ x: 1736, y: 900, width: 100, height: 120 }, { x: 300, y: 300, width: 100, height: 120 }], content: { width: 1700, height: 800 }, viewport: { width: 1920, height: 1040 } };

  it("is carried in a window that fills the display, and everybody is where they were", () => {
    const { stage, state } = lifted();
    expect(state.bounds).toEqual(ALL);
    expect(stage.stand()).toEqual({ group: { x: -24, y: 0 }, apart: [{ agent_id: "agent-1", place: { x: -184, y: 0 } }] });
    // On the screen the drawing has not moved although the window did.
    expect(state.shape).toEqual([{ x: FEET_IN_CORNER.x + 200, y: FEET_IN_CORNER.y + 40, width: 100, height: 120 }]);
  });

  it("takes every click while it is carried, where clicks are let through by hover", () => {
    const { stage, state } = lifted({ shaped: false });
    expect(state.through).toBe(false);
    stage.putDown("agent-1", { x: -900, y: -400 });
    expect(state.through).toBe(true);
  });

  it("is remembered for its display, and the window is as large as all of them need", () => {
    const { stage, state, aparts, pass } = lifted();
    stage.putDown("agent-1", { x: -1500, y: -600 });
    expect(aparts).toEqual([{ main: { "agent-1": { x: -1500, y: -600 } } }]);
    stage.report(drawn);
    pass(2_000);
    expect(state.bounds).toEqual({ x: 1920 - 1712, y: 1040 - 800, width: 1712, height: 800 });
  });

  it("is there again after the next start, once it is there at all", () => {
    const { stage, state } = desk({ remembered: { places: {}, display: null, apart: { main: { "agent-1": { x: -900, y: 0 } }, left: { "agent-0": { x: 0, y: 0 } } } } });
    stage.pageReady();
    stage.setPopulation(some(1));
    expect(stage.stand()).toBeNull();
    stage.setPopulation(some(2));
    expect(stage.stand()?.apart).toEqual([{ agent_id: "agent-1", place: { x: -900, y: 0 } }]);
    expect((state.bounds?.x ?? 0) + (state.bounds?.width ?? 0)).toBe(1920);
  });

  it("comes back when all are gathered: it walks, then the window hangs on the group again", () => {
    const { stage, state, aparts, pass } = lifted();
    stage.putDown("agent-1", { x: -1500, y: -600 });
    stage.report(drawn);
    stage.gather();
    expect(aparts.at(-1)).toEqual({});
    expect(stage.stand()).toEqual({ group: { x: -24, y: 0 }, apart: [] });
    stage.report({ rects: [{ x: 1500, y: 900, width: 100, height: 120 }], content: { width: 344, height: 160 }, viewport: { width: 1920, height: 1040 } });
    pass(2_000);
    expect(stage.stand()).toBeNull();
    expect(state.bounds).toEqual(FEET_IN_CORNER);
  });

  it("gives the window back to the group when it leaves", () => {
    const { stage, pass } = lifted();
    stage.putDown("agent-1", { x: -1500, y: -600 });
    stage.setPopulation(some(1));
    pass(2_000);
    expect(stage.stand()).toBeNull();
  });

  it("stands where it was taken up, also when the window came to hang on the other corner before that was told", () => {
    const before = lifted();
    before.stage.putDown("agent-1", { x: -1500, y: -600 });
    before.stage.gather();
    before.pass(2_000);
    expect((before.state.bounds?.x ?? 0) + (before.state.bounds?.width ?? 0), "on the group's corner again").toBe(1920 - 24);
    before.stage.lift("agent-1", { x: -184, y: 0 }, "display");
    expect(before.stage.stand()?.apart).toEqual([{ agent_id: "agent-1", place: { x: -184, y: 0 } }]);

    const after = desk({ remembered: { places: {}, display: null, apart: { main: { "agent-2": { x: -900, y: 0 } } } } });
    after.stage.pageReady();
    after.stage.setPopulation(some(2));
    after.stage.setPopulation(some(3));
    expect((after.state.bounds?.x ?? 0) + (after.state.bounds?.width ?? 0), "on the display's").toBe(1920);
    after.stage.lift("agent-1", { x: -160, y: 0 }, "group");
    expect(after.stage.stand()?.apart).toContainEqual({ agent_id: "agent-1", place: { x: -184, y: 0 } });
    after.stage.putDown("agent-1", { x: -184, y: 0 });
    after.stage.startDrag();
    after.stage.endDrag();
    expect(after.places, "the group is not carried with a window that is everybody's").toEqual([]);
  });

  it("does not keep the group from being moved", () => {
    const { stage, places } = lifted();
    stage.putDown("agent-1", { x: -1500, y: -600 });
    stage.lift(null, { x: 0, y: 0 }, "display");
    stage.putDown(null, { x: -400, y: -100 });
    expect(places).toEqual([{ display: "main", place: { x: -400, y: -100 } }]);
  });

  it("W13: an unplugged display and a lost page put it down; it is where it was when they are back", () => {
    const { stage, state } = lifted({ displays: [MAIN, LEFT], remembered: { places: {}, display: "left" } });
    stage.putDown("agent-1", { x: -500, y: -300 });
    stage.lift("agent-1", { x: -500, y: -300 }, "display");
    state.displays = [MAIN];
    stage.displaysChanged();
    stage.pageLost();
    expect(stage.stand()?.apart ?? []).toEqual([]);
    state.displays = [MAIN, LEFT];
    stage.displaysChanged();
    expect(stage.stand()?.apart).toEqual([{ agent_id: "agent-1", place: { x: -500, y: -300 } }]);
  });

  it("is put down by itself when nobody says so", () => {
    const { stage, state, pass } = lifted();
    stage.report(drawn);
    pass(70_000);
    expect(state.bounds?.height).toBe(800);
  });
});

describe("a display whose scale changes", () => {
  const SCALED: DisplayArea = { ...MAIN, bounds: { x: 0, y: 0, width: 1280, height: 720 }, workArea: { x: 0, y: 0, width: 1280, height: 680 } };

  it.each([["to 150 %", SCALED], ["to portrait", { ...MAIN, bounds: { x: 0, y: 0, width: 1080, height: 1920 }, workArea: { x: 0, y: 0, width: 1080, height: 1880 } }]])("%s keeps the group at its corner, tells the page of the new room, and finds it again afterwards", (_name, now) => {
    const { stage, state, changes } = deskWithMascots();
    const before = changes();
    state.displays = [now];
    stage.displaysChanged();
    const { width, height } = now.workArea;
    expect(state.bounds).toEqual({ x: width - 24 - 320, y: height - 160, width: 320, height: 160 });
    expect(stage.room()).toEqual({ width, height });
    expect(changes()).toBeGreaterThan(before);
    state.displays = [MAIN];
    stage.displaysChanged();
    expect(state.bounds).toEqual(FEET_IN_CORNER);
  });

  it("keeps who stands apart on it", () => {
    const { stage, state } = deskWithMascots();
    stage.lift("agent-1", { x: -160, y: 0 }, "group");
    stage.putDown("agent-1", { x: -1700, y: -900 });
    state.displays = [SCALED];
    stage.displaysChanged();
    expect(state.bounds).toMatchObject({ x: expect.any(Number), width: expect.any(Number) });
    expect((state.bounds?.x ?? -1) >= 0 && (state.bounds?.x ?? 0) + (state.bounds?.width ?? 0) <= 1280).toBe(true);
    expect(stage.stand()?.apart).toHaveLength(1);
  });
});
