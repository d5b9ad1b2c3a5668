/** What a settings file says about our hooks, in the words of HooksStatus. Pure. */
import type { HooksStatus } from "../../schemas/generated/types.ts";
import type { HooksStatus as FileStatus } from "../../forwarder/settings/edit.ts";
import type { Refusal } from "../../forwarder/settings/hooks-text.ts";
import type { FileProblem } from "../../forwarder/settings/files.ts";
import { isForHome, isOutdated } from "../../forwarder/settings/plan.ts";

/** Why something is not as it should be; the shell has the words for it. */
export interface HooksProblem {
  reason: string;
  path?: string;
  detail?: string;
  line?: number;
  column?: number;
}

export interface StatusInput {
  file: string;
  home: string;
  /** It is the one that lines shared with others lead to. */
  usualHome: boolean;
  platform: string;
  /** The client's folder is there, or the client itself. */
  clientFound: boolean;
  found: FileStatus | Refusal | FileProblem;
  /** Events that should be registered. */
  wanted: readonly string[];
}

/** `problem` is not worded yet. */
export type UnwordedStatus = Omit<HooksStatus, "problem"> & { problem: HooksProblem | null };

export function clientStatus({ file, home, usualHome, platform, clientFound, found, wanted }: StatusInput): UnwordedStatus {
  const nothing = { file, installed_events: [], missing_events: [...wanted] };
  if (!clientFound) return { ...nothing, state: "no_client", problem: null };
  if (!found.ok) return { ...nothing, state: "unreadable", problem: found };
  const ours = found.ours.filter((hook) => isForHome(hook, home, usualHome));
  const installed = [...new Set(ours.map((hook) => hook.event))];
  // The client posts no start of a session.
  const posted = ours.some((hook) => hook.handler.type === "http");
  const missing = wanted.filter((event) => !installed.includes(event) && !(posted && event === "SessionStart"));
  return { file, installed_events: installed, missing_events: missing, state: stateOf(installed, missing, isOutdated(ours, platform, home)), problem: problemIn(found, ours.length > 0) };
}

function stateOf(installed: string[], missing: string[], outdated: boolean): HooksStatus["state"] {
  if (installed.length === 0) return "absent";
  if (missing.length > 0) return "partly";
  return outdated ? "outdated" : "installed";
}

function problemIn(found: FileStatus, installed: boolean): HooksProblem | null {
  if (found.disabled && installed) return { reason: "disabled" };
  // Both would deliver, so that each event came twice.
  if (found.handWritten.length > 0 && installed) return { reason: "hand_written", detail: found.handWritten.join(", ") };
  if (found.byCommandLine.length > 0) return { reason: "by_command_line", detail: found.byCommandLine.join(", ") };
  return null;
}

