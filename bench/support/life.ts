/** Working days as recorded: whole turns of the real client in sessions that begin, do their turns and end, a few at once. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { again } from "./load.ts";
import { send } from "./agents.ts";

/** Sessions that are at work at the same time. */
const AT_ONCE = 3;
/** What a client tells of a conversation with tools in a minute, taken from the recordings: a turn of some thirty hooks takes a session the better part of two minutes, its person's reading included. */
export const EVENTS_A_MINUTE = 40;

type Payload = Record<string, unknown> & { session_id: string; hook_event_name: string };

/** Each recording from its beginning to its end. */
function recordings(): string[][] {
  const folder = join(process.cwd(), "e2e", "fixtures", "turns");
  const payloadsOf = (name: string) => readFileSync(join(folder, name), "utf8").trim().split("\n").map((line) => (JSON.parse(line) as { payload: Payload }).payload);
  return readdirSync(folder).sort().map(payloadsOf)
    .map((payloads) => payloads.filter(({ hook_event_name }) => hook_event_name !== "SessionStart" && hook_event_name !== "SessionEnd").map((payload) => JSON.stringify(payload)))
    .filter((texts) => texts.length > 0);
}

/** Goes on with a life for so many of its minutes, compressed to a number of events a second. */
export function createLife(app: { socket: string }, eventsASecond: number) {
  const turns = recordings();
  let sessions = 0;
  let told = 0;
  const lines = Array.from({ length: AT_ONCE }, () => sessionsOneByOne());

  function* sessionsOneByOne(): Generator<Payload> {
    for (;;) {
      const number = sessions++;
      const about = { session_id: `life-${number}`, cwd: `/home/dev/project-${number % 5}` };
      yield { ...about, hook_event_name: "SessionStart", source: "startup" };
      for (let turn = 0; turn < 3; turn++) {
        for (const text of turns[(number + turn * 7) % turns.length] as string[]) yield { ...(JSON.parse(again(text, number * 3 + turn)) as Payload), ...about };
      }
      yield { ...about, hook_event_name: "SessionEnd", reason: "other" };
    }
  }

  return {
    told: () => told,
    async goOn(minutes: number): Promise<void> {
      const from = performance.now();
      for (let n = 0; n < minutes * EVENTS_A_MINUTE; n++) {
        const ahead = from + (n * 1_000) / eventsASecond - performance.now();
        if (ahead > 0) await wait(ahead);
        await send(app, (lines[n % AT_ONCE] as Generator<Payload>).next().value as Payload);
        told++;
      }
    },
  };
}
