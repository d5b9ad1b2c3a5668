import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { HooksPlace, HooksPreview } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { Difference } from "./Difference.tsx";
import { changeOf, type HooksAction, isCovered } from "./places.ts";

interface ChangeProps {
  bridge: MascotBridge;
  words: Words;
  place: HooksPlace;
  places: readonly HooksPlace[];
  action: Exclude<HooksAction, "restore">;
  onAgree(): void;
  onClose(): void;
}

/** What would be written, line by line, before anything is. */
export function ChangeDialog({ bridge, words, place, places, action, onAgree, onClose }: ChangeProps) {
  const [preview, setPreview] = useState<HooksPreview | null>(null);
  useEffect(() => {
    let stays = true;
    bridge.hooksPreview(changeOf(place, action)).then((shown) => stays && setPreview(shown), () => stays && onClose());
    return () => {
      stays = false;
    };
  }, [bridge, place, action, onClose]);
  return (
    <Dialog wide title={words(`hooks.ask_${action}`)} words={words} action={words(`hooks.${action}`)} danger={action === "remove"} disabled={!preview?.changed} onAction={onAgree} onClose={onClose}>
      <p>{words(consentFor(place, action, isCovered(place, places)))}</p>
      <Shown preview={preview} words={words} />
    </Dialog>
  );
}

/** The preview, or why there is none. */
export function Shown({ preview, words }: { preview: HooksPreview | null; words: Words }) {
  if (preview === null) return <p className="quiet" role="status">{words("hooks.looking")}</p>;
  if (preview.problem !== null) return <p className="notice error" role="alert">{preview.problem}</p>;
  return (
    <>
      <p><code>{preview.file}</code></p>
      {preview.changed ? <Difference text={preview.difference} words={words} /> : <p className="quiet">{words("hooks.same")}</p>}
    </>
  );
}

function consentFor({ scope }: HooksPlace, action: ChangeProps["action"], covered: boolean): string {
  if (action === "remove") return covered ? "hooks.consent_remove_covered" : "hooks.consent_remove";
  return scope === "project" ? "hooks.consent_shared" : "hooks.consent";
}
