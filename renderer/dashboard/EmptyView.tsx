import type { ReactNode } from "react";
import type { MascotState } from "../../schemas/generated/types.ts";
import { Mascot } from "../mascots/characters/Mascot.tsx";
import { useReducedMotion } from "../shared/media.ts";

/** Nobody's: who stands in where no agent is. */
export const EMPTY_FACE = { species: 1, palette: 3, eyes: 0, mouth: 0, marks: 1, headwear: 0, carry: 0, team_color: null, badge: null, scale: "lead" } as const;

/** A page with nothing to show: a mascot that does something fitting, and what can be done. */
export function EmptyView({ state, title, text, size = 112, children }: { state: MascotState; title: string; text: string; size?: number; children?: ReactNode }) {
  const reducedMotion = useReducedMotion();
  return (
    <div className="empty small">
      <Mascot appearance={EMPTY_FACE} state={state} moment={null} failure={null} size={size} paused={false} reducedMotion={reducedMotion} />
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </div>
  );
}
