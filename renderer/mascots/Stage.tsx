import { useCallback, useMemo, useRef } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentView, StageStand } from "../../schemas/generated/types.ts";
import { useReducedMotion } from "../shared/media.ts";
import { useWindow } from "../shared/world-store.ts";
import { figureLabel, needsPerson, useWords, type Words } from "../shared/words.ts";
import { useAnchor } from "./bubbles/useAnchor.ts";
import { Figure } from "./Figure.tsx";
import { Captions } from "./Captions.tsx";
import { BADGE_COLUMN, type Room, type Size } from "./layout.ts";
import { useUnseenLeave } from "./leavers.ts";
import { useStill } from "./moving.ts";
import { useHover } from "./pointer.ts";
import { standing, useThoseWhoStand } from "./standing.ts";
import { type Picture, useCarry, useNewCorner } from "./useCarry.ts";
import { useCardPoint } from "./useCardPoint.ts";
import { useShape } from "./useShape.ts";

const BOUNDLESS = { width: Number.POSITIVE_INFINITY, height: 0 };
const NOTHING_KNOWN: { size: Size; room: Room; stand?: StageStand } = { size: "M", room: BOUNDLESS };
const EMPTY_STAGE = standing([], "M", BOUNDLESS, undefined, null);

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
  const { size, room, stand } = ui ?? NOTHING_KNOWN;
  const picture = useRef<Picture>({ agents, stage: EMPTY_STAGE, stand, size, room });
  const carry = useCarry(bridge, picture, stand);
  const those = useThoseWhoStand(agents);
  const stage = useMemo(() => standing(those, size, room, stand, carry.carried), [those, size, room, stand, carry.carried]);
  useUnseenLeave(world.leaving, stage, figureLeft);
  const still = useStill(agents, stage);
  picture.current = { agents, stage, stand, size, room };
  const isCornerNew = useNewCorner(stand !== undefined);
  useHover(bridge, stageRef, ui !== null && !ui.shaped);
  const asked = useAnchor(bridge, stageRef, stage.places);
  const shape = useShape(bridge, stageRef, stage, world.n >= 0, asked);
  useCardPoint(bridge, stageRef);

  const openDashboard = useCallback((agentId: string) => bridge.openDashboard({ agent_id: agentId, page: "now" }), [bridge]);
  const openCrowd = () => {
    if (!carry.wasDragged()) bridge.openCrowdMenu(stage.hidden);
  };
  const byId = new Map(agents.map((agent) => [agent.agent_id, agent]));
  return (
    <div ref={stageRef} className={`stage size-${size}${carry.carried !== null || isCornerNew ? " at-once" : ""}`} role="list" aria-label={words("mascot.stage")} onTransitionEnd={shape.arrived} {...carry.stage}>
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
            onDrawn={shape.drawn}
            wasDragged={carry.wasDragged}
          />
        );
      })}
      <Captions captions={stage.captions} />
      {stage.hidden.length > 0 && (
        <button type="button" className="crowd" data-hit style={{ right: stage.badge.right, marginBottom: stage.badge.bottom, maxWidth: BADGE_COLUMN }} aria-label={words("mascot.more", { count: stage.hidden.length })} onClick={openCrowd}>
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
