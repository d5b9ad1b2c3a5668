import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { HooksPlace } from "../../../schemas/generated/types.ts";

/** Main watches the person's own settings; those of projects are looked at this often, and only while somebody looks at the page. */
const LOOK_MS = 4_000;

/** The settings files that may hold hooks, asked for when the page is shown, when the window gets the focus, and when main says that something changed. */
export function useHooksPlaces(bridge: MascotBridge): { places: HooksPlace[] | null; failed: boolean; lookAgain(): Promise<void> } {
  const [places, setPlaces] = useState<HooksPlace[] | null>(null);
  const [failed, setFailed] = useState(false);
  const lookAgain = useCallback(async () => {
    const answer = await bridge.hooksPlaces().catch(() => null);
    setFailed(answer === null);
    if (answer) setPlaces((known) => (JSON.stringify(known) === JSON.stringify(answer.places) ? known : answer.places));
  }, [bridge]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void lookAgain();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    const stop = bridge.onHooksChanged(look);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [bridge, lookAgain]);
  return { places, failed, lookAgain };
}
