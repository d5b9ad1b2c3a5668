import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Interaction } from "../../../schemas/generated/types.ts";
import { useWindow } from "../../shared/world-store.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { errorText } from "../conversation/Call.tsx";
import { Button } from "../design/index.ts";
import { durationText, exactText } from "../format.ts";
import type { Open } from "../place.ts";
import { laneName } from "./Chart.tsx";
import { type Bar, isUnderWay, type Lane } from "./model.ts";

interface DetailsProps { bridge: MascotBridge; lane: Lane; bar: Bar; words: Words; locale: Locale; open: Open; onClose(): void }

const TEXT_LENGTH = 1_200;

/** What the chosen call was, and the way to it in its conversation. */
export function Details({ bridge, lane, bar, words, locale, open, onClose }: DetailsProps) {
  const call = useCall(bridge, lane, bar);
  const live = useWindow((state) => state.world.agents.get(lane.agent_id)?.display_name);
  const result = call === null ? "" : (errorText(call.metadata, words) ?? call.metadata.result ?? "");
  return (
    <section className="card timeline-details" aria-label={words("timeline.details")}>
      <header>
        <h3><code>{bar.tool}</code></h3><span className="quiet">{laneName(lane, words, live)} · {exactText(bar.from, locale)} · {outcomeText(lane, bar, words, locale)}</span>
        <span className="card-tools">
          <Button icon="sessions" onClick={() => open({ page: "sessions", session_id: lane.session_id, at: `${bar.from}.${bar.seq}` })}>{words("timeline.open")}</Button>
          <Button kind="quiet" icon="close" label={words("frame.close")} onClick={onClose} />
        </span>
      </header>
      {call?.content && <p className="timeline-target" dir="auto">{call.content.slice(0, TEXT_LENGTH)}</p>}
      {result !== "" && <pre className={bar.ok === false ? "failed" : undefined} dir="auto">{result.slice(0, TEXT_LENGTH)}</pre>}
    </section>
  );
}

export function outcomeText(lane: Lane, bar: Bar, words: Words, locale: Locale): string {
  const { ok, took } = bar;
  const outcome = words(`conversation.outcome_${ok === null ? (isUnderWay(lane, bar, Date.now()) ? "running" : "unknown") : ok ? "ok" : "failed"}`);
  return took === null ? outcome : `${outcome}, ${durationText(took, locale)}`;
}

/** The row of the conversation that it is: the next one after the place just before it. */
function useCall(bridge: MascotBridge, { session_id }: Lane, { seq, from, ok }: Bar): Interaction | null {
  const [call, setCall] = useState<Interaction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its outcome the call is another one
  useEffect(() => {
    let isCurrent = true;
    bridge.conversationPage({ session_id, after: `${from}.${seq - 1}`, limit: 1 }).then(
      ({ items: [found] }) => isCurrent && setCall(found !== undefined && found.seq === seq ? found : null),
      () => isCurrent && setCall(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, session_id, seq, from, ok]);
  return call;
}
