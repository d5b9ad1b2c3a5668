import { useMemo } from "react";
import type { AgentView } from "../../../schemas/generated/types.ts";
import { needsPerson } from "../../shared/words.ts";
import { useWindow } from "../../shared/world-store.ts";
import { useAskStore } from "./asks-store.ts";

/** Who needs the person and cannot be answered here. */
export function useElsewhere(): AgentView[] {
  const agents = useWindow((state) => state.world.agents);
  const asks = useAskStore((state) => state.asks);
  return useMemo(() => {
    const here = new Set(asks.map(({ agent_id }) => agent_id));
    return [...agents.values()].filter(({ agent_id, state }) => needsPerson(state) && !here.has(agent_id));
  }, [agents, asks]);
}
