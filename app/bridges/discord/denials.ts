/** Refusals that come again and again: Discord bars whoever goes on asking (10,000 refused requests in ten minutes), long before that a person is to be told. */
import type { Carried } from "../../bridges-parts.ts";
import type { SessionOutcome } from "./session-work.ts";
import { type DiscordTrouble, REASON } from "./trouble.ts";

/** A token that was just renewed, or rights that are just being given, get a second and a third chance. */
const CHANCES = { unauthorised: 2, forbidden: 3, missing: 3 } as const;
const isDenial = (trouble: DiscordTrouble): trouble is DiscordTrouble & { kind: keyof typeof CHANCES } => trouble.kind in CHANCES;

export function createDenials() {
  const inARow = new Map<string, number>();
  let works = false;
  return {
    /** `hopeless`: channels whose rows are set aside, because others go on. */
    judge(outcomes: readonly SessionOutcome[]): { trouble: Carried["trouble"]; hopeless: ReadonlySet<string> } {
      const hopeless = new Set<string>();
      if (outcomes.some(({ sent, trouble }) => sent && trouble === null)) works = true;
      for (const { channel, sent, trouble } of outcomes) {
        if (trouble === null && sent) inARow.delete(channel);
        else if (trouble !== null && isDenial(trouble)) inARow.set(channel, (inARow.get(channel) ?? 0) + 1);
      }
      let wait: Carried["trouble"] = null;
      for (const { channel, trouble } of outcomes) {
        if (trouble === null) continue;
        const isHopeless = isDenial(trouble) && (inARow.get(channel) ?? 0) >= CHANCES[trouble.kind];
        if (isHopeless && (trouble.kind === "unauthorised" || !works)) return { trouble: { next: "stop", reason: REASON[trouble.kind] }, hopeless: new Set() };
        if (isHopeless) hopeless.add(channel);
        else wait = longer(wait, trouble);
      }
      if (hopeless.size > 0) works = false;
      return { trouble: wait, hopeless };
    },
  };
}

function longer(wait: Carried["trouble"], { kind, afterMs }: DiscordTrouble): Carried["trouble"] {
  const before = wait !== null && wait.next === "wait" ? (wait.afterMs ?? 0) : -1;
  if ((afterMs ?? 0) <= before) return wait;
  return { next: "wait", reason: REASON[kind], ...(afterMs === undefined ? {} : { afterMs }) };
}
