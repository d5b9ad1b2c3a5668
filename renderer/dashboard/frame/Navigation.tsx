import { useEffect, useRef } from "react";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import type { Words } from "../../shared/words.ts";
import { Icon } from "../design/icons.tsx";
import { EMPTY_FACE } from "../EmptyView.tsx";
import { NeedsBadge } from "../needs-you/AsksWatch.tsx";
import { type Open, type Page, PAGES } from "../place.ts";
import { PAGE_ENTRIES, PAGE_GROUPS } from "./pages.ts";

interface NavigationProps { words: Words; page: Page; open: Open; onCommands(): void; onKeys(): void }

/** The pages in groups; a number beside "needs you" says how many agents wait for their person. */
export function Navigation({ words, page, open, onCommands, onKeys }: NavigationProps) {
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list is longer than the window, the page that one came to is in sight
  useEffect(() => current.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), [page]);
  return (
    <nav aria-label={words("nav.label")}>
      <h1><MascotFace appearance={EMPTY_FACE} size={26} />{words("app.name")}</h1>
      <button type="button" className="go-anywhere" onClick={onCommands}><Icon name="command" /><span>{words("frame.go")}</span><kbd className="kbd" aria-hidden>{words("frame.go_key")}</kbd></button>
      {PAGE_GROUPS.map((group) => (
        <div key={group} className="nav-group">
          <span className="nav-title" aria-hidden>{words(`frame.group_${group}`)}</span>
          {PAGES.filter((name) => PAGE_ENTRIES[name].group === group).map((name) => (
            <button key={name} ref={page === name ? current : undefined} type="button" className="nav-item" aria-current={page === name ? "page" : undefined} onClick={() => open({ page: name })}>
              <Icon name={PAGE_ENTRIES[name].icon} /><span className="nav-name">{words(`nav.${name}`)}</span>{name === "needs" && <NeedsBadge />}
            </button>
          ))}
        </div>
      ))}
      <button type="button" className="nav-item nav-keys" onClick={onKeys}><Icon name="keyboard" /><span className="nav-name">{words("frame.keys")}</span><kbd className="kbd" aria-hidden>?</kbd></button>
    </nav>
  );
}
