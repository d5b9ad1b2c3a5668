/** Which files have lost hooks that were put into them, and what follows. */
import { foreignSize, hasShrunk } from "../../forwarder/settings/install.ts";
import { type InstallRecord, isThere, type Records } from "../../forwarder/settings/records.ts";
import { REPAIRS_AT_MOST } from "../../forwarder/settings/repairs.ts";
import type { Notices } from "../parts.ts";
import type { UnwordedStatus } from "./client-status.ts";

export interface Loss {
  file: string;
  scope: InstallRecord["scope"];
  /** events that are gone */
  missing: number;
  /** what is not ours has gone, too: nothing may be put into the ruin unasked */
  shrunk: boolean;
}

/** Remembers what was there, to know what has gone. */
export class Losses {
  private readonly seen = new Map<string, Set<string>>();
  /** Of what is not ours, in bytes, when a file was last whole. */
  private readonly sizes = new Map<string, number>();

  /** @param statusOf of a recorded file as it is now */
  find(records: Records, statusOf: (file: string, record: InstallRecord) => UnwordedStatus): Loss[] {
    for (const file of this.seen.keys()) if (records[file] === undefined) this.seen.delete(file);
    return Object.entries(records).flatMap(([file, record]) => {
      if (!isThere(file, record)) return [];
      const status = statusOf(file, record);
      const loss = this.lossIn(file, record, status);
      for (const event of status.installed_events) this.known(file).add(event);
      return loss ? [loss] : [];
    });
  }

  /** Files that have lost more than half of what is not ours, also where our lines are all there. */
  shrunken(records: Records): string[] {
    return Object.entries(records).flatMap(([file, record]) => {
      const now = foreignSize(file);
      if (now === null) return [];
      if (this.hasShrunk(file, record, now)) return [file];
      this.sizes.set(file, now);
      return [];
    });
  }

  private hasShrunk(file: string, record: InstallRecord, now: number): boolean {
    return hasShrunk(Math.max(record.foreignBytes, this.sizes.get(file) ?? 0), now);
  }

  /** What was there before a change of our own is no measure of what somebody took. */
  forget(file: string): void {
    this.seen.delete(file);
    this.sizes.delete(file);
  }

  private lossIn(file: string, record: InstallRecord, { state, installed_events, missing_events }: UnwordedStatus): Loss | null {
    if (state === "unreadable") return null;
    const size = foreignSize(file);
    const shrunk = size !== null && this.hasShrunk(file, record, size);
    const gone = [...this.known(file)].filter((event) => !installed_events.includes(event));
    const all = state === "absent" || state === "no_client";
    return all || gone.length > 0 ? { file, scope: record.scope, missing: all ? missing_events.length : gone.length, shrunk } : null;
  }

  private known(file: string): Set<string> {
    const events = this.seen.get(file) ?? new Set();
    this.seen.set(file, events);
    return events;
  }
}

export interface Found {
  losses: readonly Loss[];
  unreadable: ReadonlySet<string>;
  shrunken: readonly string[];
  /** The settings that the person's own hooks are put into. */
  own: string;
}

/** Says what is lost, and takes back what was said and is no longer so. */
export function tellLosses(notices: Notices, { losses, unreadable, shrunken: [ruin], own }: Found): void {
  const said = losses.map((loss) => tellLoss(notices, loss, own));
  for (const { id, values } of notices.list()) {
    const file = String(values?.["file"] ?? "");
    if ((id === "hooks_missing" || id.startsWith("hooks_missing_in:")) && !said.includes(id) && !unreadable.has(file)) notices.clear(id);
  }
  if (ruin !== undefined) notices.raise({ id: "hooks_shrunk", level: "warn", values: { file: ruin } });
  else notices.clear("hooks_shrunk");
}

/** The person's own file has the notice that the tray acts on; each other file, that of another account as well, one of its own. @returns its id */
function tellLoss(notices: Notices, { file, missing }: Loss, own: string): string {
  const values = { count: missing, file };
  if (file === own) notices.raise({ id: "hooks_missing", level: "warn", values });
  else notices.raise({ id: `hooks_missing_in:${file}`, level: "warn", values });
  return file === own ? "hooks_missing" : `hooks_missing_in:${file}`;
}

export type Answer = "leave" | "repair" | "stop";

/** What to do about a loss unasked. Pure. */
export function answerTo(loss: Loss, allowed: boolean, repairs: number): Answer {
  if (!allowed || loss.shrunk) return "leave";
  return repairs < REPAIRS_AT_MOST ? "repair" : "stop";
}
