import { type PointerEvent, type RefObject, useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentView, StageStand } from "../../schemas/generated/types.ts";
import { type Room, type Size, type Stage, arrange } from "./layout.ts";
import { type Carried, type Corner, cornerOf, headsOf, putDown, within } from "./standing.ts";

/** A press that moves further than this, in DIP, is a drag and no click. */
const DRAG_DISTANCE = 4;

/** What is drawn at this moment. */
export interface Picture {
  agents: readonly AgentView[];
  stage: Stage;
  stand: StageStand | undefined;
  size: Size;
  room: Room;
}

interface Press {
  x: number;
  y: number;
  /** Whom it would carry; null: the group. */
  who: string | null;
  /** Within the window, or with it. */
  how: "lift" | "window";
  dragging: boolean;
  /** How far it has come. */
  by: { x: number; y: number };
  /** Where it was taken up, on the display; null until main has said that the window hangs there. */
  from: Corner | null;
  released: boolean;
  /** Who hears of the pointer wherever it goes. */
  holder: Element;
}

type CarryBridge = Pick<MascotBridge, "dragStart" | "dragEnd" | "lift">;

/**
 * Dragging. All who stand together move with their window: main follows the pointer, since a moving window cannot trust its own coordinates. One alone (with Shift, or who stands apart
 * already), and the group while somebody stands apart, are carried within a window that fills the display meanwhile.
 */
export function createCarrier(bridge: CarryBridge, picture: () => Picture, show: (carried: Carried | null) => void) {
  let held: Press | null = null;
  let dragged = false;
  const draw = (now: Press) => {
    if (now.from !== null) show({ agentId: now.who, corner: { right: now.from.right - now.by.x, bottom: now.from.bottom - now.by.y } });
  };
  const finish = (now: Press) => {
    if (now.from === null) return;
    const corner = putDown({ right: now.from.right - now.by.x, bottom: now.from.bottom - now.by.y }, boxOf(now.who, picture()), picture().room);
    bridge.lift({ step: "end", agent_id: now.who, place: placeAt(corner), corner: "display" });
    held = null;
    show({ agentId: now.who, corner });
  };
  const begin = (now: Press) => {
    now.dragging = true;
    dragged = true;
    if (now.how === "window") return bridge.dragStart();
    const start = startOf(now.who, picture());
    now.from = isOnDisplay(now.who, picture().stand) ? start : null;
    show({ agentId: now.who, corner: start });
    bridge.lift({ step: "start", agent_id: now.who, place: placeAt(start), corner: picture().stand === undefined ? "group" : "display" });
  };
  const end = () => {
    const now = held;
    if (now === null || now.released) return;
    if (now.dragging && now.how === "lift") {
      now.released = true;
      return finish(now);
    }
    if (now.dragging) bridge.dragEnd();
    held = null;
  };
  return {
    /** True for the click that ends a drag. */
    wasDragged: () => dragged,
    /** Main has said where everybody is. */
    heard: () => {
      const now = held;
      if (now === null) return show(null);
      if (!now.dragging || now.how !== "lift" || now.from !== null || !isOnDisplay(now.who, picture().stand)) return;
      now.from = startOf(now.who, picture());
      if (now.released) finish(now);
      else draw(now);
    },
    stage: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        dragged = false;
        const holder = event.target as Element;
        held = { x: event.screenX, y: event.screenY, ...aimOf(event, picture()), dragging: false, by: { x: 0, y: 0 }, from: null, released: false, holder };
        holder.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const now = held;
        if (now === null || now.released) return;
        now.by = { x: event.screenX - now.x, y: event.screenY - now.y };
        if (!now.dragging && Math.hypot(now.by.x, now.by.y) >= DRAG_DISTANCE) {
          // Figures change places on the page when one is carried away, and one that is moved there no longer hears of the pointer. Not before: a click goes to whoever hears of it.
          now.holder = event.currentTarget as Element;
          now.holder.setPointerCapture?.(event.pointerId);
          begin(now);
        }
        if (now.dragging && now.how === "lift") draw(now);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: (event: PointerEvent) => {
        if (event.target === held?.holder) end();
      },
    },
  };
}

/** @param stand as main has told it */
export function useCarry(bridge: CarryBridge, picture: RefObject<Picture>, stand: StageStand | undefined) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const carrier = useMemo(() => createCarrier(bridge, () => picture.current, setCarried), [bridge, picture]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of a new stand
  useEffect(() => carrier.heard(), [carrier, stand]);
  return { carried, stage: carrier.stage, wasDragged: carrier.wasDragged };
}

/** True while the window's corner is another one than when the figures were last drawn: nobody moves on the screen, so nobody may be seen to walk. */
export function useNewCorner(wide: boolean): boolean {
  const drawn = useRef(wide);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const isNew = drawn.current !== wide;
  useEffect(() => {
    if (!isNew) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        drawn.current = wide;
        drawAgain();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isNew, wide]);
  return isNew;
}

function aimOf(event: PointerEvent, { agents, stand }: Picture): Pick<Press, "who" | "how"> {
  const id = (event.target as Element).closest<HTMLElement>("[data-agent]")?.dataset.agent;
  const who = id === undefined ? null : event.shiftKey ? id : stand === undefined ? null : (headsOf(agents, stand).get(id) ?? null);
  return { who, how: who !== null || stand !== undefined ? "lift" : "window" };
}

function isOnDisplay(who: string | null, stand: StageStand | undefined): boolean {
  return stand !== undefined && (who === null || stand.apart.some(({ agent_id }) => agent_id === who));
}

/** Where it stands as drawn: of somebody who is still in the group, within the window. */
function startOf(who: string | null, picture: Picture): Corner {
  const { stage, stand, room } = picture;
  if (stand === undefined || !isOnDisplay(who, stand)) return stage.places.find(({ agentId }) => agentId === who) ?? { right: 0, bottom: 0 };
  const { right, bottom } = cornerOf(who, stand, null);
  const box = boxOf(who, picture);
  return { right: within(right, room.width - box.width), bottom: within(bottom, room.height - box.height) };
}

function boxOf(who: string | null, { agents, stand, size, room }: Picture): Room {
  const heads = stand === undefined ? new Map<string, string>() : headsOf(agents, stand);
  return arrange(agents.filter(({ agent_id }) => (heads.get(agent_id) ?? null) === who), size, room);
}

const placeAt = ({ right, bottom }: Corner) => ({ x: -Math.round(right) + 0, y: -Math.round(bottom) + 0 });
