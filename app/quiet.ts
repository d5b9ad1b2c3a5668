/**
 * Whether the person wants quiet now. Do not disturb is written into the settings, so that it outlives a restart; one that has run out is taken out of them.
 * Everything that would disturb asks here: notifications, sounds, and answering (by the person's own wish alone).
 */
import type { QuietFor, QuietState } from "../schemas/generated/types.ts";
import { nextChange, type Quiet, quietAt, quietEnd, type QuietRules } from "./domain/notify/quiet.ts";
import { notifyRules } from "./domain/notify/rules.ts";
import type { Clock, Settings } from "./parts.ts";

export interface QuietDependencies {
  settings: {
    get(): Settings;
    update(change: (settings: Settings) => Settings): Promise<Settings>;
    onChange(listener: (settings: Settings) => void): () => void;
  };
  clock: Clock;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, run: () => void): () => void;
}

export interface QuietKeeper {
  /** `by: "person"` is do not disturb; quiet hours keep notifications and sounds away, nothing else. */
  now(): Quiet;
  /** The same in the words of the windows. */
  state(): QuietState;
  set(wish: QuietFor): Promise<QuietState>;
  /** It began or ended, by a wish or by time. @returns ends it */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** A computer that sleeps stops timers, and clocks are set: the time is looked at again at least so often, in ms, while a change is to come. */
const LOOK_AGAIN = 60_000;

export function createQuiet({ settings, clock, after }: QuietDependencies): QuietKeeper {
  const listeners = new Set<() => void>();
  let stopTimer: (() => void) | null = null;
  const rules = () => rulesOf(settings.get());
  const now = () => quietAt(clock.now(), rules());
  let told = JSON.stringify(now());
  const look = () => {
    stopTimer?.();
    stopTimer = null;
    dropEnded();
    const text = JSON.stringify(now());
    if (text !== told) {
      told = text;
      for (const listener of [...listeners]) listener();
    }
    const due = nextChange(clock.now(), rules());
    if (due !== null) stopTimer = after(Math.max(1, Math.min(due - clock.now(), LOOK_AGAIN)), look);
  };
  const dropEnded = () => {
    const { wanted, until } = rules();
    if (wanted && until !== null && until <= clock.now()) void write(false, null);
  };
  const write = async (wanted: boolean, until: number | null) => {
    await settings.update((before) => withWish(before, wanted, until)).catch(() => undefined);
  };
  const state = (): QuietState => {
    const { by, until } = now();
    return { by, until: until === null ? null : new Date(until).toISOString() };
  };
  const stopFollowing = settings.onChange(look);
  look();
  return {
    now,
    state,
    async set(wish) {
      if (wish === "off") await write(false, null);
      else await write(true, quietEnd(clock.now(), wish));
      return state();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopFollowing();
      stopTimer?.();
    },
  };
}

function rulesOf(settings: Settings): QuietRules {
  const { do_not_disturb_until, quiet_hours } = notifyRules(settings);
  const until = do_not_disturb_until === null ? Number.NaN : Date.parse(do_not_disturb_until);
  return { wanted: settings.do_not_disturb, until: Number.isNaN(until) ? null : until, hours: quiet_hours };
}

function withWish(settings: Settings, wanted: boolean, until: number | null): Settings {
  return { ...settings, do_not_disturb: wanted, notify: { ...settings.notify, do_not_disturb_until: until === null ? null : new Date(until).toISOString() } };
}
