/** What carrying one session takes and gives. */
import type { DiscordRules } from "../../../schemas/generated/types.ts";
import type { DiscordThread, OutboxStore } from "../../bridges-parts.ts";
import type { MascotEvent } from "../../parts.ts";
import type { Threads } from "./threads.ts";
import type { DiscordTrouble } from "./trouble.ts";

export interface DiscordCarrierParts {
  store: Pick<OutboxStore, "thread" | "saveThread">;
  threads: Threads;
  rules(): DiscordRules;
  projectOf(folder: string): Promise<string>;
  mask(text: string): string;
  say(key: string, values: Record<string, string>): string;
}

export interface SessionRows {
  rows: { id: number; event: MascotEvent }[];
  thread: DiscordThread;
}

export interface SessionOutcome {
  channel: string;
  /** Rows of which something arrived. */
  settled: number[];
  /** Rows that had nothing to say, or nowhere any more. */
  passed: number[];
  aside: { id: number; reason: string }[];
  /** Rows that wait. */
  left: number[];
  trouble: DiscordTrouble | null;
  /** Something arrived. */
  sent: boolean;
}
