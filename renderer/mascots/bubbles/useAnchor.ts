import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";

/** Tells main where the figure stands whose request is shown, each time it is drawn somewhere else. Costs nothing while nobody asks. */
export function useAnchor(bridge: Pick<MascotBridge, "onAskPointed" | "reportAnchor">, stage: RefObject<HTMLElement | null>): void {
  const [agentId, setAgentId] = useState<string | null>(null);
  const told = useRef("");
  useEffect(() => bridge.onAskPointed(({ agent_id }) => {
    told.current = "";
    setAgentId(agent_id);
  }), [bridge]);
  // The large bubble says what the small one would.
  useLayoutEffect(() => {
    const asked = agentId === null ? null : stage.current?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agentId)}"]`);
    asked?.setAttribute("data-asked", "");
    return () => asked?.removeAttribute("data-asked");
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
}
