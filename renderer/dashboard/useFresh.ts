import { useEffect, useRef } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import { onDeleted } from "./sessions/deletions.ts";

/**
 * Calls when the window gets the focus, when a session was deleted (a conversation lies over any page), and some time after something was said: news come in bunches, and sums are not counted for each of them.
 * @param afterMs after the first news of a bunch
 */
export function useFresh(bridge: MascotBridge, load: () => void, afterMs = 1_500): void {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (document.visibilityState === "visible") latest.current();
    };
    const stop = bridge.onConversationGrew(() => {
      timer ??= setTimeout(look, afterMs);
    });
    const stopDeletions = onDeleted(() => latest.current());
    const onFocus = () => latest.current();
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      stop();
      stopDeletions();
      window.removeEventListener("focus", onFocus);
    };
  }, [bridge, afterMs]);
}
