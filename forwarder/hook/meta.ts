/** `_meta`: where a payload came from (DESIGN §7). Pure. Only the variables named here are ever read: the rest of the environment holds secrets. */
import type { HookMeta } from "../../schemas/generated/types.ts";
import { positiveInteger } from "./arguments.ts";
import type { ClientIdentity } from "./identity.ts";
import { deriveWorkspaceId } from "./workspace.ts";

export const FORWARDER_VERSION = "2.0.0";

export interface MetaSource {
  env: Readonly<Record<string, string | undefined>>;
  /** null when the folder was deleted under us */
  cwd: string | null;
  nowMs: number;
  deliveryId: string;
  parentPid: number | null;
  client: ClientIdentity;
}

/** Values already in the payload's own `_meta` win for workspace_id and terminal_session_id only (specification 1 §3.2). */
export function buildMeta(own: Record<string, unknown>, source: MetaSource): HookMeta {
  const { env } = source;
  const meta: HookMeta = {
    ...own,
    workspace_id: text(own["workspace_id"]) ?? deriveWorkspaceId(env["CLAUDE_PROJECT_DIR"], source.cwd),
    terminal_session_id: text(own["terminal_session_id"]) ?? text(env["TERM_SESSION_ID"]),
    collected_at: new Date(source.nowMs).toISOString(),
    forwarder_version: FORWARDER_VERSION,
    delivery_id: source.deliveryId,
    client_pid: positiveInteger(env["CLAUDE_PID"]) ?? source.parentPid ?? undefined,
    client_started_at: source.client.startedAt,
    tty: source.client.tty,
    parent_pid: source.client.parentPid,
    start_time: source.client.startTime,
    fingerprint: source.client.fingerprint,
    entrypoint: text(env["CLAUDE_CODE_ENTRYPOINT"]),
    attended: attended(env),
    project_dir: text(env["CLAUDE_PROJECT_DIR"]),
    client_version: clientVersion(env["AI_AGENT"]),
    tmux_pane: text(env["TMUX_PANE"]),
    wt_session: text(env["WT_SESSION"]),
  };
  return meta;
}

/** Whether a person sits before the client; undefined where the client does not say. */
export function attended(env: MetaSource["env"]): boolean | undefined {
  const flag = env["CLAUDE_CODE_SESSION_ATTENDED"];
  return flag === undefined ? undefined : flag === "1";
}

/** `claude-code_2-1-332_harness` → `2.1.332` */
export function clientVersion(aiAgent: string | undefined): string | undefined {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/.exec(aiAgent ?? "");
  return found ? `${found[1]}.${found[2]}.${found[3]}` : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
