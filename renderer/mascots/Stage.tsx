import { useCallback, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentView } from "../../schemas/generated/types.ts";
import { useReducedMotion } from "../shared/media.ts";
import { useWindow } from "../shared/world-store.ts";
import { figureLabel, needsPerson, useWords, type Words } from "../shared/words.ts";
import { useAnchor } from "./bubbles/useAnchor.ts";
import { Figure } from "./Figure.tsx";
import { Captions } from "./Captions.tsx";
import { BADGE_COLUMN, arrange } from "./layout.ts";
import { holdingStill } from "./moving.ts";
import { useDrag, useHover } from "./pointer.ts";
import { shapeOf } from "./shape.ts";
import { useCardPoint } from "./useCardPoint.ts";

/** All mascots on one transparent window. Draws what the world says; decides nothing. */
export function Stage({ bridge }: { bridge: MascotBridge }) {
  const ui = useWindow((state) => state.ui);
  const world = useWindow((state) => state.world);
  const rush = useWindow((state) => state.rush);
  const figureLeft = useWindow((state) => state.figureLeft);
  const words = useWords(ui?.locale ?? "en");
  const reducedMotion = useReducedMotion();
  const stageRef = useRef<HTMLDivElement>(null);
  const sentAway = ui?.dismissed;
  const agents = useMemo(() => {
    const away = new Set(sentAway);
    const all = [...world.agents.values(), ...[...world.leaving.values()].map((leaver) => leaver.agent)];
    return away.size === 0 ? all : all.filter(({ agent_id, parent_agent_id }) => !away.has(agent_id) && !away.has(parent_agent_id ?? ""));
  }, [world, sentAway]);
  const stage = useMemo(() => arrange(agents, ui?.size ?? "M", ui?.room), [agents, ui?.size, ui?.room]);
  const still = useMemo(() => holdingStill(agents), [agents]);
  const drag = useDrag(bridge);
  useHover(bridge, stageRef, ui !== null && !ui.shaped);
  useAnchor(bridge, stageRef);
  useCardPoint(bridge, stageRef);

  // A figure that has arrived needs the room of its way no longer.
  const [, measureAgain] = useReducer((times: number) => times + 1, 0);
  const reported = useRef("");
  useLayoutEffect(() => {
    if (!stageRef.current || world.n < 0) return;
    const shape = shapeOf(stageRef.current, stage);
    const text = JSON.stringify(shape);
    // Most changes of the world are changes of faces, not of places.
    if (text === reported.current) return;
    reported.current = text;
    bridge.reportShape(shape);
  });

  const openDashboard = useCallback((agentId: string) => bridge.openDashboard({ agent_id: agentId, page: "now" }), [bridge]);
  const openCrowd = () => {
    if (!drag.wasDragged()) bridge.openCrowdMenu(stage.hidden);
  };
  const byId = new Map(agents.map((agent) => [agent.agent_id, agent]));
  return (
    <div ref={stageRef} className={`stage size-${ui?.size ?? "M"}`} role="list" aria-label={words("mascot.stage")} onTransitionEnd={measureAgain} {...drag.stage}>
      {stage.places.map((place) => {
        const agent = byId.get(place.agentId);
        if (!agent) return null;
        return (
          <Figure
            key={place.agentId}
            agent={agent}
            place={place}
            words={words}
            paused={ui?.paused ?? false}
            still={rush || still.has(place.agentId)}
            reducedMotion={reducedMotion}
            leaving={world.leaving.get(place.agentId)?.how ?? null}
            onLeft={figureLeft}
            onMenu={bridge.openAgentMenu}
            onOpen={openDashboard}
            onDrawnLate={measureAgain}
            wasDragged={drag.wasDragged}
          />
        );
      })}
      <Captions captions={stage.captions} />
      {stage.hidden.length > 0 && (
        <button type="button" className="crowd" data-hit style={{ right: stage.badge, maxWidth: BADGE_COLUMN }} aria-label={words("mascot.more", { count: stage.hidden.length })} onClick={openCrowd}>
          +{stage.hidden.length}
        </button>
      )}
      <Announcer agents={agents} words={words} />
    </div>
  );
}

/** Says once, to a screen reader, that somebody needs the person. */
function Announcer({ agents, words }: { agents: AgentView[]; words: Words }) {
  const text = agents.filter((agent) => needsPerson(agent.state)).map((agent) => figureLabel(agent, words)).join(". ");
  return <div className="for-screen-readers" role="status">{text}</div>;
}
