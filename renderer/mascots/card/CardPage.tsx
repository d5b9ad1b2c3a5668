import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { AgentCard, BubblePlace, UiState } from "../../../schemas/generated/types.ts";
import { useWords } from "../../shared/words.ts";
import { AgentCardView } from "./AgentCardView.tsx";

/** The window is this much larger than the card on every side: room for shadow and tail, in DIP (bubble.css). */
const MARGIN = 14;
const WIDTH = 336;

type CardBridge = Pick<MascotBridge, "cardNow" | "onCard" | "reportCard" | "onCardPlaced" | "uiState" | "onUiState">;

/** The card over a figure. It takes neither keys nor clicks; the dashboard's page Now has the same for the keyboard and for screen readers. */
export function CardPage({ bridge }: { bridge: CardBridge }) {
  const ui = useUi(bridge);
  const card = useCard(bridge);
  const place = usePlace(bridge);
  const words = useWords(ui?.locale ?? "en");
  const box = useRef<HTMLDivElement>(null);
  // Said for every card, also when it is as large as the last one: main shows it only then.
  useLayoutEffect(() => {
    if (card === null || box.current === null) return;
    box.current.style.setProperty("--tail", `${(place?.tail ?? WIDTH / 2) - MARGIN}px`);
    bridge.reportCard({ agent_id: card.agent.agent_id, width: WIDTH, height: Math.ceil(box.current.offsetHeight) + 2 * MARGIN });
  }, [bridge, card, place]);
  if (card === null || ui === null) return null;
  return (
    <div ref={box} key={card.agent.agent_id} className="bubble card-bubble" data-side={place?.side ?? "below"}>
      <AgentCardView card={card} words={words} locale={ui.locale} />
    </div>
  );
}

function useUi(bridge: CardBridge): UiState | null {
  const [ui, setUi] = useState<UiState | null>(null);
  useEffect(() => {
    void bridge.uiState().then(setUi);
    return bridge.onUiState(setUi);
  }, [bridge]);
  return ui;
}

function useCard(bridge: CardBridge): AgentCard | null {
  const [card, setCard] = useState<AgentCard | null>(null);
  useEffect(() => {
    const off = bridge.onCard((answer) => setCard(answer.card));
    void bridge.cardNow().then((answer) => setCard(answer.card));
    return off;
  }, [bridge]);
  return card;
}

function usePlace(bridge: CardBridge): BubblePlace | null {
  const [place, setPlace] = useState<BubblePlace | null>(null);
  useEffect(() => bridge.onCardPlaced(setPlace), [bridge]);
  return place;
}
