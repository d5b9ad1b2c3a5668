import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";

/**
 * Tells main where the figure stands whose request is shown, each time it is drawn somewhere else. Costs nothing while nobody asks.
 * @returns whose it is
 */
export function useAnchor(bridge: Pick<MascotBridge, "onAskPointed" | "reportAnchor">, stage: RefObject<HTMLElement | null>): string | null {
  const [agentId, setAgentId] = useState<string | null>(null);
  const told = useRef("");
  useEffect(() => bridge.onAskPointed(({ agent_id }) => {
    told.current = "";
    setAgentId(agent_id);
  }), [bridge]);
  // What the small bubbles near it say would stick out from under the large one.
  useLayoutEffect(() => {
    const hushed = agentId === null || stage.current === null ? [] : near(stage.current, agentId);
    for (const figure of hushed) figure.setAttribute("data-hushed", "");
    return () => {
      for (const figure of hushed) figure.removeAttribute("data-hushed");
    };
  });
  useLayoutEffect(() => {
    if (agentId === null || stage.current === null) return;
    const base = stage.current.getBoundingClientRect();
    const figure = stage.current.querySelector(`[data-agent="${CSS.escape(agentId)}"] .figure-body`)?.getBoundingClientRect();
    const rect = figure === undefined ? null : { x: Math.round(figure.x - base.x), y: Math.round(figure.y - base.y), width: Math.round(figure.width), height: Math.round(figure.height) };
    const anchor = { agent_id: agentId, rect, viewport: { width: Math.round(base.width), height: Math.round(base.height) } };
    const text = JSON.stringify(anchor);
    if (text === told.current) return;
    told.current = text;
    bridge.reportAnchor(anchor);
  });
  return agentId;
}

/** Half a bubble, or nearly all of it at the display's edge, in DIP. */
const REACH = 400;

function near(stage: HTMLElement, agentId: string): HTMLElement[] {
  const figures = [...stage.querySelectorAll<HTMLElement>("[data-agent]")];
  const middle = (figure: HTMLElement) => figure.getBoundingClientRect().left + figure.offsetWidth / 2;
  const asked = figures.find(({ dataset }) => dataset.agent === agentId);
  return asked === undefined ? [] : figures.filter((figure) => Math.abs(middle(figure) - middle(asked)) <= REACH);
}
