import { useCallback, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { MemoryPreview, ProjectRules, SessionRow, Settings, SettingsChange } from "../../../schemas/generated/types.ts";
import { useFresh } from "../useFresh.ts";
import { useSettings } from "../useSettings.ts";
import type { Project } from "./why-off.ts";

/** How the next session may begin, as a client tells it. */
export const SOURCES = ["startup", "compact", "resume"] as const;
export type Source = (typeof SOURCES)[number];

/** Sessions looked at for the titles of those that are told of. */
const TITLED = 100;

export interface Memory {
  settings: Settings["memory"] | null;
  /** null: not known yet */
  projects: Project[] | null;
  chosen: Project | null;
  preview: MemoryPreview | null;
  /** Of the chosen project, by id. */
  sessions: ReadonlyMap<string, SessionRow>;
  source: Source;
  failed: boolean;
  again(): void;
  choose(project: string): void;
  setSource(source: Source): void;
  setRules(rules: ProjectRules): void;
  change(change: SettingsChange): void;
}

/** What the memory page shows. Each switch saves at once; what holds is what is shown. */
export function useMemory(bridge: MascotBridge): Memory {
  const { settings: all, failed: isUnknown, again: askAgain } = useSettings(bridge);
  const settings = all?.memory ?? null;
  const [projects, setProjects] = useState<Project[] | null>(null);
  const [name, choose] = useState<string | null>(null);
  const [source, setSource] = useState<Source>("startup");
  const [failed, setFailed] = useState(false);
  const chosen = projects?.find(({ project }) => project === name) ?? projects?.[0] ?? null;
  const { preview, sessions, lookAgain } = usePreview(bridge, chosen?.project ?? null, source);
  const attempt = useCallback((work: Promise<unknown>) => void work.then(() => setFailed(false), () => setFailed(true)), []);
  const load = useCallback(() => {
    attempt(bridge.projects().then(({ items }) => {
      const named = items.filter(({ project }) => project !== "");
      setProjects(named);
      // The one that is shown stays, also when another one becomes the newest.
      choose((known) => known ?? named[0]?.project ?? null);
    }));
  }, [bridge, attempt]);
  useEffect(load, [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by another setting another block is told
  useEffect(() => {
    // Once: not before it is known what holds, or that it cannot be.
    if (settings !== null || isUnknown) lookAgain();
  }, [lookAgain, settings?.enabled, settings?.sessions, isUnknown]);
  useFresh(bridge, () => {
    load();
    lookAgain();
  });
  const setRules = (rules: ProjectRules) => {
    setProjects((known) => known?.map((one) => (one.project === rules.project ? { ...one, ...rules } : one)) ?? null);
    attempt(bridge.setProjectRules(rules).finally(() => {
      load();
      lookAgain();
    }));
  };
  const change = (part: SettingsChange) => attempt(bridge.changeSettings(part));
  const again = () => {
    askAgain();
    load();
  };
  return { settings, projects, chosen, preview, sessions, source, failed: failed || isUnknown, again, choose, setSource, setRules, change };
}

function usePreview(bridge: MascotBridge, project: string | null, source: Source) {
  const [preview, setPreview] = useState<MemoryPreview | null>(null);
  const [sessions, setSessions] = useState<ReadonlyMap<string, SessionRow>>(new Map());
  /** Answers to earlier questions come too late. */
  const asked = useRef(0);
  const lookAgain = useCallback(() => {
    if (project === null) return;
    const mine = ++asked.current;
    const keep = (set: () => void) => mine === asked.current && set();
    void bridge.memoryPreview({ project, source }).then((given) => keep(() => setPreview(given)), () => keep(() => setPreview(null)));
    void bridge.sessionsPage({ project, limit: TITLED }).then(({ items }) => keep(() => setSessions(new Map(items.map((row) => [row.session_id, row])))), () => undefined);
  }, [bridge, project, source]);
  return { preview: preview?.project === project ? preview : null, sessions, lookAgain };
}
