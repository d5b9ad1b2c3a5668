import { expect, it } from "vitest";
import { reaching, wayToGo } from "./shape.ts";

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
