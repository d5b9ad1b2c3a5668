import { useEffect } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import { useAsks } from "../../mascots/bubbles/useAsks.ts";
import { useAskStore } from "./asks-store.ts";
import { useElsewhere } from "./useElsewhere.ts";

/** Keeps the store, and tells main that the number beside the page's name is in sight. */
export function AsksWatch({ bridge }: { bridge: MascotBridge }) {
  const asks = useAsks(bridge);
  useEffect(() => useAskStore.setState({ asks }), [asks]);
  useEffect(() => {
    const tell = () => {
      if (asks.length > 0 && document.visibilityState === "visible") bridge.askSeen({ ids: asks.map(({ id }) => id), as: "notice" });
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [asks, bridge]);
  return null;
}

/** How many the page lists, here and in terminals; a screen reader is told by the live region. */
export function NeedsBadge() {
  const count = useAskStore(({ asks }) => asks.length) + useElsewhere().length;
  return count === 0 ? null : <span className="badge" aria-hidden>{count}</span>;
}
