import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";

/** A press that moves further than this, in DIP, is a drag and no click. */
const DRAG_DISTANCE = 4;

/**
 * Dragging the group: the window says only when it starts and ends, main follows the pointer, since a moving window
 * cannot trust its own coordinates.
 */
export function useDrag(bridge: Pick<MascotBridge, "dragStart" | "dragEnd">) {
  const press = useRef<{ x: number; y: number; dragging: boolean } | null>(null);
  const dragged = useRef(false);
  return useMemo(() => {
    const end = () => {
      if (press.current?.dragging) bridge.dragEnd();
      press.current = null;
    };
    return {
      /** True for the click that ends a drag. */
      wasDragged: () => dragged.current,
      stage: {
        onPointerDown: (event: PointerEvent) => {
          if (event.button !== 0) return;
          dragged.current = false;
          press.current = { x: event.screenX, y: event.screenY, dragging: false };
          (event.target as Element).setPointerCapture?.(event.pointerId);
        },
        onPointerMove: (event: PointerEvent) => {
          const start = press.current;
          if (!start || start.dragging) return;
          if (Math.hypot(event.screenX - start.x, event.screenY - start.y) < DRAG_DISTANCE) return;
          start.dragging = true;
          dragged.current = true;
          bridge.dragStart();
        },
        onPointerUp: end,
        onPointerCancel: end,
        onLostPointerCapture: end,
      },
    };
  }, [bridge]);
}

/**
 * Windows and macOS: the window lets every click through until the pointer is over something of ours. Mouse moves are
 * forwarded there, so the page can tell. Linux has the window's shape instead and reports nothing.
 */
export function useHover(bridge: Pick<MascotBridge, "hover">, root: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    let over = false;
    const onMove = (event: MouseEvent) => {
      const now = event.target instanceof Element && root.current !== null && event.target.closest("[data-hit]") !== null;
      if (now === over) return;
      over = now;
      bridge.hover(over);
    };
    const onLeave = () => {
      if (over) bridge.hover(false);
      over = false;
    };
    window.addEventListener("mousemove", onMove);
    document.addEventListener("mouseleave", onLeave);
    return () => {
      window.removeEventListener("mousemove", onMove);
      document.removeEventListener("mouseleave", onLeave);
      onLeave();
    };
  }, [bridge, root, active]);
}
