import type { CSSProperties } from "react";
import { needsPerson } from "../../shared/words.ts";
import { BrushProvider } from "./paint.tsx";
import { Badge } from "./parts/badges.tsx";
import { drawnState } from "./picture.ts";
import { teamColourAt } from "./palettes.ts";
import type { MascotProps } from "./mascot-props.ts";
import { FailureSign } from "./props/weather.tsx";
import { AWAKE } from "./rest.ts";
import { brushOf, characterOf, type Pictures, pictureFor, useTheme } from "./theme.ts";
import { beatOf, useChange, useMoves } from "./useChange.ts";
import { FINAL, useGesture } from "./useGesture.ts";

/** A mascot of a theme that brings pictures: the same movements, the team's badge and the kind of a failure laid over by us. */
export function PictureMascot({ characters, ...props }: MascotProps & { readonly characters: readonly Pictures[] }) {
  const { appearance, state, failure = null, look = AWAKE, reducedMotion = false, paused = false, size = 128, label } = props;
  const gesture = useGesture(props.moment ?? null, props.onMomentEnd);
  const still = paused || reducedMotion;
  const doing = gesture?.kind ?? drawnState(state, look);
  const change = useChange(doing, null);
  const moves = useMoves(change, still, gesture !== null || needsPerson(state));
  const gone = reducedMotion && gesture !== null && FINAL.has(gesture.kind);
  const classes = ["mascot", "mascot-picture", reducedMotion && "is-reduced", gone && "is-gone", state === "stale" && "is-faint"];
  return (
    <div
      className={classes.filter(Boolean).join(" ")}
      style={{ width: size, height: size } satisfies CSSProperties}
      data-state={state}
      data-moment={gesture?.kind}
      data-motion={moves ? doing : undefined}
      data-beat={beatOf(change)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <div className="m-fade" key={reducedMotion ? doing : "always"}>
        <div className="m-stage"><div className="m-beat"><div className="m-loop">
          <img src={pictureFor(characterOf(characters, appearance), doing)} width={size} height={size} alt="" draggable={false} />
        </div></div></div>
      </div>
      <Overlay {...{ appearance, failure: state === "failed" ? failure ?? "unknown" : null, size }} />
    </div>
  );
}

/** What a picture cannot know: whose team it is of, and what went wrong. */
function Overlay({ appearance, failure, size }: Pick<MascotProps, "appearance" | "failure" | "size">) {
  const theme = useTheme();
  const { team_color: team, badge } = appearance;
  if (badge === null && !failure) return null;
  return (
    <svg className="m-overlay" viewBox="0 0 120 120" width={size} height={size} aria-hidden>
      {(["halo", "ink"] as const).map((pass) => (
        <BrushProvider key={pass} value={brushOf(theme, pass, appearance.palette)}>
          {badge !== null && <Badge shape={badge} colour={teamColourAt(team ?? 0)} at={{ x: 26, y: 98 }} />}
          {failure && <FailureSign kind={failure} />}
        </BrushProvider>
      ))}
    </svg>
  );
}
