import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { ConversationReader, type Reading } from "./reader.ts";

/** @param at see Place */
export function useConversation(bridge: MascotBridge, sessionId: string, at: string | undefined): { reader: ConversationReader; reading: Reading } {
  const reader = useMemo(() => new ConversationReader((query) => bridge.conversationPage(query), sessionId), [bridge, sessionId]);
  const reading = useSyncExternalStore(reader.subscribe, reader.current);
  useEffect(() => {
    reader.open(at);
    const stop = bridge.onConversationGrew(({ session_ids }) => {
      if (session_ids.includes(sessionId)) reader.grew();
    });
    return () => {
      stop();
      reader.close();
    };
  }, [bridge, reader, sessionId, at]);
  return { reader, reading };
}

/** What is counted of a session need not be exact to the moment. */
const NEWS_MS = 1_000;

/** @returns undefined until it is known; null: there is no such session */
export function useSession(bridge: MascotBridge, sessionId: string): SessionRow | null | undefined {
  const [row, setRow] = useState<SessionRow | null>();
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => void bridge.sessionsPage({ session_id: sessionId, limit: 1 }).then(({ items }) => isCurrent && setRow(items[0] ?? null), () => undefined);
    ask();
    const stop = bridge.onConversationGrew(({ session_ids }) => {
      if (!session_ids.includes(sessionId)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
      }, NEWS_MS);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [bridge, sessionId]);
  return row;
}
