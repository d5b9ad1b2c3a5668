/**
 * Line 1 of a spool file (DESIGN §12): JSON when Node wrote it, `K=V` pairs behind tabs when the shell did. The same pairs come in the
 * header `X-Mascot-Fields` when the shell posts by curl. Pure.
 */
import type { SpoolHeader } from "../../schemas/generated/types.ts";
import { isRecord } from "../domain/unknown.ts";

export interface Label {
  deliveryId?: string;
  provider?: string;
  /** Checked where it is used. */
  meta: unknown;
  /** Milliseconds */
  collectedAt?: number;
  truncated?: boolean;
  gap?: NonNullable<SpoolHeader["gap"]>;
  /** SSH_TTY or GPG_TTY of a session's start: its terminal, where the system does not tell of one. */
  givenTty?: string;
}

/** @returns null when the line is no header: then the file is nothing but a payload */
export function readLabel(line: string): Label | null {
  return line.startsWith("{") ? fromJson(line) : fromFields(line);
}

const HEADER_KEYS = ["delivery_id", "provider", "collected_at", "meta", "gap", "truncated"];
const PAYLOAD_KEYS = ["hook_event_name", "hook_type"];

function fromJson(line: string): Label | null {
  const header = parse(line);
  if (!isRecord(header)) return null;
  if (!HEADER_KEYS.some((key) => Object.hasOwn(header, key)) || PAYLOAD_KEYS.some((key) => Object.hasOwn(header, key))) return null;
  const collectedAt = typeof header["collected_at"] === "string" ? Date.parse(header["collected_at"]) : Number.NaN;
  return {
    deliveryId: text(header["delivery_id"]),
    provider: text(header["provider"]),
    meta: header["meta"],
    collectedAt: Number.isFinite(collectedAt) ? collectedAt : undefined,
    truncated: header["truncated"] === true,
    gap: isRecord(header["gap"]) ? header["gap"] : undefined,
  };
}

/** `v=1\tprovider=claude\tPPID=4711\tCLAUDE_PID=4711\t…`, or `v=2` and `v=3` of files that were written in place; unknown names are ignored. */
export function fromFields(line: string): Label | null {
  const fields = new Map<string, string>();
  for (const pair of line.split("\t")) {
    const equals = pair.indexOf("=");
    if (equals > 0) fields.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  if (!["1", "2", "3"].includes(fields.get("v") ?? "")) return null;
  return { provider: fields.get("provider"), meta: metaOf(fields), collectedAt: time(fields.get("t")), givenTty: fields.get("SSH_TTY") ?? fields.get("GPG_TTY") };
}

/** The variables of the client's environment that hooks pass on, in the names of `_meta`. */
function metaOf(fields: Map<string, string>): Record<string, unknown> {
  const attended = fields.get("CLAUDE_CODE_SESSION_ATTENDED");
  return {
    client_pid: Number(fields.get("CLAUDE_PID") ?? fields.get("PPID")),
    entrypoint: fields.get("CLAUDE_CODE_ENTRYPOINT"),
    attended: attended === undefined ? undefined : attended === "1",
    project_dir: fields.get("CLAUDE_PROJECT_DIR"),
    // Only where no project is named: the folder the hook ran in.
    workspace_id: fields.get("workspace_id"),
    client_version: clientVersion(fields.get("AI_AGENT")),
    terminal_session_id: fields.get("TERM_SESSION_ID"),
    tmux_pane: fields.get("TMUX_PANE"),
    wt_session: fields.get("WT_SESSION"),
  };
}

/** `claude-code_2-1-332_harness` → `2.1.332` (contract §4) */
function clientVersion(agent: string | undefined): string | undefined {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/.exec(agent ?? "");
  return found ? `${found[1]}.${found[2]}.${found[3]}` : undefined;
}

/** Seconds, with or without a fraction, or milliseconds: shells differ in what they can tell. */
function time(value: string | undefined): number | undefined {
  const number = value === undefined ? Number.NaN : Number(value.replace(",", "."));
  if (!Number.isFinite(number) || number <= 0) return undefined;
  return number > 1e11 ? Math.round(number) : Math.round(number * 1000);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
