import { useEffect, useRef } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";

/** What is said comes in bunches; a page that shows sums looks again this long after the first of them. */
const AFTER_NEWS_MS = 1_500;

/** Calls when the page is shown, when the window gets the focus, and some time after something was said. What was loaded for other `keys` is loaded anew at once. */
export function useFresh(bridge: MascotBridge, load: () => void): void {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (document.visibilityState === "visible") latest.current();
    };
    const stop = bridge.onConversationGrew(() => {
      timer ??= setTimeout(look, AFTER_NEWS_MS);
    });
    const onFocus = () => latest.current();
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener("focus", onFocus);
    };
  }, [bridge]);
}
