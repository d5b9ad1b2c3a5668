/** What payloads of all event types share. Rules of writing as in event-payloads.ts. */
import type { AgentRole } from "../../schemas/generated/types.ts";

/** Fields that every payload may carry. */
export interface PayloadCommon {
  /** The provider's own name of the hook, e.g. `PostToolBatch`; absent for the app's own events. */
  hook_event_name?: string;
  /** Who acts. Absent means lead. */
  role?: AgentRole;
  /** Only when role is not lead and the parent is known to be another agent than the session's lead. */
  parent_agent_id?: string;
  agent_type?: string;
  /** The name given by a person or a lead, e.g. of a teammate. */
  agent_name?: string;
  team_name?: string;
  parent_session_id?: string;
  /** The other machine it came from; folders then stand behind its name (host.ts). Absent: this one. */
  host?: string;
  cwd?: string;
  project_dir?: string;
  transcript_path?: string;
  permission_mode?: string;
  client_pid?: number;
  client_started_at?: string;
  client_version?: string;
  entrypoint?: string;
  /** false: nobody sits at this run (print mode), so it never waits for a person (DESIGN §6). */
  attended?: boolean;
  /**
   * Receipt minus `ts`, in ms, by the app's clock. Tells a late delivery (large) from a clock that was set back (small while ts falls); absent when unknown.
   */
  lag_ms?: number;
  /** Came by a request, not through the spool: no road but the spool takes long, so a large lag then means that the sender's clock is off. */
  direct?: boolean;
  /** The payload was beyond the limits and was cut: texts end in `…[N characters cut]`, ids are whole. */
  truncated?: boolean;
  /** Id of the first event of the same delivery, which keeps `raw`; absent on that first one. */
  raw_in?: string;
}
