import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { HooksPreview, OtherHooks as Product, OtherHooksChange, OtherHooksList } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { Shown } from "./ChangeDialog.tsx";

interface OtherHooksProps { bridge: Pick<MascotBridge, "otherHooks" | "otherHooksPreview" | "otherHooksChange">; words: Words }

interface Asked { product: Product; change: OtherHooksChange["change"] }

/** Hooks of other products, one line each; a change is shown and agreed to before it is made. */
export function OtherHooks({ bridge, words }: OtherHooksProps) {
  const [list, setList] = useState<OtherHooksList | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const look = useCallback(() => bridge.otherHooks().then(setList, () => undefined), [bridge]);
  useEffect(() => {
    void look();
    const again = () => void look();
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [look]);
  const close = useCallback(() => setAsked(null), []);
  const agree = async ({ product, change }: Asked) => setList(await bridge.otherHooksChange({ id: product.id, change }).catch(() => list));
  if (list === null) return null;
  return (
    <section className="card hooks-card" aria-label={words("other_hooks.title")}>
      <header><h3>{words("other_hooks.title")}</h3></header>
      {list.used.map((product) => <Row key={product.id} product={product} words={words} onAsk={(change) => setAsked({ product, change })} />)}
      {list.unused.length > 0 && <p className="quiet">{words("other_hooks.unused", { names: list.unused.join(", ") })}</p>}
      {asked && <ChangeOther bridge={bridge} words={words} asked={asked} onClose={close} onAgree={() => void agree(asked)} />}
    </section>
  );
}

function Row({ product, words, onAsk }: { product: Product; words: Words; onAsk(change: OtherHooksChange["change"]): void }) {
  const { id, title, file, state, events, problem } = product;
  const isThere = state === "installed" || state === "outdated";
  return (
    <div className="hooks-place" role="group" aria-label={title} data-product={id} data-state={state}>
      <p className="state"><span className={`dot ${state}`} aria-hidden /><span className="scope">{title}: </span><strong>{words(`hooks.${state}`)}</strong></p>
      <dl>
        <dt>{words("hooks.file")}</dt><dd><code>{file}</code></dd>
        {events.length > 0 && <><dt>{words("hooks.events")}</dt><dd>{events.join(", ")}</dd></>}
      </dl>
      {isThere && product.asks_for_trust && <p className="quiet">{words("other_hooks.trust", { name: title })}</p>}
      {isThere && product.also_in && <p className="quiet">{words("other_hooks.two_places", { name: title, file: product.also_in })}</p>}
      {problem && <p className="notice error" role="alert">{problem}</p>}
      {state !== "unreadable" && <div className="actions">
        {state !== "installed" && <button type="button" onClick={() => onAsk("install")} aria-label={`${words("hooks.install")}: ${title}`}>{words(state === "outdated" ? "hooks.repair" : "hooks.install")}</button>}
        {isThere && <button type="button" onClick={() => onAsk("remove")} aria-label={`${words("hooks.remove")}: ${title}`}>{words("hooks.remove")}</button>}
      </div>}
    </div>
  );
}

interface ChangeOtherProps { bridge: OtherHooksProps["bridge"]; words: Words; asked: Asked; onAgree(): void; onClose(): void }

function ChangeOther({ bridge, words, asked: { product, change }, onAgree, onClose }: ChangeOtherProps) {
  const [preview, setPreview] = useState<HooksPreview | null>(null);
  useEffect(() => {
    let stays = true;
    bridge.otherHooksPreview({ id: product.id, change }).then((shown) => stays && setPreview(shown), () => stays && onClose());
    return () => {
      stays = false;
    };
  }, [bridge, product, change, onClose]);
  return (
    <Dialog wide title={words(`hooks.ask_${change}`)} words={words} action={words(`hooks.${change}`)} danger={change === "remove"} disabled={!preview?.changed} onAction={onAgree} onClose={onClose}>
      <p>{words(change === "remove" ? "hooks.consent_remove" : "other_hooks.consent")}</p>
      <Shown preview={preview} words={words} />
    </Dialog>
  );
}
