import type { MascotBridge, Unsubscribe } from "../../schemas/bridge.ts";
import type { NotifyKind } from "../../schemas/generated/types.ts";
import failed from "./sounds/failed.wav?url";
import finished from "./sounds/finished.wav?url";
import needs from "./sounds/needs.wav?url";

const FILES: Readonly<Record<NotifyKind, string>> = { needs, finished, failed };

/** Plays what main asks for; when, how loud and whether at all is decided there. */
export function playSounds(bridge: Pick<MascotBridge, "onSound">): Unsubscribe {
  return bridge.onSound(({ kind, volume }) => {
    const sound = new Audio(FILES[kind]);
    sound.volume = volume;
    // A computer without a loudspeaker is no fault.
    sound.play().catch(() => undefined);
  });
}
