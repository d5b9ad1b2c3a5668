import { type RefObject, useLayoutEffect, useMemo } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { Stage } from "./layout.ts";
import { createShapeKeeper, type ShapeKeeper, type ShapeTimes } from "./shape.ts";

const PAGE: ShapeTimes = { soon: queueMicrotask, later: (ms, tidy) => void setTimeout(tidy, ms) };

/**
 * Tells main what of the window is there, after each drawing that changed it.
 * @param ready nobody can stand there before the world is known
 * @param asked whose request is shown: bubbles near it are not
 */
export function useShape(bridge: Pick<MascotBridge, "reportShape">, root: RefObject<HTMLElement | null>, stage: Stage, ready: boolean, asked: string | null): Pick<ShapeKeeper, "drawn" | "arrived"> {
  // After all that one change of the world draws, and before the frame it is drawn in.
  const keeper = useMemo(() => createShapeKeeper((shape) => bridge.reportShape(shape), PAGE), [bridge]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request hides other bubbles
  useLayoutEffect(() => {
    if (ready && root.current !== null) keeper.moved(root.current, stage);
  }, [keeper, root, stage, ready, asked]);
  return keeper;
}
