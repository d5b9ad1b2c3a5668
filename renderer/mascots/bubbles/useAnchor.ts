import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Place } from "../layout.ts";
import { bodyAtRest, hushedBy } from "./anchor.ts";

/**
 * Tells main where the figure stands whose request is shown, each time it is to stand somewhere else. Costs nothing while nobody asks.
 * @returns whose it is
 */
export function useAnchor(bridge: Pick<MascotBridge, "onAskPointed" | "reportAnchor">, stage: RefObject<HTMLElement | null>, places: readonly Place[]): string | null {
  const [agentId, setAgentId] = useState<string | null>(null);
  const told = useRef("");
  useEffect(() => bridge.onAskPointed(({ agent_id }) => {
    told.current = "";
    setAgentId(agent_id);
  }), [bridge]);
  // What the small bubbles near it say would stick out from under the large one.
  useLayoutEffect(() => {
    const near = hushedBy(agentId, places);
    const hushed = [...(stage.current?.querySelectorAll<HTMLElement>("[data-agent]") ?? [])].filter(({ dataset }) => near.has(dataset.agent ?? ""));
    for (const figure of hushed) figure.setAttribute("data-hushed", "");
    return () => {
      for (const figure of hushed) figure.removeAttribute("data-hushed");
    };
  });
  useLayoutEffect(() => {
    if (agentId === null || stage.current === null) return;
    const base = stage.current.getBoundingClientRect();
    const figure = stage.current.querySelector(`[data-agent="${CSS.escape(agentId)}"]`);
    const body = figure?.querySelector(".figure-body");
    const place = places.find((one) => one.agentId === agentId);
    const rect = !figure || !body ? null : bodyAtRest(body.getBoundingClientRect(), figure.getBoundingClientRect(), base, place);
    const anchor = { agent_id: agentId, rect, viewport: { width: Math.round(base.width), height: Math.round(base.height) } };
    const text = JSON.stringify(anchor);
    if (text === told.current) return;
    told.current = text;
    bridge.reportAnchor(anchor);
  });
  return agentId;
}
