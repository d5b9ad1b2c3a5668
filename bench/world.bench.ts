/**
 * How many events per second the reducer takes, views included, with 20 live sessions that work at the same time.
 *   npx esbuild bench/world.bench.ts --bundle --platform=node --format=cjs --outfile=node_modules/.cache/world.bench.cjs && node node_modules/.cache/world.bench.cjs
 * Prints JSON, per second of processor time (collection of garbage included), which a busy machine does not change much. Events are made by hand in the proportions of real work, so that only the domain is measured; each session's turn runs to hundreds of calls.
 */
import type { MascotEvent } from "../schemas/generated/types.ts";
import { serialise } from "../app/domain/checkpoint.ts";
import { changesBetween, EMPTY_WORLD, reduce, type World } from "../app/domain/world.ts";

const SESSIONS = 20;
const EVENTS = Number(process.env.WORLD_BENCH_EVENTS ?? 200_000);
const BASE = Date.UTC(2026, 0, 1);

export interface WorldFigures {
  reducesPerSecond: number;
  /** With the changes told to a face after every event. */
  withChangesPerSecond: number;
  checkpointBytes: number;
  checkpointMs: number;
}

/** Event n of the mixture: sessions take turns; each has a lead and a sub-agent at work, a question now and then, and ends its turn every 400 calls. */
export function eventAt(n: number): MascotEvent {
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

function run(events: readonly MascotEvent[], each: (before: World, after: World) => void): { world: World; perSecond: number } {
  let world = EMPTY_WORLD;
  const start = process.cpuUsage();
  for (const event of events) {
    const after = reduce(world, event).world;
    each(world, after);
    world = after;
  }
  const { user, system } = process.cpuUsage(start);
  return { world, perSecond: Math.round(events.length / ((user + system) / 1e6)) };
}

export function measureWorld(): WorldFigures {
  const events = Array.from({ length: EVENTS }, (_, n) => eventAt(n));
  run(events.slice(0, 20_000), () => {});
  const plain = run(events, () => {});
  let changes = 0;
  const told = run(events, (before, after) => {
    changes += changesBetween(before, after).length;
  });
  const start = process.hrtime.bigint();
  const checkpoint = serialise(plain.world);
  return {
    reducesPerSecond: plain.perSecond, withChangesPerSecond: changes > 0 ? told.perSecond : 0, checkpointBytes: checkpoint.length,
    checkpointMs: Math.round(Number(process.hrtime.bigint() - start) / 1e5) / 10,
  };
}

console.log(JSON.stringify(measureWorld()));
