/**
 * A process that appends until it is killed. Writes a line for each acknowledged delivery, straight to the descriptor: what the parent
 * reads was acknowledged, whatever comes after.
 *   node appending-child.cjs <events.db> <name of this run>
 */
import fs from "node:fs";
import { openStore } from "../index.ts";

const [file = "", run = ""] = process.argv.slice(2);
const CALLERS = 20;

async function main(): Promise<void> {
  const { store } = await openStore({ file, clock: { now: () => Date.now() }, avatarSeed: () => 1, quietMs: 5 });
  let made = 0;
  const caller = async (): Promise<void> => {
    for (;;) {
      const key = `${run}-${made++}`;
      const event = {
        id: `evt_20261128_${key}`, version: "1.1" as const, ts: "2026-11-28T00:00:00Z", event_type: "tool_started" as const, source: "hook" as const,
        workspace_id: "w", terminal_session_id: "t", agent_id: "a", payload: { tool_name: "Bash", filler: "x".repeat(500) },
      };
      await store.append([{ keys: [key], events: [event] }]);
      fs.writeSync(1, `${key}\n`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

void main();
