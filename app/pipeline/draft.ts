import type { EventType, HookMeta, Severity } from "../../schemas/generated/types.ts";
import type { Actor } from "../domain/identity.ts";
import type { EventPayloads, PayloadCommon } from "../domain/event-payloads.ts";

/** What the mapping of one hook says of one event; the normaliser adds who, where, when and the common fields. */
export type Draft = {
  [T in EventType]: {
    event_type: T;
    payload: Omit<EventPayloads[T], keyof PayloadCommon>;
    severity?: Severity;
    task_id?: string;
    target_agent_id?: string;
    thinking_text?: string;
  };
}[EventType];

/** What the mapping may need besides the payload. */
export interface MappingContext {
  actor: Actor;
  meta: HookMeta;
  attended: boolean | undefined;
}
