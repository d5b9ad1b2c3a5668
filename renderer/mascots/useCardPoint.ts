import { type RefObject, useEffect } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";

/** A pointer that only passes by wants to know nothing, in ms. */
export const DWELL = 450;

/** Says whose figure the pointer rests on, and at once when it no longer does or a button goes down. Costs nothing while the pointer is elsewhere. */
export function useCardPoint(bridge: Pick<MascotBridge, "pointCard">, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = stage.current;
    if (root === null) return;
    let over: HTMLElement | null = null;
    let told = false;
    let dwell: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      clearTimeout(dwell);
      over = null;
      if (told) bridge.pointCard({ agent_id: null, rect: NOWHERE, viewport: { width: 0, height: 0 } });
      told = false;
    };
    const onOver = (event: PointerEvent) => {
      const body = event.target instanceof Element ? event.target.closest<HTMLElement>(".figure-body") : null;
      if (body === over) return;
      forget();
      if (body === null || event.buttons !== 0) return;
      over = body;
      dwell = setTimeout(() => {
        const agentId = body.closest<HTMLElement>("[data-agent]")?.dataset.agent;
        if (agentId === undefined || !body.isConnected) return;
        told = true;
        bridge.pointCard({ agent_id: agentId, ...within(body, root) });
      }, DWELL);
    };
    root.addEventListener("pointerover", onOver);
    root.addEventListener("pointerleave", forget);
    root.addEventListener("pointerdown", forget);
    document.addEventListener("mouseleave", forget);
    return () => {
      root.removeEventListener("pointerover", onOver);
      root.removeEventListener("pointerleave", forget);
      root.removeEventListener("pointerdown", forget);
      document.removeEventListener("mouseleave", forget);
      forget();
    };
  }, [bridge, stage]);
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** The figure with what it says over its head: a card stands above that, too. */
function within(figure: HTMLElement, stage: HTMLElement) {
  const base = stage.getBoundingClientRect();
  const box = figure.getBoundingClientRect();
  const said = figure.parentElement?.querySelector(".figure-bubble")?.getBoundingClientRect();
  const top = Math.min(box.top, said?.top ?? box.top);
  return {
    rect: { x: Math.round(box.x - base.x), y: Math.round(top - base.y), width: Math.round(box.width), height: Math.round(box.bottom - top) },
    viewport: { width: Math.round(base.width), height: Math.round(base.height) },
  };
}
