import { useEffect, useState } from "react";
import type { MascotState } from "../../schemas/generated/types.ts";
import { NAME_ROOM, type Place } from "./layout.ts";

/** Which way to look, -1 to 1 on each axis, in half steps: a new picture is drawn for a new direction, not for every pixel. */
export interface Gaze {
  readonly x: number;
  readonly y: number;
}

/** A pointer further from a face than this, in DIP, is none of its business. */
const NEAR = 220;
/** A pointer that lies still, or has left without a word, is looked at no longer; ms. */
const BORED_AFTER = 4000;
/** Eyes are below the middle of the square, as a share of its side from the ground. */
const EYE_HEIGHT = 0.42;

/** Who waits for the person looks up at them; who works keeps the eyes on the work. */
const CURIOUS: ReadonlySet<MascotState> = new Set<MascotState>(["resting", "asking_permission", "asking_question"]);

/** From a figure's face towards the pointer; null when it is too far away. All in DIP, the stage hangs on its bottom right corner. */
export function gazeAt(pointer: { x: number; y: number }, place: Place, viewport: { width: number; height: number }): Gaze | null {
  const x = pointer.x - (viewport.width - place.right - place.width / 2);
  const y = pointer.y - (viewport.height - place.bottom - NAME_ROOM - place.mascot * EYE_HEIGHT);
  if (Math.hypot(x, y) > NEAR) return null;
  return { x: halfSteps(x / place.mascot), y: halfSteps(y / place.mascot) };
}

const halfSteps = (share: number): number => Math.max(-1, Math.min(1, Math.round(share * 3) / 2)) + 0;

/** Follows the pointer with the eyes while it moves near a figure; costs nothing while it does not. */
export function useGaze(place: Place, state: MascotState, still: boolean): Gaze | null {
  const [gaze, setGaze] = useState<Gaze | null>(null);
  const curious = CURIOUS.has(state) && !still;
  useEffect(() => {
    if (!curious) return;
    let bored: ReturnType<typeof setTimeout> | undefined;
    const lookAhead = () => {
      clearTimeout(bored);
      setGaze(null);
    };
    const follow = (event: MouseEvent) => {
      clearTimeout(bored);
      const next = gazeAt({ x: event.clientX, y: event.clientY }, place, { width: window.innerWidth, height: window.innerHeight });
      setGaze((last) => (last?.x === next?.x && last?.y === next?.y ? last : next));
      if (next) bored = setTimeout(lookAhead, BORED_AFTER);
    };
    window.addEventListener("mousemove", follow, { passive: true });
    document.addEventListener("mouseleave", lookAhead);
    return () => {
      window.removeEventListener("mousemove", follow);
      document.removeEventListener("mouseleave", lookAhead);
      lookAhead();
    };
  }, [place, curious]);
  return gaze;
}
