import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgesState } from "../../../schemas/generated/types.ts";

export interface Bridges {
  state: BridgesState | null;
  failed: boolean;
  /** Shows what comes of it. @returns whether it was done */
  act(work: () => Promise<BridgesState>): Promise<boolean>;
}

/** The bridges as they stand, kept up as they carry. */
export function useBridges(bridge: MascotBridge): Bridges {
  const [state, setState] = useState<BridgesState | null>(null);
  const [failed, setFailed] = useState(false);
  const act = useCallback(async (work: () => Promise<BridgesState>) => {
    try {
      setState(await work());
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }, []);
  useEffect(() => {
    const load = () => void act(() => bridge.bridges());
    load();
    return bridge.onBridgesChanged(load);
  }, [bridge, act]);
  return { state, failed, act };
}
