import { memo, useEffect, useState } from "react";
import type { Appearance, FailureKind } from "../../../schemas/generated/types.ts";
import { BrushProvider } from "./paint.tsx";
import type { Pose } from "./poses.ts";
import type { Prop } from "./props/prop.ts";
import { holderOf } from "./Scene.tsx";
import { speciesAt } from "./species/index.ts";
import { brushOf, useTheme } from "./theme.ts";

export interface GoingProps {
  readonly appearance: Appearance;
  readonly pose: Pose;
  readonly prop: Prop;
  readonly failure: FailureKind | null;
}

/** It takes half of that (mascot.css), but may begin a little later (beat.ts); in ms. */
export const GONE_MS = 350;

/** What was held until just now, put away behind the figure. Takes itself out when it is gone. */
export const Going = memo(function Going({ appearance, pose, prop, failure }: GoingProps) {
  const theme = useTheme();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setGone, GONE_MS, true);
    return () => clearTimeout(timer);
  }, []);
  if (gone) return null;
  const holder = holderOf(appearance, speciesAt(appearance.species), pose, failure);
  const { Behind, Held, Front } = prop;
  return (
    <g className="m-going">
      {(["halo", "ink"] as const).map((pass) => (
        <BrushProvider key={pass} value={brushOf(theme, pass, appearance.palette)}>
          {Behind && <Behind holder={holder} />}
          {Held && <Held holder={holder} />}
          {Front && <Front holder={holder} />}
        </BrushProvider>
      ))}
    </g>
  );
});
