import { memo, useEffect, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent } from "react";
import type { AgentView, Moment } from "../../schemas/generated/types.ts";
import { bubbleText, figureLabel, nameWithHost, needsPerson, type Words } from "../shared/words.ts";
import { Bubble } from "./characters/Bubble.tsx";
import { headroom } from "./characters/headroom.ts";
import { Mascot } from "./characters/Mascot.tsx";
import { drawnState } from "./characters/picture.ts";
import type { RestLook } from "./characters/rest.ts";
import { NameTag } from "./characters/NameTag.tsx";
import { useTheme } from "./characters/theme.ts";
import { useGaze } from "./gaze.ts";
import { useHeldLook } from "./held-look.ts";
import { useRest } from "./use-rest.ts";
import type { Place } from "./layout.ts";

interface FigureProps {
  agent: AgentView;
  place: Place;
  words: Words;
  paused: boolean;
  /** Holds its pose although it works: too many others move. */
  still: boolean;
  reducedMotion: boolean;
  leaving: "left" | "faded" | null;
  onLeft(agentId: string): void;
  onMenu(agentId: string): void;
  onOpen(agentId: string): void;
  /** It was drawn, perhaps by itself, and may be larger now. */
  onDrawn(agentId: string, figure: HTMLElement): void;
  wasDragged(): boolean;
}

/** A little longer than the leaving clip (docs/characters.md), of which in a hurry the last pose is cut. */
const LEAVING_MS = 900;

/** Between a bubble's tail and the head, in DIP. */
const BUBBLE_GAP = 2;

/** One agent on the stage: bubble, mascot, name. Drawn anew only when something about it looks different. */
export const Figure = memo(FigureNow, looksTheSame);

function FigureNow(props: FigureProps) {
  const { place, words, paused, leaving, onLeft } = props;
  const agent = useHeldLook(props.agent);
  const id = agent.agent_id;
  useEffect(() => {
    if (leaving === null) return;
    if (paused) {
      onLeft(id);
      return;
    }
    const timer = setTimeout(onLeft, LEAVING_MS, id);
    return () => clearTimeout(timer);
  }, [leaving, paused, onLeft, id]);

  const lookAt = useGaze(place, agent.state, paused || props.reducedMotion || leaving !== null);
  const figure = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (figure.current !== null) props.onDrawn(id, figure.current);
  });
  const pictures = useTheme().characters !== null;
  const look = useRest(agent.state, agent.state_since, paused);
  const text = leaving ? null : bubbleText(agent, words);
  const open = () => {
    if (!props.wasDragged()) props.onOpen(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") props.onOpen(id);
    if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) props.onMenu(id);
  };
  return (
    <div
      ref={figure}
      className={`figure ${agent.role}${needsPerson(agent.state) ? " needs-person" : ""}`}
      role="listitem"
      aria-label={figureLabel(agent, words)}
      data-agent={id}
      data-state={agent.state}
      style={placeStyle(place)}
    >
      {text !== null && <div className="figure-bubble" data-hit style={bubbleStyle(agent, look, place, pictures)}><Bubble kind={agent.bubble?.kind ?? "tool"} text={text} /></div>}
      <div
        className="figure-body"
        role="button"
        tabIndex={0}
        data-hit
        aria-label={words("mascot.menu", { name: nameWithHost(agent, words) })}
        onDoubleClick={open}
        onContextMenu={(event) => {
          event.preventDefault();
          props.onMenu(id);
        }}
        onKeyDown={onKeyDown}
      >
        <Mascot
          appearance={agent.appearance}
          state={agent.state}
          moment={leaving ? leavingMoment(agent, leaving) : agent.moment}
          failure={agent.failure}
          look={look}
          size={place.mascot}
          paused={paused || (props.still && leaving === null)}
          reducedMotion={props.reducedMotion}
          lookAt={lookAt}
        />
      </div>
      <div className="figure-name" data-hit><NameTag name={agent.display_name} host={agent.role === "subagent" ? null : (agent.host ?? null)} /></div>
    </div>
  );
}

/** Most events change when something was last heard of an agent, and nothing that is seen. */
function looksTheSame(before: FigureProps, after: FigureProps): boolean {
  const { agent: wasAgent, place: wasPlace, ...was } = before;
  const { agent, place, ...is } = after;
  return sameFields(was, is) && sameFields(wasPlace, place) && sameFields(seenOf(wasAgent), seenOf(agent));
}

function seenOf({ agent_id, role, display_name, host, state, failure, bubble, moment, appearance }: AgentView) {
  return { agent_id, role, display_name, host: host ?? null, state, failure, bubble: JSON.stringify(bubble), moment: moment?.seq, appearance };
}

function sameFields<Fields extends object>(a: Fields, b: Fields): boolean {
  return Object.entries(a).every(([name, value]) => Object.is(value, b[name as keyof Fields]));
}

function placeStyle(place: Place): CSSProperties {
  return { width: place.width, height: place.height, transform: `translate(${-place.right}px, ${-place.bottom}px)` };
}

/** Just above the head, whoever's it is and whatever it holds up. */
function bubbleStyle({ appearance, state }: AgentView, look: RestLook, place: Place, pictures: boolean): CSSProperties {
  // Nobody knows where the head of a theme's picture is.
  const free = pictures ? 0 : headroom(appearance, drawnState(state, look));
  return { marginBottom: BUBBLE_GAP - Math.floor(free * place.mascot) };
}

function leavingMoment(agent: AgentView, how: "left" | "faded"): Moment {
  return { kind: how === "left" ? "leaving" : "faded", at: agent.last_event_at, seq: (agent.moment?.seq ?? 0) + 1 };
}
