/** What the thread of a session is told, from its events. Pure: where the thread stands comes in and goes out. */
import type { MascotEvent, Phase } from "../../../schemas/generated/types.ts";
import type { AgentBlockedPayload, AgentStoppedPayload, AssistantResponsePayload, SessionEndedPayload, SessionStartedPayload, UserPromptPayload } from "../event-payloads.ts";
import { isAgentWork } from "../record.ts";

/** Types that tell a thread something; the outbox writes no others for it. */
export const STORY_EVENTS = ["session_started", "session_ended", "user_prompt", "assistant_response", "agent_stopped", "agent_blocked", "agent_unblocked"] as const;

export interface StoryState {
  /** null: there is no thread yet. */
  thread: "opening" | "open" | "archived" | "gone" | null;
  named: boolean;
  phase: string | null;
  owed: boolean;
}

/** One thing to do, in order. `ids`: rows of the outbox that are done with it. */
export type Deed = { ids: number[] } & (
  | { do: "open" }
  | { do: "name"; prompt: string }
  /** `key`: of a sentence of ours. */
  | { do: "say"; key: string; values: Record<string, string> }
  | { do: "reply"; text: string }
  | { do: "archive" }
);

/** Whose only news is a phase: a later one takes its place. */
const PHASE_KEYS: ReadonlySet<string> = new Set(["busy", "interactable", "waiting_permission", "waiting_question", "waiting_background"].map((phase) => `phase.${phase}`));

/**
 * @param rows events of one session in the order of the outbox
 * @param phases whether changes of phase are told
 * @returns what to do, where the story stands afterwards, and the rows that need nothing done
 */
export function tellStory(rows: readonly { id: number; event: MascotEvent }[], before: StoryState, phases: boolean): { deeds: Deed[]; after: StoryState; idle: number[] } {
  const teller = new Teller(before, phases);
  for (const { id, event } of rows) teller.take(id, event);
  return teller.result();
}

class Teller {
  private readonly deeds: Deed[] = [];
  private readonly idle: number[] = [];
  private state: StoryState;
  /** Its hook has told the words of the turn. */
  private replied = false;

  constructor(before: StoryState, private readonly phases: boolean) {
    this.state = { ...before };
  }

  take(id: number, event: MascotEvent): void {
    const count = this.deeds.length;
    if (isOfLead(event) && this.state.thread !== "gone") this.tell(id, event);
    if (this.deeds.length === count) this.idle.push(id);
  }

  result() {
    return { deeds: withoutPassing(this.deeds, this.idle), after: this.state, idle: this.idle };
  }

  private tell(id: number, event: MascotEvent): void {
    switch (event.event_type) {
      case "session_started": return this.started(id, event.payload as unknown as SessionStartedPayload);
      case "session_ended": return this.ended(id, event.payload as unknown as SessionEndedPayload);
      case "user_prompt": return this.prompted(id, event.payload as unknown as UserPromptPayload);
      case "assistant_response": return this.said(id, event);
      case "agent_stopped": return this.stopped(id, event.payload as unknown as AgentStoppedPayload);
      case "agent_blocked": return this.phase(id, (event.payload as unknown as AgentBlockedPayload).kind === "question" ? "waiting_question" : "waiting_permission");
      case "agent_unblocked": return this.phase(id, "busy");
      default:
    }
  }

  private started(id: number, { source }: SessionStartedPayload): void {
    if (source === "compact") return;
    if (this.state.thread === "archived") this.say(id, "resumed");
    else this.open(id);
    this.state.phase = "interactable";
  }

  private ended(id: number, { reason, cause }: SessionEndedPayload): void {
    if (this.state.thread === null || this.state.thread === "archived") return;
    this.say(id, cause === "process_gone" ? "gone" : "ended", { reason: reason ?? "" });
    this.deeds.push({ do: "archive", ids: [id] });
    this.state = { ...this.state, thread: "archived", phase: null, owed: false };
  }

  private prompted(id: number, { text, injected }: UserPromptPayload): void {
    this.open(id);
    this.replied = false;
    this.state.owed = false;
    if (!this.state.named && !injected && text.trim() !== "") {
      this.deeds.push({ do: "name", prompt: text, ids: [id] });
      this.state.named = true;
    }
    this.phase(id, "busy");
  }

  private said(id: number, { payload, source }: MascotEvent): void {
    const { text, partial } = payload as unknown as AssistantResponsePayload;
    if (partial || !text || text.trim() === "") return;
    const byHook = source === "hook";
    if (!byHook && !this.state.owed) return;
    this.open(id);
    this.deeds.push({ do: "reply", text, ids: [id] });
    this.replied ||= byHook;
    this.state.owed = false;
  }

  private stopped(id: number, payload: AgentStoppedPayload): void {
    if (payload.scope !== "turn" || payload.stop_hook_active === true) return;
    if (payload.failed) {
      this.open(id);
      this.say(id, `failed.${payload.failed}`);
      this.state.phase = "interactable";
      return;
    }
    if (payload.reason !== "interrupted" && !this.replied) this.state.owed = true;
    this.phase(id, (payload.background ?? []).some(isAgentWork) ? "waiting_background" : "interactable");
  }

  private phase(id: number, phase: Phase): void {
    this.open(id);
    if (this.state.phase === phase) return;
    this.state.phase = phase;
    if (this.phases) this.say(id, `phase.${phase}`);
  }

  private say(id: number, key: string, values: Record<string, string> = {}): void {
    this.deeds.push({ do: "say", key, values, ids: [id] });
    this.state.thread = "open";
  }

  /** A session whose start nobody told gets its thread from its first sign. */
  private open(id: number): void {
    if (this.state.thread === "open") return;
    if (this.state.thread !== "archived") this.deeds.push({ do: "open", ids: [id] });
    this.state.thread = "open";
  }
}

/** The app's own sign of a sub-agent or teammate is no news for the thread: it tells of the lead. */
function isOfLead({ agent_id, session_id, payload }: MascotEvent): boolean {
  const role = (payload as { role?: string } | undefined)?.role;
  return role === undefined ? agent_id === session_id || !agent_id.startsWith(`${session_id}:`) : role === "lead";
}

/** A phase that the next deed but one follows with another phase was never to be seen. */
function withoutPassing(deeds: readonly Deed[], idle: number[]): Deed[] {
  return deeds.filter((deed, index) => {
    const next = deeds[index + 1];
    const passes = isPhase(deed) && next !== undefined && (isPhase(next) || next.do === "reply");
    if (passes) idle.push(...deed.ids);
    return !passes;
  });
}

const isPhase = (deed: Deed): boolean => deed.do === "say" && PHASE_KEYS.has(deed.key);
