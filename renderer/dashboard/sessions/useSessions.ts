import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionsQuery } from "../../../schemas/generated/types.ts";
import { onDeleted } from "./deletions.ts";
import { joined, NO_SESSIONS, renewed, type SessionList, without } from "./session-list.ts";

const PAGE = 100;
/** While many sessions speak at once the list follows in steps. */
const NEWS_MS = 700;

export interface Sessions {
  list: SessionList;
  phase: "loading" | "ready" | "failed";
  loadMore(): void;
  again(): void;
}

type Filter = Pick<SessionsQuery, "project" | "state">;

/** Pages of sessions as they are scrolled to; the first page again whenever something was said. */
export function useSessions(bridge: MascotBridge, { project, state }: Filter): Sessions {
  const [list, setList] = useState(NO_SESSIONS);
  const [phase, setPhase] = useState<Sessions["phase"]>("loading");
  const [attempt, setAttempt] = useState(0);
  const more = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to begin anew
  useEffect(() => {
    const query: SessionsQuery = { limit: PAGE, ...(project === undefined ? {} : { project }), ...(state === undefined ? {} : { state }) };
    return follow(bridge, query, setList, setPhase, more);
  }, [bridge, project, state, attempt]);
  return { list, phase, loadMore: useCallback(() => more.current?.(), []), again: useCallback(() => setAttempt((times) => times + 1), []) };
}

/** @returns ends it */
function follow(bridge: MascotBridge, query: SessionsQuery, setList: (list: SessionList) => void, setPhase: (phase: Sessions["phase"]) => void, more: { current: (() => void) | null }): () => void {
  let isCurrent = true;
  let list = NO_SESSIONS;
  let loading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (next: SessionList) => {
    list = next;
    // Drawn in pieces between which keys and clicks are heard.
    startTransition(() => {
      setList(next);
      setPhase("ready");
    });
  };
  const load = async (before: string | undefined, join: typeof joined) => {
    const page = await bridge.sessionsPage(before === undefined ? query : { ...query, before });
    if (isCurrent) show(join(list, page));
  };
  const renew = () => void load(undefined, renewed).catch(() => undefined);
  more.current = () => {
    if (loading || list.next === null) return;
    loading = true;
    void load(list.next, joined).catch(() => undefined).finally(() => {
      loading = false;
    });
  };
  setPhase("loading");
  load(undefined, (_, first) => joined(NO_SESSIONS, first)).catch(() => isCurrent && setPhase("failed"));
  const stopNews = bridge.onConversationGrew(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      renew();
    }, NEWS_MS);
  });
  const stopDeletions = onDeleted((id) => {
    if (list.rows.some((row) => row.session_id === id)) show(without(list, id));
  });
  return () => {
    isCurrent = false;
    clearTimeout(timer);
    stopNews();
    stopDeletions();
  };
}
