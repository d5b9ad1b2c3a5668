/** Names and faces of the helpers that speak in one conversation, most of whom are gone. */
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Appearance } from "../../../schemas/generated/types.ts";
import { useWindow } from "../../shared/world-store.ts";

export interface HelperLook {
  name: string | null;
  appearance?: Appearance;
}

type Find = (agentId: string) => Promise<HelperLook>;

export const Helpers = createContext<Find>(async () => ({ name: null }));

/** Each is asked for once, however often its rows come and go. */
export function useHelpers(bridge: MascotBridge, sessionId: string): Find {
  return useMemo(() => {
    const known = new Map<string, Promise<HelperLook>>();
    return (agentId) => {
      const before = known.get(agentId);
      if (before !== undefined) return before;
      const found = bridge.lane({ agent_id: agentId, session_id: sessionId }).catch((): HelperLook => ({ name: null }));
      known.set(agentId, found);
      return found;
    };
  }, [bridge, sessionId]);
}

/** As it is now, as long as it is here; then as it was last shown. null until that is known. */
export function useHelper(agentId: string): HelperLook | null {
  const live = useWindow((state) => state.world.agents.get(agentId));
  const find = useContext(Helpers);
  const [past, setPast] = useState<HelperLook | null>(null);
  const isLive = live !== undefined;
  useEffect(() => {
    let isCurrent = true;
    if (!isLive) void find(agentId).then((look) => isCurrent && setPast(look));
    return () => {
      isCurrent = false;
    };
  }, [find, agentId, isLive]);
  return live === undefined ? past : { name: live.display_name, appearance: live.appearance };
}
