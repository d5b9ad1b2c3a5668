import { useCallback, useEffect, useMemo, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { ProjectList } from "../../schemas/generated/types.ts";
import { useJobs } from "./data/jobs.ts";
import { newestOnly } from "./newest-only.ts";
import { useFresh } from "./useFresh.ts";

const NONE: ProjectList["items"] = [];

/** Every project that anything is known of, the newest first. */
export function useProjects(bridge: MascotBridge): readonly string[] {
  const items = useItems(bridge);
  return useMemo(() => items.map(({ project }) => project), [items]);
}

/** Those that a session is kept of. */
export function useProjectsWithSessions(bridge: MascotBridge): readonly string[] {
  const items = useItems(bridge);
  return useMemo(() => items.filter(({ sessions }) => sessions > 0).map(({ project }) => project), [items]);
}

function useItems(bridge: MascotBridge): ProjectList["items"] {
  const [items, setItems] = useState(NONE);
  const ended = useJobs(({ jobs }) => jobs.filter(({ state }) => state !== "running").length);
  const asking = useMemo(() => newestOnly<ProjectList>((list) => setItems(list.items)), []);
  const ask = useCallback(() => void bridge.projects().then(asking(), () => undefined), [bridge, asking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by an import a project comes
  useEffect(ask, [ask, ended]);
  useFresh(bridge, ask);
  return items;
}
