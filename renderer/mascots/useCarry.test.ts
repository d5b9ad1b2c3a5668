import { describe, expect, it } from "vitest";
import type { StageStand } from "../../schemas/generated/types.ts";
import { anAgent } from "../shared/testing/builders.ts";
import type { Carried } from "./standing.ts";
import { standing } from "./standing.ts";
import { type Picture, createCarrier } from "./useCarry.ts";

const ROOM = { width: 1920, height: 1040 };
const AGENTS = [anAgent({ agent_id: "a" }), anAgent({ agent_id: "b", started_at: "2026-01-02T00:00:00.000Z" })];

function stage(first?: StageStand) {
  const told: unknown[] = [];
  let stand = first;
  let carried: Carried | null = null;
  const picture = (): Picture => ({ agents: AGENTS, stage: standing(AGENTS, "M", ROOM, stand, carried), stand, size: "M", room: ROOM });
  const carrier = createCarrier({ dragStart: () => void told.push("start"), dragEnd: () => void told.push("end"), lift: (lift) => void told.push(lift) }, picture, (now) => { carried = now; });
  const whole = { setPointerCapture: () => undefined };
  const figure = (on: string | null) => ({ closest: () => (on === null ? null : { dataset: { agent: on } }) });
  let pressed = figure(null);
  const event = (x: number, y: number, target: object, shiftKey = false) =>
    ({ button: 0, pointerId: 1, screenX: x, screenY: y, shiftKey, target, currentTarget: whole }) as unknown as Parameters<typeof carrier.stage.onPointerDown>[0];
  return {
    carrier, told, carried: () => carried,
    press: (on: string | null, shift = false) => {
      pressed = figure(on);
      carrier.stage.onPointerDown(event(500, 500, pressed, shift));
    },
    move: (x: number, y: number) => carrier.stage.onPointerMove(event(500 + x, 500 + y, pressed)),
    release: () => carrier.stage.onPointerUp(),
    /** The pointer goes elsewhere from now on: the page has moved the figure, or the system has taken the pointer away. */
    loses: (who: "figure" | "stage") => carrier.stage.onLostPointerCapture(event(0, 0, who === "stage" ? whole : pressed)),
    hears: (now: StageStand | undefined) => { stand = now; carrier.heard(); },
  };
}

const GROUP = { x: -24, y: 0 };

describe("dragging", () => {
  it("a press that hardly moves is a click", () => {
    const { told, press, move, release, carrier } = stage();
    press("a");
    move(2, 2);
    release();
    expect(told).toEqual([]);
    expect(carrier.wasDragged()).toBe(false);
  });

  it("moves all with their window while they stand together", () => {
    const { told, press, move, release, loses, carrier, carried } = stage();
    press("a");
    move(-20, 0);
    move(-200, 0);
    release();
    loses("stage");
    expect(told).toEqual(["start", "end"]);
    expect(carrier.wasDragged()).toBe(true);
    expect(carried()).toBeNull();
  });

  it("goes on when the page moves the figure that was pressed, and ends when the pointer is taken away", () => {
    const { told, press, move, loses } = stage();
    press("a");
    move(-20, 0);
    loses("figure");
    move(-200, 0);
    expect(told).toEqual(["start"]);
    loses("stage");
    expect(told).toEqual(["start", "end"]);
  });

  it("a press whose pointer is taken away before it moves is over", () => {
    const { told, press, move, loses } = stage();
    press("a");
    loses("figure");
    move(-200, 0);
    expect(told).toEqual([]);
  });

  it("with Shift takes one out of the group, where it stands, and follows the pointer as soon as main has made room", () => {
    const { told, press, move, release, hears, carried } = stage();
    press("b", true);
    move(-20, 0);
    expect(told).toEqual([{ step: "start", agent_id: "b", place: { x: -160, y: 0 }, corner: "group" }]);
    move(-200, -100);
    hears({ group: GROUP, apart: [{ agent_id: "b", place: { x: -184, y: 0 } }] });
    expect(carried()).toEqual({ agentId: "b", corner: { right: 384, bottom: 100 } });
    release();
    expect(told.at(-1)).toEqual({ step: "end", agent_id: "b", place: { x: -384, y: -100 }, corner: "display" });
    hears({ group: GROUP, apart: [{ agent_id: "b", place: { x: -384, y: -100 } }] });
    expect(carried()).toBeNull();
  });

  it("with Shift says from which corner it drew: the group's, or the display's while somebody has just walked back", () => {
    const { told, press, move } = stage({ group: GROUP, apart: [] });
    press("b", true);
    move(-20, 0);
    expect(told).toEqual([{ step: "start", agent_id: "b", place: { x: -184, y: 0 }, corner: "display" }]);
  });

  it("is not lost when the button is released before main has made room", () => {
    const { told, press, move, release, hears } = stage();
    press("b", true);
    move(-200, -100);
    release();
    expect(told).toHaveLength(1);
    hears({ group: GROUP, apart: [{ agent_id: "b", place: { x: -184, y: 0 } }] });
    expect(told.at(-1)).toEqual({ step: "end", agent_id: "b", place: { x: -384, y: -100 }, corner: "display" });
  });

  it("moves one that stands apart without Shift, and sticks to an edge", () => {
    const { told, press, move, release } = stage({ group: GROUP, apart: [{ agent_id: "b", place: { x: -384, y: -100 } }] });
    press("b");
    move(372, 92);
    release();
    expect(told.at(-1)).toEqual({ step: "end", agent_id: "b", place: { x: 0, y: 0 }, corner: "display" });
  });

  it("moves the group without the one that stands apart", () => {
    const { told, press, move, release } = stage({ group: GROUP, apart: [{ agent_id: "b", place: { x: -384, y: -100 } }] });
    press("a");
    move(-76, -40);
    release();
    expect(told).toEqual([{ step: "start", agent_id: null, place: { x: -24, y: 0 }, corner: "display" }, { step: "end", agent_id: null, place: { x: -100, y: -40 }, corner: "display" }]);
  });
});
