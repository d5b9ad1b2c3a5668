import { useEffect, useRef } from "react";
import type { AgentView } from "../../../schemas/generated/types.ts";
import { useWindow } from "../../shared/world-store.ts";
import type { Words } from "../../shared/words.ts";
import { SaidText, useSaid } from "../Said.tsx";
import { announcement } from "./announcements.ts";

/** Changes of this long are said together: a screen reader that is interrupted says nothing whole. */
const GATHER_MS = 1_200;

/** Tells of agents whatever page is shown, politely: what is being read is read to its end. */
export function LiveRegion({ words }: { words: Words }) {
  const [news, tell] = useSaid();
  const said = useRef<ReadonlyMap<string, AgentView> | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      const { n, agents } = useWindow.getState().world;
      if (n < 0) return;
      // Who was here already when the window opened is on the page.
      const text = said.current === null ? "" : announcement(said.current, agents, words);
      said.current = agents;
      if (text !== "") tell(text);
    };
    say();
    const stop = useWindow.subscribe((state, before) => {
      if (state.world.agents !== before.world.agents) timer ??= setTimeout(say, said.current === null ? 0 : GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [words, tell]);
  return <p className="for-screen-readers" role="status" aria-live="polite" data-agents-news><SaidText said={news} /></p>;
}
