import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Ask } from "../../../schemas/generated/types.ts";

const NONE: readonly Ask[] = [];

/** The requests that can be answered, the oldest first; what main says last counts. */
export function useAsks(bridge: Pick<MascotBridge, "asks" | "onAsks">): readonly Ask[] {
  const [asks, setAsks] = useState(NONE);
  useEffect(() => {
    let told = false;
    const off = bridge.onAsks((list) => {
      told = true;
      setAsks(list.asks);
    });
    void bridge.asks().then((list) => {
      if (!told) setAsks(list.asks);
    });
    return off;
  }, [bridge]);
  return asks;
}
