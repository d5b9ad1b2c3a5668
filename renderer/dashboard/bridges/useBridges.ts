import { useCallback, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgesState } from "../../../schemas/generated/types.ts";

export interface Bridges {
  state: BridgesState | null;
  failed: boolean;
  again(): void;
  /** One after the other, each on what the one before left; shows what comes of it. @returns whether it was done */
  act(work: (now: BridgesState) => Promise<BridgesState>): Promise<boolean>;
}

/** The bridges as they stand, kept up as they carry. */
export function useBridges(bridge: MascotBridge): Bridges {
  const [state, setState] = useState<BridgesState | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef<Promise<BridgesState> | null>(null);
  const act = useCallback((work: (now: BridgesState) => Promise<BridgesState>) => {
    const before = latest.current ?? bridge.bridges();
    const done = before.then(work);
    // What failed changed nothing: the next goes on from what there was.
    latest.current = done.catch(() => before);
    return done.then(
      (now) => {
        setState(now);
        setFailed(false);
        return true;
      },
      () => {
        setFailed(true);
        return false;
      },
    );
  }, [bridge]);
  const load = useCallback(() => {
    latest.current ??= bridge.bridges();
    latest.current = latest.current.then(() => bridge.bridges(), () => bridge.bridges());
    latest.current.then((now) => {
      setState(now);
      setFailed(false);
    }, () => setFailed(true));
  }, [bridge]);
  useEffect(() => {
    load();
    return bridge.onBridgesChanged(load);
  }, [bridge, load]);
  return { state, failed, again: load, act };
}
