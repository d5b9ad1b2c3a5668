import type { AgentView, Settings } from "../../../schemas/generated/types.ts";
import { AskCard } from "../../mascots/bubbles/AskCard.tsx";
import "../../mascots/bubbles/ask.css";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { bubbleText, type Words } from "../../shared/words.ts";
import { useWindow } from "../../shared/world-store.ts";
import { Button } from "../design/Button.tsx";
import { Skeleton } from "../design/Skeleton.tsx";
import { EmptyView } from "../EmptyView.tsx";
import type { PageProps } from "../page.ts";
import type { Open } from "../place.ts";
import { useSettings } from "../useSettings.ts";
import { useAskStore } from "./asks-store.ts";
import { useElsewhere } from "./useElsewhere.ts";
import "./needs-you.css";

const LINE_LENGTH = 120;

/** Everything that agents ask their person: what can be answered here, and what waits in a terminal. */
export function NeedsYouPage({ bridge, words, open }: PageProps) {
  const asks = useAskStore((state) => state.asks);
  const elsewhere = useElsewhere();
  const { settings } = useSettings(bridge);
  const isOn = settings === null ? null : answersSomewhere(settings);
  const isKnown = useWindow((state) => state.world.n >= 0);
  const title = <h2>{words("ask.page_title")}</h2>;
  if (!isKnown) return <>{title}<Skeleton text={words("frame.loading")} /></>;
  if (asks.length === 0 && elsewhere.length === 0) return <>{title}<NobodyAsks words={words} isOn={isOn} open={open} /></>;
  return (
    <>
      {title}
      <p className="quiet lead-in">{words(isOn === false ? "ask.empty_off" : "ask.page_intro")}</p>
      {isOn === false && <div className="actions needs-you-on"><Button onClick={() => open({ page: "settings" })}>{words("ask.to_settings")}</Button></div>}
      {asks.length > 0 && (
        <section className="asks" aria-label={words("ask.here")}>
          {asks.map((ask, at) => <div key={ask.id} className="card"><AskCard ask={ask} bridge={bridge} words={words} inSight behind={asks.slice(0, at).map(({ id }) => id).join(" ")} takesFocus={at === 0} /></div>)}
        </section>
      )}
      {elsewhere.length > 0 && <Elsewhere agents={elsewhere} words={words} open={open} />}
    </>
  );
}

function answersSomewhere({ answering }: Settings): boolean {
  return answering !== undefined && (answering.on || Object.values(answering.projects).includes(true));
}

function NobodyAsks({ words, isOn, open }: { words: Words; isOn: boolean | null; open: Open }) {
  return (
    <EmptyView state="resting" title={words("ask.empty_title")} text={words(isOn === false ? "ask.empty_off" : "ask.empty_text")}>
      {isOn === false && <div className="actions"><Button kind="primary" onClick={() => open({ page: "settings" })}>{words("ask.to_settings")}</Button></div>}
    </EmptyView>
  );
}

function Elsewhere({ agents, words, open }: { agents: AgentView[]; words: Words; open: Open }) {
  return (
    <section className="card" aria-label={words("ask.there")}>
      <header><h3>{words("ask.there")}</h3><span className="quiet">{words("ask.there_hint")}</span></header>
      <ul className="elsewhere">
        {agents.map((agent) => (
          <li key={agent.agent_id}>
            <MascotFace appearance={agent.appearance} size={32} />
            <div>
              {agent.session_id === null ? <strong dir="auto">{agent.display_name}</strong> : (
                <button type="button" className="plain" aria-label={words("now.open", { name: agent.display_name })} onClick={() => open({ page: "sessions", session_id: agent.session_id as string })}><strong dir="auto">{agent.display_name}</strong></button>
              )}
              <p dir="auto">{bubbleText(agent, words, LINE_LENGTH) ?? words(`state.${agent.state}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
