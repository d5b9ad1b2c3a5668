import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Appearance, FailureKind, MascotState, MomentKind } from "../../../schemas/generated/types.ts";
import { Bubble, type BubbleKind } from "./Bubble.tsx";
import { Mascot } from "./Mascot.tsx";
import { MascotFace } from "./MascotFace.tsx";
import { NameTag } from "./NameTag.tsx";
import type { Cheer } from "./celebration.ts";
import { CHEER_POSES, MOMENT_POSES, type Pose, POSES } from "./poses.ts";
import { CHEER_PROPS, MOMENT_PROPS, STATE_PROPS } from "./props/index.ts";
import type { Prop } from "./props/prop.ts";
import type { RestLook } from "./rest.ts";
import { ALL_MOMENTS, ALL_STATES, appearance, CAST, SLOT_SIZES } from "./samples.ts";
import { Scene } from "./Scene.tsx";
import { SPECIES } from "./species/index.ts";
import { propOf, STORIES } from "./stories.ts";
import { ThemeProvider, USUAL_THEME } from "./theme.ts";

/**
 * A page to judge the drawings by, never shown to people. Query: `theme` light | dark | photo; `look` ink | paper; `rows` a comma-separated
 * list of states, moments, `small`, `faces`, `bubbles`, `failures`, `slots`, `stories`, `rest`, `cheers`, `crowd`, `states` (with gestures) or `all`; `size` in pixels; `frame` a time into every
 * animation, in ms; `framed` to see the edges of the grid; `live` to let everything move.
 */
const query = new URLSearchParams(location.search);
const size = Number(query.get("size") ?? 96);
const frame = query.get("frame");
const still = frame === null && !query.has("live");

function Silhouette({ who, state, side }: { readonly who: Appearance; readonly state: MascotState; readonly side: number }) {
  return (
    <svg className="silhouette" viewBox="0 0 120 120" width={side} height={side} aria-hidden>
      <Scene appearance={who} pose={POSES[state]} prop={STATE_PROPS[state]} failure={null} pass="silhouette" />
    </svg>
  );
}

/** A gesture as its drawing, without the timer that would end it. */
function Gesture({ who, moment }: { readonly who: Appearance; readonly moment: MomentKind }) {
  const scene = { appearance: who, pose: MOMENT_POSES[moment], prop: MOMENT_PROPS[moment], failure: null };
  return (
    <svg className="mascot" data-motion={still ? undefined : moment} viewBox="0 0 120 120" width={size} height={size} aria-hidden>
      <Scene {...scene} pass="halo" />
      <Scene {...scene} pass="ink" />
    </svg>
  );
}

function Still({ who, pose, prop }: { readonly who: Appearance; readonly pose: Pose; readonly prop: Prop }) {
  const scene = { appearance: who, pose, prop, failure: null };
  return (
    <svg className="mascot" viewBox="0 0 120 120" width={size} height={size} aria-hidden>
      <Scene {...scene} pass="halo" />
      <Scene {...scene} pass="ink" />
    </svg>
  );
}

/** Rest by day and by night, drowsy and asleep. */
function Resting() {
  const looks: readonly RestLook[] = [{ rest: "awake", night: false }, { rest: "awake", night: true }, { rest: "drowsy", night: false }, { rest: "drowsy", night: true }, { rest: "asleep", night: true }];
  return <>{looks.map((look) => <Row key={JSON.stringify(look)} name={`${look.rest}, ${look.night ? "night" : "day"}`}>{CAST.map((who) => <Mascot key={keyOf(who)} appearance={who} state="resting" look={look} size={size} paused={still} />)}</Row>)}</>;
}

function Cheers() {
  return <>{(Object.keys(CHEER_POSES) as Cheer[]).map((cheer) => <Row key={cheer} name={`done, ${cheer}`}>{CAST.map((who) => <Still key={keyOf(who)} who={who} pose={CHEER_POSES[cheer]} prop={CHEER_PROPS[cheer]} />)}</Row>)}</>;
}

function Row({ name, wide = false, children }: { readonly name: string; readonly wide?: boolean; readonly children: ReactNode }) {
  return (
    <div className={wide ? "row wide" : "row"}>
      <span className="name">{name.replaceAll("_", " ")}</span>
      {children}
    </div>
  );
}

const keyOf = (who: Appearance) => Object.values(who).join("-");
const bare = SPECIES.map((_, species) => appearance({ species, palette: (species * 2) % 12 }));
const castFor = (i: number) => CAST[i % CAST.length] as Appearance;

function StateRow({ state }: { readonly state: MascotState }) {
  return <Row name={state}>{CAST.map((who) => <Mascot key={keyOf(who)} appearance={who} state={state} failure="auth" size={size} paused={still} />)}</Row>;
}

function MomentRow({ moment }: { readonly moment: MomentKind }) {
  return <Row name={moment}>{CAST.map((who) => <Gesture key={keyOf(who)} who={who} moment={moment} />)}</Row>;
}

function Small() {
  return (
    <>
      <Row name="48 px black">{bare.map((who) => <Silhouette key={keyOf(who)} who={who} state="resting" side={48} />)}</Row>
      <Row name="48 px states" wide>{ALL_STATES.map((state) => <Silhouette key={state} who={castFor(0)} state={state} side={48} />)}</Row>
      <Row name="64 px" wide>{ALL_STATES.map((state, i) => <Mascot key={state} appearance={castFor(i)} state={state} size={64} paused={still} />)}</Row>
    </>
  );
}

function Faces() {
  return <>{[20, 24, 32].map((side) => <Row key={side} name={`faces ${side} px`}>{CAST.map((who) => <MascotFace key={keyOf(who)} appearance={who} size={side} />)}</Row>)}</>;
}

const SAYINGS: Readonly<Record<BubbleKind, string>> = {
  tool: "runs tests", thinking: "app/store 읽는 중", question: "has a question for you", permission: "needs you: git push", plan: "has a plan ready",
  failure: "rate limit reached", compacting: "tidies the conversation", watching: "watches 2 in the background", untracked: "편집이 추적되지 않아요", blocked: "edit held back",
  test_failed: "vitest: failed", build_failed: "빌드 실패", warning: "look at eslint",
};

function Bubbles() {
  const kinds = Object.keys(SAYINGS) as BubbleKind[];
  return (
    <Row name="bubbles" wide>
      <div className="bubbles">
        {kinds.map((kind, i) => (
          <div key={kind} className="cell">
            <Bubble kind={kind} text={SAYINGS[kind]} />
            <Mascot appearance={castFor(i)} state={ALL_STATES[i] as MascotState} size={size} paused={still} />
            <NameTag name={i % 2 ? "검토자" : "agent-mascot"} />
          </div>
        ))}
      </div>
    </Row>
  );
}

const FAILURES: readonly FailureKind[] = ["rate_limit", "auth", "billing", "server", "overloaded", "limit", "invalid", "unknown"];

function Failures() {
  return <Row name="failures">{FAILURES.map((kind, i) => <Mascot key={kind} appearance={castFor(i)} state="failed" failure={kind} size={size} paused={still} />)}</Row>;
}

function SlotRow({ slot, species }: { readonly slot: keyof typeof SLOT_SIZES; readonly species: number }) {
  const each = Array.from({ length: SLOT_SIZES[slot] }, (_, i) => appearance({ species, palette: (species * 2 + 1) % 12, [slot]: i }));
  return <Row name={`${slot}, ${SPECIES[species]?.name}`}>{each.map((who) => <Mascot key={keyOf(who)} appearance={who} state="resting" size={size} paused={still} />)}</Row>;
}

function Slots() {
  const all = SPECIES.map((_, species) => species);
  return (
    <>
      <SlotRow slot="palette" species={0} />
      <SlotRow slot="eyes" species={2} />
      <SlotRow slot="mouth" species={0} />
      <SlotRow slot="mouth" species={5} />
      <SlotRow slot="marks" species={1} />
      {all.map((species) => <SlotRow key={species} slot="headwear" species={species} />)}
      {all.map((species) => <SlotRow key={species} slot="carry" species={species} />)}
    </>
  );
}

function Team() {
  const kin = [0, 1, 2, 3, 4, 5].map((species) => appearance({ species, palette: (species * 5 + 3) % 12, headwear: [1, 0, 2, 6, 7, 3][species], team_color: 1, badge: 0, eyes: species }));
  return <Row name="one team">{kin.map((who) => <Mascot key={keyOf(who)} appearance={who} state="resting" size={size} paused={still} />)}</Row>;
}

/** Every picture of every story, told by whoever may. */
function Stories() {
  return (
    <>
      {STORIES.map((story, at) => (
        <Row key={story.name} name={story.name}>
          {story.frames.map((picture, i) => ({ picture, id: `${story.name} ${i}` })).map(({ picture, id }) => (
            <Still key={id} who={castFor(story.species ? CAST.findIndex((who) => SPECIES[who.species]?.name === story.species?.[0]) : at)} pose={picture.pose} prop={propOf(picture, at % 2 === 1)} />
          ))}
        </Row>
      ))}
    </>
  );
}

/** A number of one's own for every agent, as the real ones have (any hash does, here). */
function seeded(agent: number, slot: number, count: number): number {
  let value = Math.imul(agent * 31 + slot, 0x9e3779b1) >>> 0;
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b) >>> 0;
  return Math.floor((((value ^ (value >>> 13)) >>> 0) / 4_294_967_296) * count);
}

const CROWD = Array.from({ length: 48 }, (_, agent) => {
  const slots = Object.keys(SLOT_SIZES).filter((slot) => slot !== "badge") as (keyof typeof SLOT_SIZES)[];
  return { agent, who: appearance(Object.fromEntries(slots.map((slot, i) => [slot, seeded(agent + 1, i + 1, SLOT_SIZES[slot])]))) };
});

/** Forty-eight agents as they come, in every state. */
function Crowd() {
  return (
    <div className="crowd">{CROWD.map(({ agent, who }) => <Mascot key={agent} appearance={who} state={ALL_STATES[agent % ALL_STATES.length] as MascotState} failure="rate_limit" size={size} paused={still} />)}</div>
  );
}

const EXTRAS: Readonly<Record<string, () => ReactNode>> = { small: Small, faces: Faces, bubbles: Bubbles, failures: Failures, slots: Slots, team: Team, stories: Stories, rest: Resting, cheers: Cheers, crowd: Crowd };

function section(name: string): ReactNode {
  const Extra = EXTRAS[name];
  if (Extra) return <Extra key={name} />;
  if ((ALL_MOMENTS as string[]).includes(name)) return <MomentRow key={name} moment={name as MomentKind} />;
  return <StateRow key={name} state={name as MascotState} />;
}

const asked = query.get("rows") ?? "all";
const everyState = [...ALL_STATES, ...ALL_MOMENTS, "failures", "team"];
const rows = asked === "all" ? [...everyState, "bubbles", "faces", "small"] : asked === "states" ? everyState : asked.split(",");

createRoot(document.getElementById("root") as HTMLElement).render(
  <ThemeProvider value={{ ...USUAL_THEME, style: query.get("look") === "paper" ? "paper" : "ink" }}>
  <div className={`sheet ${query.get("theme") ?? "light"} ${query.has("framed") ? "framed" : ""}`}>{rows.map(section)}</div>
  </ThemeProvider>,
);

if (frame !== null) {
  requestAnimationFrame(() => setTimeout(() => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = Number(frame);
    }
    document.body.dataset.ready = "true";
  }, 50));
}
