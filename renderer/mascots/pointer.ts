import { useEffect, type RefObject } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";

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
