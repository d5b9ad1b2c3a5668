import { useEffect, useRef } from "react";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";
import { PAGES } from "../place.ts";
import { goKeyOf } from "./keys.ts";

const EVERYWHERE = [["Ctrl K", "commands"], ["/", "search"], ["?", "keys"], ["Esc", "back"], ["Tab", "next"], ["↑ ↓ Home End", "rows"], ["F6", "regions"]] as const;
const TIMELINE = [["← →", "pan"], ["+ −", "zoom"], ["0", "all"], ["↑ ↓", "lane"], [", .", "bar"], ["L", "live"]] as const;

/** Every key there is. */
export function KeyMap({ words, onClose }: { words: Words; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const pages = PAGES.flatMap((page) => (goKeyOf(page) === undefined ? [] : [[`G ${goKeyOf(page)?.toUpperCase()}`, words(`nav.${page}`)] as const]));
  return (
    <dialog ref={dialog} className="dialog wide key-map" aria-labelledby="key-map-title" onClose={onClose}>
      <h3 id="key-map-title">{words("frame.keys")}</h3>
      <div className="key-lists">
        <Keys title={words("frame.keys_everywhere")} keys={EVERYWHERE.map(([keys, name]) => [keys, words(`frame.key_${name}`)])} />
        <Keys title={words("frame.keys_pages")} keys={pages} />
        <Keys title={words("nav.timeline")} keys={TIMELINE.map(([keys, name]) => [keys, words(`frame.key_${name}`)])} />
      </div>
      <div className="actions"><Button onClick={() => dialog.current?.close()}>{words("frame.close")}</Button></div>
    </dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h4>{title}</h4>
      <dl>{keys.map(([key, text]) => <div key={key}><dt>{key.split(" ").map((one) => <kbd key={one} className="kbd">{one}</kbd>)}</dt><dd>{text}</dd></div>)}</dl>
    </section>
  );
}
