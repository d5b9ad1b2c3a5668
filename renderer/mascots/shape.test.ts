import { describe, expect, it } from "vitest";
import type { WindowShape } from "../../schemas/generated/types.ts";
import type { Stage } from "./layout.ts";
import { createShapeKeeper, grownBy, type Measurable, reaching, wayToGo } from "./shape.ts";

it("the room of a standing figure is its own, with a margin for outlines", () => {
  expect(reaching({ x: 100, y: 40, width: 50, height: 60 }, { x: 0, y: 0 })).toEqual({ x: 94, y: 34, width: 62, height: 72 });
});

it("W1: a figure that walks to a new place is never cut on its way there", () => {
  const way = wayToGo({ right: 200, bottom: 160 }, { right: 480, bottom: 160 }, { right: 120, bottom: 0 });
  expect(way).toEqual({ x: 160, y: 0 });
  expect(reaching({ x: 100, y: 40, width: 50, height: 60 }, way)).toEqual({ x: 94, y: 34, width: 222, height: 72 });
  expect(reaching({ x: 260, y: 40, width: 50, height: 60 }, { x: -160, y: 0 })).toEqual({ x: 94, y: 34, width: 222, height: 72 });
});

it("a figure that the layout does not know is taken as it stands", () => {
  expect(wayToGo({ right: 200, bottom: 160 }, { right: 480, bottom: 160 }, undefined)).toEqual({ x: 0, y: 0 });
});

describe("measuring", () => {
  const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height, right: left + width, bottom: top + height });

  /** A page with figures of one body each, which counts how often each was measured. */
  function page(ids: string[]) {
    const size = { width: 400, height: 200 };
    const asked: string[] = [];
    const boxes = new Map(ids.map((id, n) => [id, box(100 * n, 100, 80, 100)]));
    const figures: Measurable[] = ids.map((id) => {
      const body: Measurable = { dataset: {}, getBoundingClientRect: () => boxes.get(id) ?? box(0, 0, 0, 0), querySelectorAll: () => [] };
      return { dataset: { agent: id }, getBoundingClientRect: () => (asked.push(id), boxes.get(id) ?? box(0, 0, 0, 0)), querySelectorAll: () => [body] };
    });
    const root: Measurable = { dataset: {}, getBoundingClientRect: () => box(0, 0, size.width, size.height), querySelectorAll: (what) => (what === "[data-agent]" ? figures : []) };
    const stage = { places: [], captions: [], hidden: [], badge: { right: 0, bottom: 0 }, width: 400, height: 200 } as Stage;
    const told: WindowShape[] = [];
    const planned: (() => void)[] = [];
    const tidying: (() => void)[] = [];
    const keeper = createShapeKeeper((shape) => told.push(shape), { soon: (measure) => planned.push(measure), later: (_ms, tidy) => tidying.push(tidy) });
    const settle = () => {
      for (const measure of planned.splice(0)) measure();
      return asked.splice(0);
    };
    const isNow = (id: string, left: number, top: number, width: number, height: number) => {
      boxes.set(id, box(left, top, width, height));
      keeper.drawn(id, figures[ids.indexOf(id)] as Measurable);
      settle();
      return told.at(-1)?.rects[ids.indexOf(id)];
    };
    return { keeper, root, stage, told, settle, size, planned, tidying, isNow, figure: (n: number) => figures[n] as Measurable };
  }

  it("all are measured when somebody comes or goes, once however many are drawn for it", () => {
    const { keeper, root, stage, settle, told, planned, figure } = page(["a", "b", "c"]);
    for (const [n, id] of ["a", "b", "c"].entries()) keeper.drawn(id, figure(n));
    keeper.moved(root, stage);
    expect(planned.length).toBe(1);
    expect(settle()).toEqual(["a", "b", "c"]);
    expect(told.map(({ rects }) => rects.length)).toEqual([3]);
  });

  it("else only who was drawn is, and a shape that stayed is not told again", () => {
    const { keeper, root, stage, settle, told, figure } = page(["a", "b", "c"]);
    keeper.moved(root, stage);
    settle();
    keeper.drawn("b", figure(1));
    expect(settle()).toEqual(["b"]);
    expect(told.length).toBe(1);
  });

  it("who grows is told at once, for itself alone", () => {
    const { keeper, root, stage, settle, told, isNow } = page(["a", "b", "c"]);
    keeper.moved(root, stage);
    settle();
    expect(isNow("b", 0, 60, 180, 140)).toEqual({ x: -6, y: 54, width: 192, height: 152 });
    expect(told.at(-1)?.rects[0]).toEqual(told[0]?.rects[0]);
  });

  it("who shrinks is told later, and as it is by then: the next bubble may be as large again", () => {
    const { keeper, root, stage, settle, told, tidying, isNow } = page(["a"]);
    keeper.moved(root, stage);
    settle();
    const wide = isNow("a", 0, 60, 300, 140);
    expect(isNow("a", 0, 100, 80, 100)).toEqual(wide);
    expect(isNow("a", 10, 90, 200, 100)).toEqual(wide);
    expect(isNow("a", 0, 90, 90, 100)).toEqual(wide);
    expect([told.length, tidying.length]).toEqual([2, 1]);
    tidying[0]?.();
    expect(told.at(-1)?.rects).toEqual([{ x: -6, y: 84, width: 102, height: 112 }]);
  });

  it("after that what shrinks is again told later, and what is as it was is not told", () => {
    const { keeper, root, stage, settle, told, tidying, isNow } = page(["a"]);
    keeper.moved(root, stage);
    settle();
    isNow("a", 0, 100, 60, 100);
    isNow("a", 0, 100, 80, 100);
    tidying[0]?.();
    expect(told.length).toBe(1);
    isNow("a", 0, 100, 60, 100);
    expect(tidying.length).toBe(2);
  });

  it("when somebody comes or goes it is told as it is at once", () => {
    const { keeper, root, stage, settle, told, isNow } = page(["a", "b"]);
    keeper.moved(root, stage);
    settle();
    isNow("a", 0, 100, 40, 100);
    keeper.moved(root, stage);
    settle();
    expect(told.at(-1)?.rects[0]).toEqual({ x: -6, y: 94, width: 52, height: 112 });
  });

  it("in a window of another size, and where a walk is over, all are measured again", () => {
    const { keeper, root, stage, settle, size, figure } = page(["a", "b"]);
    keeper.moved(root, stage);
    settle();
    size.width = 500;
    keeper.drawn("a", figure(0));
    expect(settle()).toEqual(["a", "b"]);
    keeper.arrived();
    expect(settle()).toEqual(["a", "b"]);
  });

  it("nothing is told of a stage that is not there yet", () => {
    const { keeper, settle, told, figure } = page(["a"]);
    keeper.drawn("a", figure(0));
    settle();
    expect(told).toEqual([]);
  });
});

describe("grown by", () => {
  const body = { x: 10, y: 50, width: 80, height: 80 };
  const name = { x: 20, y: 130, width: 60, height: 16 };
  const bubble = { x: 0, y: 20, width: 100, height: 26 };

  it.each([
    ["nothing: as it is", [], [body, name], [body, name]],
    ["a bubble that came", [body, name], [bubble, body, name], [bubble, body, name]],
    ["a bubble that went stays for now", [bubble, body, name], [body, name], [bubble, body, name]],
    ["a bubble that is higher up now", [bubble, body, name], [{ ...bubble, y: 10 }, body, name], [{ ...bubble, y: 10, height: 36 }, body, name]],
    ["a shorter name", [body, name], [body, { ...name, x: 30, width: 40 }], [body, name]],
  ])("%s", (_what, before, now, grown) => expect(grownBy(before, now)).toEqual(grown));
});
