/**
 * The processes of the clients on this machine. The app cannot see them, so the relay looks after them: one that is gone without having said so is told as the end
 * of its session. Pure but for what is passed in.
 */
import type { SpoolParcel } from "../../schemas/generated/types.ts";
import { DEFAULT_PROVIDER } from "../providers/default.ts";
import { isObject } from "../hook/payload.ts";

export interface LostClient {
  sessionId: string;
  provider: string;
  cwd: string | null;
}

interface Client extends LostClient {
  pid: number;
  /** A process that was never seen (of another container) is not taken for one that went. */
  seen: boolean;
}

const AT_MOST = 500;

export class Clients {
  private readonly bySession = new Map<string, Client>();

  constructor(private readonly isAlive: (pid: number) => boolean) {}

  /** Takes from a spool file which process has which session. */
  note({ text }: Pick<SpoolParcel, "text">): void {
    const line = text.indexOf("\n");
    const payload = parsed(text.slice(line + 1));
    const sessionId = payload["session_id"];
    if (typeof sessionId !== "string" || sessionId === "") return;
    if (payload["hook_event_name"] === "SessionEnd") return void this.bySession.delete(sessionId);
    const { pid, provider } = fromHeader(text.slice(0, Math.max(0, line)));
    const known = this.bySession.get(sessionId);
    if (pid === null || known?.pid === pid) return;
    if (this.bySession.size >= AT_MOST) this.bySession.delete(this.bySession.keys().next().value as string);
    this.bySession.set(sessionId, { sessionId, provider, cwd: typeof payload["cwd"] === "string" ? payload["cwd"] : null, pid, seen: this.isAlive(pid) });
  }

  /** @returns those that went since the last look; each once */
  lost(): LostClient[] {
    const gone: LostClient[] = [];
    for (const client of this.bySession.values()) {
      if (this.isAlive(client.pid)) client.seen = true;
      else {
        this.bySession.delete(client.sessionId);
        if (client.seen) gone.push(client);
      }
    }
    return gone;
  }

  get count(): number {
    return this.bySession.size;
  }
}

/** Line 1 as the shell writes it, or as the forwarder does. */
function fromHeader(line: string): { pid: number | null; provider: string } {
  if (line.startsWith("{")) {
    const header = parsed(line);
    const meta = isObject(header["meta"]) ? header["meta"] : {};
    return { pid: pidOf(meta["client_pid"]), provider: typeof header["provider"] === "string" ? header["provider"] : DEFAULT_PROVIDER };
  }
  const fields = new Map(line.split("\t").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const));
  return { pid: pidOf(Number(fields.get("CLAUDE_PID") ?? fields.get("PPID"))), provider: fields.get("provider") ?? DEFAULT_PROVIDER };
}

function pidOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 1 ? value : null;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
