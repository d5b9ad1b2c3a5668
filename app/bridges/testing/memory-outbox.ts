/** An outbox without a file, for tests of what reads it. */
import type { DiscordThread, OutboxContent, OutboxItem, OutboxStore, TelemetrySaved } from "../../bridges-parts.ts";
import type { Begun } from "../../domain/bridges/telemetry.ts";
import type { MascotEvent } from "../../../schemas/generated/types.ts";

export class MemoryOutbox implements OutboxStore {
  rows: (OutboxItem & { aside?: string })[] = [];
  readonly threads = new Map<string, DiscordThread>();
  readonly begun = new Map<string, Begun>();
  figures: string | null = null;
  private last = 0;

  put(content: OutboxContent): number {
    this.rows.push({ id: ++this.last, ...content });
    return this.last;
  }

  putEvent(event: MascotEvent, project = "/p"): number {
    return this.put({ kind: "event", event, project });
  }

  async route(): Promise<void> {}
  async take(_bridge: string, limit: number, after = 0) {
    return this.rows.filter(({ id, aside }) => aside === undefined && id > after).slice(0, limit);
  }
  async settle(_bridge: string, ids: readonly number[]) {
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
  }
  async setAside(_bridge: string, rows: readonly { id: number; reason: string }[]) {
    for (const { id, reason } of rows) for (const row of this.rows) if (row.id === id) row.aside = reason;
  }
  async aside() {
    return this.rows.flatMap(({ id, kind, aside }) => (aside === undefined || kind === "gone" ? [] : [{ id, kind, session_id: null, at: 0, reason: aside }]));
  }
  async resolveAside(_bridge: string, how: "again" | "drop") {
    const rows = this.rows.filter(({ aside }) => aside !== undefined);
    if (how === "drop") this.rows = this.rows.filter((row) => !rows.includes(row));
    else for (const row of rows) delete row.aside;
    return rows.length;
  }
  async standing() {
    return { pending: this.rows.filter(({ aside }) => aside === undefined).length, oldestAt: null, aside: this.rows.filter(({ aside }) => aside !== undefined).length, history: null };
  }
  async sendHistory(): Promise<void> {}
  async fillHistory() {
    return 0;
  }
  async machineId() {
    return "11111111-2222-4333-8444-555555555555";
  }
  async thread(provider: string, sessionId: string) {
    return this.threads.get(`${provider} ${sessionId}`) ?? null;
  }
  async saveThread(thread: DiscordThread) {
    this.threads.set(`${thread.provider} ${thread.session_id}`, { ...thread });
  }
  async telemetry(keys: readonly string[]) {
    return { figures: this.figures, begun: keys.flatMap((key) => this.begun.get(key) ?? []) };
  }
  async saveTelemetry({ figures, begun, ended }: TelemetrySaved) {
    this.figures = figures;
    for (const one of begun) this.begun.set(one.key, one);
    for (const key of ended) this.begun.delete(key);
  }
}

let made = 0;

export function eventOf(event_type: MascotEvent["event_type"], payload: Record<string, unknown> = {}, changes: Partial<MascotEvent> = {}): MascotEvent {
  const n = ++made;
  return {
    id: `evt_20261128_${n}`, version: "1.1", ts: new Date(Date.UTC(2026, 10, 28, 12) + n).toISOString(), event_type, source: "hook", provider: "claude", workspace_id: "w", terminal_session_id: "t",
    session_id: "s", agent_id: changes.session_id ?? "s", trust: "verified", payload, seq: n, ...changes,
  } as MascotEvent;
}

export const silent = (() => {
  const log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => log };
  return log;
})();
