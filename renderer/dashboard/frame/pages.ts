/**
 * Every page of the dashboard: its picture, where the navigation shows it, and its code. To add one: its name in place.ts, a line here, its words in `nav`, and its name in
 * `DashboardOpen` of schemas/ipc.schema.json when main leads to it.
 */
import { type ComponentType, lazy } from "react";
import type { IconName } from "../design/icons.tsx";
import { NowPage } from "../NowPage.tsx";
import type { PageProps } from "../page.ts";
import type { Page } from "../place.ts";

export interface PageEntry {
  icon: IconName;
  /** null: not in the navigation; the palette leads there. */
  group: PageGroup | null;
  View: ComponentType<PageProps>;
}

/** In the order of the navigation. */
export const PAGE_GROUPS = ["live", "past", "setup"] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

/** What is not seen first comes when it is opened, or when the window has nothing to do. */
const LATER: (() => Promise<unknown>)[] = [];

function later(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  LATER.push(load);
  return lazy(async () => ({ default: await load() }));
}

export const PAGE_ENTRIES: Record<Page, PageEntry> = {
  now: { icon: "now", group: "live", View: NowPage },
  needs: { icon: "needs", group: "live", View: later(async () => (await import("../needs-you/NeedsYouPage.tsx")).NeedsYouPage) },
  ports: { icon: "ports", group: "live", View: later(async () => (await import("../ports/PortsPage.tsx")).PortsPage) },
  timeline: { icon: "timeline", group: "live", View: later(async () => (await import("../timeline/TimelinePage.tsx")).TimelinePage) },
  sessions: { icon: "sessions", group: "past", View: later(async () => (await import("../sessions/SessionsPage.tsx")).SessionsPage) },
  search: { icon: "search", group: "past", View: later(async () => (await import("../search/SearchPage.tsx")).SearchPage) },
  statistics: { icon: "statistics", group: "past", View: later(async () => (await import("../statistics/StatisticsPage.tsx")).StatisticsPage) },
  memory: { icon: "memory", group: "past", View: later(async () => (await import("../memory/MemoryPage.tsx")).MemoryPage) },
  hooks: { icon: "hooks", group: "setup", View: later(async () => (await import("../hooks/HooksPage.tsx")).HooksPage) },
  bridges: { icon: "bridges", group: "setup", View: later(async () => (await import("../bridges/BridgesPage.tsx")).BridgesPage) },
  data: { icon: "data", group: "setup", View: later(async () => (await import("../data/DataPage.tsx")).DataPage) },
  api: { icon: "api", group: "setup", View: later(async () => (await import("../api/ApiPage.tsx")).ApiPage) },
  tour: { icon: "tour", group: null, View: later(async () => (await import("../tour/TourPage.tsx")).TourPage) },
  settings: { icon: "settings", group: "setup", View: later(async () => (await import("../SettingsPage.tsx")).SettingsPage) },
};

/** It lies over a page and is the way into everything that was said. */
export const ConversationPage = lazy(async () => ({ default: (await import("../conversation/ConversationPage.tsx")).ConversationPage }));

/** One after the other, whenever the window has nothing else to do. */
export function loadLaterPages(idle: (work: () => void) => void): void {
  const [next, ...rest] = [() => import("../conversation/ConversationPage.tsx"), ...LATER];
  const load = (work: () => Promise<unknown>, left: (() => Promise<unknown>)[]) => idle(() => void work().catch(() => undefined).then(() => left[0] && load(left[0], left.slice(1))));
  if (next) load(next, rest);
}
