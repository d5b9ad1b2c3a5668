import type { CSSProperties, ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Appearance, MascotState, MomentKind } from "../../../schemas/generated/types.ts";
import { Mascot } from "./Mascot.tsx";
import { MOMENT_POSES, POSES } from "./poses.ts";
import { MOMENT_PROPS, STATE_PROPS } from "./props/index.ts";
import { ALL_MOMENTS, ALL_STATES, appearance, CAST } from "./samples.ts";
import { Scene } from "./Scene.tsx";
import { SPECIES } from "./species/index.ts";

/**
 * A page to judge the drawings by, never shown to people. Query: `theme` light | dark | photo, `rows` a comma-separated
 * list of states, moments, `species`, `small`, `slots`; `size` in pixels; `frame` a time into every animation, in ms;
 * `framed` to see the edges of the grid.
 */
const query = new URLSearchParams(location.search);
const size = Number(query.get("size") ?? 96);

function Silhouette({ who, state, side }: { readonly who: Appearance; readonly state: MascotState; readonly side: number }) {
  return (
    <svg className="silhouette" viewBox="0 0 120 120" width={side} height={side}>
      <Scene appearance={who} pose={POSES[state]} prop={STATE_PROPS[state]} failure={null} pass="silhouette" />
    </svg>
  );
}

/** A gesture stopped in its middle. */
function Still({ who, moment }: { readonly who: Appearance; readonly moment: MomentKind }) {
  return (
    <svg className="mascot" data-moment={moment} viewBox="0 0 120 120" width={size} height={size}>
      <Scene appearance={who} pose={MOMENT_POSES[moment]} prop={MOMENT_PROPS[moment]} failure={null} pass="halo" />
      <Scene appearance={who} pose={MOMENT_POSES[moment]} prop={MOMENT_PROPS[moment]} failure={null} pass="ink" />
    </svg>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="row">
      <span className="name">{name}</span>
      {children}
    </div>
  );
}

const bare = SPECIES.map((_, species) => appearance({ species, palette: (species * 2) % 12 }));

function rowFor(name: string): ReactNode {
  if ((ALL_STATES as string[]).includes(name)) return CAST.map((who, i) => <Mascot key={i} appearance={who} state={name as MascotState} failure="auth" size={size} paused />);
  if ((ALL_MOMENTS as string[]).includes(name)) return CAST.map((who, i) => <Still key={i} who={who} moment={name as MomentKind} />);
  return null;
}

function Extra(): ReactNode {
  return (
    <>
      <Row name="48 px silhouettes">{bare.map((who, i) => <Silhouette key={i} who={who} state="resting" side={48} />)}</Row>
      <Row name="48 px states">{ALL_STATES.map((state) => <Silhouette key={state} who={CAST[0] as Appearance} state={state} side={48} />)}</Row>
      <Row name="64 px">{ALL_STATES.map((state, i) => <Mascot key={state} appearance={CAST[i % CAST.length] as Appearance} state={state} size={64} paused />)}</Row>
    </>
  );
}

function Slots(): ReactNode {
  const slot = (name: keyof Appearance, count: number, species: number) => (
    <Row name={`${name} ${SPECIES[species]?.name}`} key={`${name}${species}`}>
      {Array.from({ length: count }, (_, i) => (
        <Mascot key={i} appearance={appearance({ species, palette: (species * 2 + 1) % 12, [name]: i })} state="resting" size={size} paused />
      ))}
    </Row>
  );
  const all = [0, 1, 2, 3, 4, 5];
  return (
    <>
      {slot("palette", 12, 0)}
      {slot("eyes", 8, 2)}
      {slot("mouth", 6, 0)}
      {slot("mouth", 6, 5)}
      {slot("marks", 6, 1)}
      {all.map((species) => slot("headwear", 8, species))}
      {all.map((species) => slot("carry", 6, species))}
    </>
  );
}

const rows = query.get("rows")?.split(",") ?? [...ALL_STATES, ...ALL_MOMENTS, "extra"];
const frame = { "--frame": `-${query.get("frame") ?? 0}ms` } as CSSProperties;

createRoot(document.getElementById("root") as HTMLElement).render(
  <div className={`sheet ${query.get("theme") ?? "light"} ${query.has("framed") ? "framed" : ""}`} style={frame}>
    {rows.map((name) => (name === "extra" ? <Extra key={name} /> : name === "slots" ? <Slots key={name} /> : <Row key={name} name={name}>{rowFor(name)}</Row>))}
  </div>,
);
