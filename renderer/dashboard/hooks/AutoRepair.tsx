import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Words } from "../../shared/words.ts";
import { Switch } from "../controls.tsx";
import { useSettings } from "../useSettings.ts";

/** The person's word that lost hooks may be put back unasked; without it nothing is. */
export function AutoRepair({ bridge, words }: { bridge: MascotBridge; words: Words }) {
  const { settings } = useSettings(bridge);
  if (settings === null) return null;
  return <section className="card form"><Switch label={words("hooks.auto_repair")} hint={words("hooks.auto_repair_hint")} on={settings.hooks?.auto_repair ?? false} onChange={(on) => void bridge.changeSettings({ hooks_auto_repair: on })} /></section>;
}
