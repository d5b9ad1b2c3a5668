import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Ask, AskList } from "../../../schemas/generated/types.ts";
import { forgetDrafts } from "./kept-drafts.ts";

const NONE: readonly Ask[] = [];

/** The requests that can be answered, the oldest first; what main says last counts. */
export function useAsks(bridge: Pick<MascotBridge, "asks" | "onAsks">): readonly Ask[] {
  const [asks, setAsks] = useState(NONE);
  useEffect(() => {
    let told = false;
    const take = (list: AskList) => {
      forgetDrafts(new Set(list.asks.map(({ id }) => id)));
      setAsks(list.asks);
    };
    const off = bridge.onAsks((list) => {
      told = true;
      take(list);
    });
    void bridge.asks().then((list) => {
      if (!told) take(list);
    });
    return off;
  }, [bridge]);
  return asks;
}
