import { create } from "zustand";
import type { MascotBridge, Unsubscribe } from "../../schemas/bridge.ts";
import type { PatchBatch, UiState } from "../../schemas/generated/types.ts";
import { EMPTY_WORLD, applyBatch, fits, fromSnapshot, offStage, type WorldCopy } from "./world.ts";

interface WindowState {
  world: WorldCopy;
  ui: UiState | null;
  /** More happens than anybody can follow: poses are held. */
  rush: boolean;
  /** Takes a figure off the stage once its leaving clip has ended. */
  figureLeft(agentId: string): void;
}

export const useWindow = create<WindowState>((set) => ({
  world: EMPTY_WORLD,
  ui: null,
  rush: false,
  figureLeft: (agentId) => {
    if (undrawn !== null) undrawn = offStage(undrawn, agentId);
    set((state) => ({ world: offStage(state.world, agentId) }));
  },
}));

/** Newer than what the store has; drawn soon. */
let undrawn: WorldCopy | null = null;

/**
 * Feeds the store from main: a snapshot first, then numbered patches. A gap asks for a new snapshot, and patches that arrive
 * while it is under way wait for it, so that none is lost or applied twice. What comes hard upon other news is drawn once with the next frame: a page that
 * draws slower than news comes falls behind by a frame and no more.
 */
export function connect(bridge: MascotBridge, soon: (draw: () => void) => void = atOnceOrWithTheFrame(requestAnimationFrame)): Unsubscribe {
  let waiting: PatchBatch[] | null = null;
  let again = false;
  const ask = async () => {
    // A snapshot under way may be older than the reason for this question.
    if (waiting) {
      again = true;
      return;
    }
    do {
      again = false;
      const arrived: PatchBatch[] = [];
      waiting = arrived;
      let world = fromSnapshot(await bridge.snapshot());
      for (const batch of arrived) {
        const fit = fits(world, batch);
        if (fit === "next") world = applyBatch(world, batch);
        again ||= fit === "gap";
      }
      waiting = null;
      undrawn = null;
      useWindow.setState({ world });
    } while (again);
  };
  const rush = rushKeeper();
  const onPatches = (batch: PatchBatch) => {
    if (batch.rush) rush.noted();
    if (waiting) {
      waiting.push(batch);
      return;
    }
    const world = undrawn ?? useWindow.getState().world;
    const fit = fits(world, batch);
    if (fit === "next") drawSoon(applyBatch(world, batch));
    if (fit === "gap") void ask();
  };
  const drawSoon = (world: WorldCopy) => {
    const planned = undrawn !== null;
    undrawn = world;
    if (!planned) soon(draw);
  };
  const draw = () => {
    if (undrawn !== null) useWindow.setState({ world: undrawn });
    undrawn = null;
  };
  const offPatches = bridge.onPatches(onPatches);
  const offUi = bridge.onUiState((ui) => {
    const wasPaused = useWindow.getState().ui?.paused === true;
    useWindow.setState({ ui });
    // A window that nobody sees is told nothing of the world; what it missed comes at once.
    if (wasPaused && !ui.paused) void ask();
  });
  void ask();
  void bridge.uiState().then((ui) => useWindow.setState({ ui }));
  return () => {
    offPatches();
    offUi();
    rush.end();
  };
}

/** So many ms after it has drawn the last news a page is idle. */
const IDLE_MS = 50;

/**
 * News that comes to an idle page is taken at once: a frame is made of it only if something looks different, and most news changes nothing that is seen.
 * @param withFrame runs it before the next frame, which is made for it
 */
export function atOnceOrWithTheFrame(withFrame: (draw: () => void) => void, now: () => number = () => performance.now(), whenDrawn: (note: () => void) => void = queueMicrotask): (draw: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  const drawAndNote = (draw: () => void) => {
    draw();
    // What React does for it comes after this, in the same task: one that takes long must not look like a calm.
    whenDrawn(() => (last = now()));
  };
  return (draw) => {
    if (now() - last >= IDLE_MS) drawAndNote(draw);
    else withFrame(() => drawAndNote(draw));
  };
}

/** In a rush patches come less than half a second apart; when they stop, it is over. */
const RUSH_ENDS_MS = 900;

function rushKeeper(): { noted(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    useWindow.setState({ rush: false });
  };
  return {
    noted() {
      clearTimeout(timer);
      timer = setTimeout(end, RUSH_ENDS_MS);
      if (!useWindow.getState().rush) useWindow.setState({ rush: true });
    },
    end,
  };
}
