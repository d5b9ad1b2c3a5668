import { useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { DashboardOpen } from "../../schemas/generated/types.ts";
import { useWindow } from "../shared/world-store.ts";
import { useWords } from "../shared/words.ts";
import { HooksPage } from "./HooksPage.tsx";
import { Notices } from "./Notices.tsx";
import { NowPage } from "./NowPage.tsx";
import { SettingsPage } from "./SettingsPage.tsx";

type Page = "now" | "hooks" | "settings";
const PAGES: readonly Page[] = ["now", "hooks", "settings"];

/** The ordinary window: who is at work, the hooks, the settings. */
export function Dashboard({ bridge }: { bridge: MascotBridge }) {
  const ui = useWindow((state) => state.ui);
  const words = useWords(ui?.locale ?? "en");
  const [page, setPage] = useState<Page>("now");
  const [selected, setSelected] = useState<string | null>(null);
  useEffect(() => bridge.onAgentSelected((where: DashboardOpen) => {
    setPage(PAGES.find((known) => known === where.page) ?? "now");
    setSelected(where.agent_id ?? null);
  }), [bridge]);
  return (
    <div className="dashboard">
      <nav aria-label={words("nav.label")}>
        <h1>{words("app.name")}</h1>
        {PAGES.map((name) => (
          <button key={name} type="button" aria-current={page === name ? "page" : undefined} onClick={() => setPage(name)}>{words(`nav.${name}`)}</button>
        ))}
      </nav>
      <main>
        <Notices notices={ui?.notices ?? []} words={words} />
        {page === "now" && <NowPage words={words} locale={ui?.locale ?? "en"} selected={selected} />}
        {page === "hooks" && <HooksPage bridge={bridge} words={words} />}
        {page === "settings" && ui && <SettingsPage bridge={bridge} ui={ui} words={words} />}
      </main>
    </div>
  );
}
