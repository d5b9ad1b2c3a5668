import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { Settings } from "../../schemas/generated/types.ts";

export interface KnownSettings {
  /** null before the first answer. */
  settings: Settings | null;
  failed: boolean;
  again(): void;
}

/** The settings as they hold, whoever changes them: a page, a menu, the command line. What main tells is shown, never the answer to one change: another may have been made since. */
export function useSettings(bridge: MascotBridge): KnownSettings {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [failed, setFailed] = useState(false);
  const take = useCallback((now: Settings) => {
    setSettings(now);
    setFailed(false);
  }, []);
  const load = useCallback(() => {
    setFailed(false);
    bridge.settings().then(take, () => setFailed(true));
  }, [bridge, take]);
  useEffect(() => {
    load();
    return bridge.onSettingsChanged(take);
  }, [bridge, load, take]);
  return { settings, failed, again: load };
}
