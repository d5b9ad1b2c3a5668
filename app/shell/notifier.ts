/** Tells the person: asks the rules what is due, and has it shown. Free of Electron; what shows and what plays is passed in. */
import type { NotifyKind, SessionView } from "../../schemas/generated/types.ts";
import { type FullNotifyRules, notifyRules } from "../domain/notify/rules.ts";
import { NotifyWatch, type Telling } from "../domain/notify/watch.ts";
import type { Clock, Log, WorldView } from "../parts.ts";
import type { QuietKeeper } from "../quiet.ts";
import type { SettingsDoor } from "./doors.ts";
import type { StageTimers } from "./mascot-stage.ts";
import { throttle } from "./throttle.ts";

export interface NotifierParts {
  world: WorldView;
  settings: SettingsDoor;
  quiet: QuietKeeper;
  clock: Clock;
  timers: StageTimers;
  log: Log;
  /** Of these, those whose conversation or terminal the person has in front of them. */
  lookedAt(sessions: readonly SessionView[]): Promise<ReadonlySet<string>>;
  show(telling: Telling, rules: FullNotifyRules): void;
  close(id: string): void;
  play(kind: NotifyKind, volume: number): void;
}

/** Sessions change many times a second; a notification is not later for this than anybody could notice. */
const LOOK_EVERY = 250;
/** Between two sounds, in ms. */
const SOUND_PAUSE = 10_000;

/** @returns ends it; what is shown stays shown */
export function startNotifier(parts: NotifierParts): () => void {
  const { world, settings, quiet, clock, timers, log } = parts;
  const watch = new NotifyWatch();
  let stopTimer: (() => void) | null = null;
  let lastSound = Number.NEGATIVE_INFINITY;
  let telling = false;
  let again = false;
  const tell = async () => {
    const rules = notifyRules(settings.get());
    const hearing = { rules, quiet: quiet.now().by !== null };
    const candidates = watch.candidates(clock.now(), hearing);
    const looked = candidates.length === 0 ? new Set<string>() : await parts.lookedAt(candidates);
    const due = watch.due(clock.now(), { ...hearing, isLookedAt: (id) => looked.has(id) });
    for (const id of due.close) parts.close(id);
    for (const one of due.show) parts.show(one, rules);
    sound(due.show, rules);
    stopTimer?.();
    stopTimer = due.nextAt === null ? null : timers.after(Math.max(1, due.nextAt - clock.now()), look.ask);
  };
  const sound = (shown: readonly Telling[], { sounds }: FullNotifyRules) => {
    const kinds = shown.flatMap((one) => ("many" in one ? (Object.keys(one.many) as NotifyKind[]) : [one.news.kind]));
    const kind = (["needs", "failed", "finished"] as const).find((known) => kinds.includes(known) && sounds[known]);
    if (!sounds.on || kind === undefined || clock.now() < lastSound + SOUND_PAUSE) return;
    lastSound = clock.now();
    parts.play(kind, sounds.volume);
  };
  const run = async () => {
    again = telling;
    if (telling) return;
    telling = true;
    await tell().catch((error: Error) => log.error("the person could not be told", { error: error.message }));
    telling = false;
    if (again) look.ask();
  };
  const look = throttle(LOOK_EVERY, timers, () => void run());
  const { agents, sessions } = { agents: world.agents(), sessions: world.sessions() };
  watch.begin(sessions, agents, clock.now());
  const stops = [
    world.onPatch(({ changes }) => {
      watch.note(changes, clock.now());
      look.ask();
    }),
    quiet.onChange(look.ask),
    settings.onChange(look.ask),
  ];
  return () => {
    for (const stop of stops) stop();
    stopTimer?.();
    look.stop();
  };
}
