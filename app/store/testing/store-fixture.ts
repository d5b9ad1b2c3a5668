/** What the tests of the store share: folders that go away, events, a clock that stands still. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { AppendItem, EventStore, MascotEvent } from "../../parts.ts";
import { openStore, type OpenedStore, type StoreNotice, type StoreOptions } from "../index.ts";
import { Connection } from "../sqlite.ts";

export const NOON = Date.UTC(2026, 10, 28, 12, 0, 0);

const opened: EventStore[] = [];
const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "store-test-"));
  folders.push(folder);
  return folder;
}

export const newFile = (): string => path.join(temporaryFolder(), "events.db");

export async function open(file: string, options: Partial<StoreOptions> = {}): Promise<OpenedStore & { notices: StoreNotice[] }> {
  const result = await openStore({ file, clock: { now: () => NOON }, avatarSeed: (id) => id.length, ...options });
  opened.push(result.store);
  return result;
}

/** Call after each test. */
export async function cleanUp(): Promise<void> {
  for (const store of opened.splice(0)) await store.close();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
}

let made = 0;

export function event(changes: Partial<MascotEvent> = {}): MascotEvent {
  const n = ++made;
  return {
    id: `evt_20261128_${n}`, version: "1.1", ts: new Date(NOON + n).toISOString(), event_type: "tool_started", source: "hook", provider: "claude",
    workspace_id: "garden", terminal_session_id: "pts-1", run_id: null, session_id: "session-a", agent_id: "session-a", target_agent_id: null, task_id: null, turn_id: "turn-1",
    severity: "info", trust: "verified", payload: { tool_name: "Bash", tool_input: { command: "ls" } }, thinking_text: null, raw: { hook_event_name: "PreToolUse" }, ...changes,
  };
}

export function item(changes: Partial<MascotEvent> = {}, keys?: string[]): AppendItem {
  const one = event(changes);
  return { keys: keys ?? [`delivery of ${one.id}`], events: [one] };
}

/** Looks into the file beside the store, as a person with a database browser would. */
export async function look<Row>(file: string, sql: string, params: (string | number)[] = []): Promise<Row[]> {
  const connection = await Connection.open(file, 1000);
  try {
    return await connection.all<Row>(sql, params);
  } finally {
    await connection.close();
  }
}

/** Waits for a condition; the deadline is an error, not a guess. */
export async function until(condition: () => boolean | Promise<boolean>, deadlineMs = 10_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition did not come true in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
