import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Words } from "../../shared/words.ts";
import { Switch } from "../controls.tsx";

/** The person's word that lost hooks may be put back unasked; without it nothing is. */
export function AutoRepair({ bridge, words }: { bridge: MascotBridge; words: Words }) {
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    void bridge.settings().then(({ hooks }) => setOn(hooks?.auto_repair ?? false));
  }, [bridge]);
  if (on === null) return null;
  const change = (wanted: boolean) => void bridge.changeSettings({ hooks_auto_repair: wanted }).then(({ hooks }) => setOn(hooks?.auto_repair ?? false));
  return <section className="card form"><Switch label={words("hooks.auto_repair")} hint={words("hooks.auto_repair_hint")} on={on} onChange={change} /></section>;
}
