import { useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentCard, AgentView } from "../../schemas/generated/types.ts";
import { AgentCardView } from "../mascots/card/AgentCardView.tsx";
import { NameForm } from "./NameForm.tsx";
import type { Locale, Words } from "../shared/words.ts";

/** An agent that works tells something many times a second; its texts are read anew this often, in ms. */
const RENEWED_EVERY = 1_000;

interface AgentMoreProps { readonly id: string; readonly agent: AgentView; readonly renaming: object | null; readonly bridge: Pick<MascotBridge, "cardOf" | "renameAgent">; readonly words: Words; readonly locale: Locale }

/** What the card on the desktop says, in the list: for the keyboard, for screen readers and for whoever hides the mascots. */
export function AgentMore({ id, agent, renaming, bridge, words, locale }: AgentMoreProps) {
  const card = useCard(agent, bridge);
  return (
    <div id={id} className="agent-details">
      {card !== null && <AgentCardView card={{ ...card, agent }} words={words} locale={locale} inList />}
      <NameForm agent={agent} bridge={bridge} words={words} wanted={renaming} />
    </div>
  );
}

function useCard({ agent_id, last_event_at }: AgentView, bridge: Pick<MascotBridge, "cardOf">): AgentCard | null {
  const [card, setCard] = useState<AgentCard | null>(null);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something was heard of it
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      bridge.cardOf(agent_id).then((answer) => wanted && setCard(answer.card), () => undefined);
    }, Math.max(0, readAt.current + RENEWED_EVERY - performance.now()));
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [bridge, agent_id, last_event_at]);
  return card;
}
