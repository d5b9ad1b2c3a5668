import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { HooksBackup, HooksPlace, HooksPreview } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { exactText } from "../format.ts";
import { Shown } from "./ChangeDialog.tsx";
import { scopeOf } from "./places.ts";

interface RestoreProps { bridge: MascotBridge; words: Words; locale: Locale; place: HooksPlace; onRestore(backup: string): void; onClose(): void }

/** Copies of a settings file from before each of our changes; one can be given back. */
export function RestoreDialog({ bridge, words, locale, place, onRestore, onClose }: RestoreProps) {
  const [copies, setCopies] = useState<readonly HooksBackup[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [preview, setPreview] = useState<HooksPreview | null>(null);
  useEffect(() => {
    bridge.hooksBackups(scopeOf(place)).then(({ items }) => {
      setCopies(items);
      setChosen(items[0]?.name ?? null);
    }, onClose);
  }, [bridge, place, onClose]);
  useEffect(() => {
    setPreview(null);
    if (chosen === null) return;
    let stays = true;
    bridge.hooksPreview({ ...scopeOf(place), change: "restore", backup: chosen }).then((shown) => stays && setPreview(shown), () => undefined);
    return () => {
      stays = false;
    };
  }, [bridge, place, chosen]);
  return (
    <Dialog wide title={words("hooks.ask_restore")} words={words} action={words("hooks.restore_action")} disabled={!preview?.changed} onAction={() => chosen && onRestore(chosen)} onClose={onClose}>
      <p>{words("hooks.consent_restore")}</p>
      {copies?.length === 0 && <p className="quiet">{words("hooks.no_copies")}</p>}
      {copies && copies.length > 0 && (
        <fieldset className="copies">
          <legend className="quiet">{words("hooks.copies")}</legend>
          {copies.map(({ name, at, bytes }) => (
            <label key={name} className="option">
              <input type="radio" name="copy" value={name} checked={name === chosen} onChange={() => setChosen(name)} />
              <span>{exactText(Date.parse(at), locale)}<span className="quiet">{words("hooks.bytes", { count: bytes })}</span></span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen !== null && <Shown preview={preview} words={words} />}
    </Dialog>
  );
}
