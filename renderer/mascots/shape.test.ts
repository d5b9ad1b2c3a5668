import { describe, expect, it } from "vitest";
import type { WindowShape } from "../../schemas/generated/types.ts";
import type { Stage } from "./layout.ts";
import { createShapeKeeper, type Measurable, reaching, wayToGo } from "./shape.ts";

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
    const keeper = createShapeKeeper((shape) => told.push(shape), (measure) => planned.push(measure));
    const settle = () => {
      for (const measure of planned.splice(0)) measure();
      return asked.splice(0);
    };
    return { keeper, root, stage, told, settle, size, planned, grow: (id: string) => boxes.set(id, box(0, 60, 80, 140)), figure: (n: number) => figures[n] as Measurable };
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
    const { keeper, root, stage, settle, told, grow, figure } = page(["a", "b", "c"]);
    keeper.moved(root, stage);
    settle();
    keeper.drawn("b", figure(1));
    expect(settle()).toEqual(["b"]);
    expect(told.length).toBe(1);
    grow("b");
    keeper.drawn("b", figure(1));
    settle();
    expect(told.at(-1)?.rects[1]).toEqual({ x: -6, y: 54, width: 92, height: 152 });
    expect(told.at(-1)?.rects[0]).toEqual(told[0]?.rects[0]);
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
