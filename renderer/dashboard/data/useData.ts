import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { DataStatus, RetentionRules } from "../../../schemas/generated/types.ts";
import { useFresh } from "../useFresh.ts";
import { useJobs } from "./jobs.ts";

export interface Data {
  status: DataStatus | null;
  failed: boolean;
  again(): void;
  setRetention(rules: RetentionRules): Promise<void>;
}

/** Counting a long log takes a while of its own. */
const COUNTED_AGAIN_MS = 5_000;
/** What is too old goes by itself, of which nobody tells. */
const LOOK_MS = 15_000;

/** How much there is; looked at again after each thing that was done. */
export function useData(bridge: MascotBridge): Data {
  const [status, setStatus] = useState<DataStatus | null>(null);
  const [failed, setFailed] = useState(false);
  const ended = useJobs((state) => state.jobs.filter((job) => job.state !== "running").length);
  const take = useCallback(async (asked: Promise<DataStatus>) => {
    try {
      setStatus(await asked);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  const load = useCallback(() => void take(bridge.dataStatus()), [bridge, take]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ended is a reason to look again
  useEffect(load, [load, ended]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && load(), LOOK_MS);
    return () => clearInterval(timer);
  }, [load]);
  useFresh(bridge, load, COUNTED_AGAIN_MS);
  return { status, failed, again: load, setRetention: (rules) => take(bridge.setRetention(rules)) };
}
