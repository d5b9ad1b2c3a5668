import type { EventType, HookMeta, Severity } from "../../schemas/generated/types.ts";
import type { Actor } from "../domain/identity.ts";
import type { EventPayloads } from "../domain/event-payloads.ts";

/** What the mapping of one hook says of one event; the normaliser adds who, where, when and the common fields. */
export type Draft = {
  [T in EventType]: {
    event_type: T;
    payload: Omit<EventPayloads[T], keyof CommonKeys>;
    severity?: Severity;
    task_id?: string;
    target_agent_id?: string;
    thinking_text?: string;
  };
}[EventType];

/** Filled in by the normaliser for every event of a payload. */
type CommonKeys = Pick<
  EventPayloads["heartbeat"],
  | "hook_event_name" | "role" | "agent_type" | "agent_name" | "team_name" | "parent_session_id" | "cwd" | "project_dir" | "transcript_path" | "permission_mode" | "client_pid"
  | "client_started_at" | "client_version" | "entrypoint" | "attended" | "lag_ms" | "raw_in"
>;

/** What the mapping may need besides the payload. */
export interface MappingContext {
  actor: Actor;
  meta: HookMeta;
  attended: boolean | undefined;
}
