/**
 * The reducer alone: events per second, views included, with 20 live sessions that work at the same time, each a lead and a sub-agent whose turns run to hundreds of calls.
 * Figures are CPU time of one core, collection of garbage included, so that other processes of the machine do not count.
 *   npm run bench -- --only=world
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { restore, serialise } from "../../app/domain/checkpoint.ts";
import { changesBetween } from "../../app/domain/changes.ts";
import { EMPTY_WORLD, reduce, type World } from "../../app/domain/world.ts";
import { bench, type Report } from "../support/report.ts";

const SESSIONS = 20;
const EVENTS = Number(process.env.WORLD_BENCH_EVENTS ?? 200_000);
const BASE = Date.UTC(2026, 0, 1);

/** Event n of the mixture: sessions take turns; each has a lead and a sub-agent at work, a question now and then, and ends its turn every 400 calls. */
function eventAt(n: number): MascotEvent {
  const session = `session-${n % SESSIONS}`;
  const step = Math.floor(n / SESSIONS);
  const member = step % 4 === 3;
  const turn = Math.floor(step / 400);
  const head = {
    id: `evt_20260101_${n}`, version: "1.1" as const, ts: new Date(BASE + n * 50).toISOString(), source: "hook" as const, provider: "claude", workspace_id: `project-${n % SESSIONS}`,
    terminal_session_id: session, session_id: session, agent_id: member ? `${session}:a0123456789abcdef` : session, turn_id: `turn-${turn}`, trust: "verified" as const,
  };
  const common = { attended: true, client_pid: 1000 + (n % SESSIONS), entrypoint: "cli", project_dir: "/home/dev/project", lag_ms: 3, direct: true, ...(member ? { role: "subagent" } : {}) };
  if (step % 400 === 0) return { ...head, event_type: "user_prompt", payload: { ...common, text: "go on", injected: false } };
  if (step % 400 === 398) return { ...head, event_type: "agent_stopped", payload: { ...common, scope: "turn", background: [] } };
  const number = Math.floor(step / (member ? 8 : 4));
  const call = { ...common, tool_name: "Bash", tool_use_id: `call-${session}-${number}-${member}`, tool_kind: "running", target: "make", input_digest: `d${number}` };
  if (!member && step % 48 === 1) return { ...head, event_type: "agent_blocked", payload: { ...call, kind: "permission", tool_use_id: undefined } };
  return { ...head, event_type: (member ? Math.floor(step / 4) : Math.floor(step / 2)) % 2 === 0 ? "tool_started" : "tool_succeeded", payload: call };
}

const CHUNK = 2_000;

/** Events are made in chunks between the measured stretches, so that neither making nor keeping them counts. */
function run(count: number, each: (before: World, after: World) => void): { world: World; perSecond: number } {
  let world = EMPTY_WORLD;
  let micros = 0;
  for (let from = 0; from < count; from += CHUNK) {
    const events = Array.from({ length: CHUNK }, (_, i) => eventAt(from + i));
    const start = process.cpuUsage();
    for (const event of events) {
      const after = reduce(world, event).world;
      each(world, after);
      world = after;
    }
    const { user, system } = process.cpuUsage(start);
    micros += user + system;
  }
  return { world, perSecond: Math.round(count / (micros / 1e6)) };
}

async function measure(): Promise<Report> {
  run(20_000, () => {});
  const plain = run(EVENTS, () => {});
  let changes = 0;
  const told = run(EVENTS, (before, after) => {
    changes += changesBetween(before, after).length;
  });
  const start = process.cpuUsage();
  const text = serialise(plain.world);
  const restored = restore(text);
  const { user } = process.cpuUsage(start);
  const row = (id: string, what: string, figure: number, unit: string) => ({ id: `world.${id}`, what: `the reducer alone: ${what}`, figure, unit });
  return {
    measurements: [
      row("reduce", "events with their views, a second of processor time", plain.perSecond, "/s"),
      row("changes", "the same, with the changes told to a face after every event", told.perSecond, "/s"),
      row("checkpoint", "a checkpoint written and read", Math.round(user / 1_000), "ms"),
    ],
    details: { events: EVENTS, changes, checkpointBytes: text.length, restored: restored !== null },
  };
}

bench(measure);
