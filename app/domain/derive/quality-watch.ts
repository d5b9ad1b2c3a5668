/** Warnings that need more than one event: the same failure again and again, edits of files that nobody looked at, turns that end on failed checks. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type {
  AgentStoppedPayload, CheckFailedPayload, CheckOutcome, ContextPayload, EditPayload, SessionStartedPayload, ToolFailedPayload, ToolStartedPayload, ToolSucceededPayload, UserPromptPayload,
} from "../event-payloads.ts";
import { pathBase } from "../identity.ts";
import { type Derived, follows, keep } from "./derived.ts";

const REPEATED = 3;
const MOST_KEYS = 64;
const MOST_PATHS = 2_000;
const WORDS_OF_A_COMMAND = 200;
const LOOKED_AT = 8_000;

interface Failing {
  check: string;
  kind: "test" | "build";
  line: string | undefined;
  /** Edits since. */
  edits: number;
  told: boolean;
}

export class QualityWatch {
  private readonly failures = new Map<string, number>();
  /** Paths and names of files that the session has read, written or named. */
  private readonly seen = new Map<string, true>();
  /** Whether all of the session was seen: what was read before it was watched is not known. */
  private whole = false;
  private readonly failing = new Map<Failing["kind"], Failing>();

  take(event: MascotEvent): Derived[] {
    switch (event.event_type) {
      case "session_started": return this.started(event);
      case "tool_started": return this.looked(event.payload as unknown as ToolStartedPayload);
      case "tool_succeeded":
      case "tool_failed": return this.ended(event);
      case "test_failed": return this.failed(event, "test");
      case "build_failed": return this.failed(event, "build");
      case "file_edit": return this.edited(event);
      case "user_prompt": return this.named((event.payload as unknown as UserPromptPayload).text);
      case "context_loaded": return this.note((event.payload as unknown as ContextPayload).file_path);
      case "agent_stopped": return this.turnEnded(event);
      default: return [];
    }
  }

  /** Checks whose last run failed. */
  failingChecks(): string[] {
    return [...this.failing.values()].map(({ check }) => check);
  }

  private started({ payload }: MascotEvent): Derived[] {
    const { source } = payload as unknown as SessionStartedPayload;
    if (source === "startup" || source === "clear") this.whole = true;
    return [];
  }

  private looked({ tool_kind, input }: ToolStartedPayload): Derived[] {
    const { file_path, notebook_path, path, command } = (input ?? {}) as Record<string, unknown>;
    if (typeof command === "string") return this.named(command);
    if (tool_kind !== "editing") for (const one of [file_path, notebook_path, path]) this.note(one);
    return [];
  }

  /** Whatever a command or a prompt names may have been looked at. */
  private named(text: string): Derived[] {
    for (const word of text.slice(0, LOOKED_AT).split(/[\s'"`<>|;&()=,]+/, WORDS_OF_A_COMMAND)) if (/[./]/.test(word)) this.note(word.replace(/^@/, ""));
    return [];
  }

  private note(path: unknown): Derived[] {
    const name = typeof path === "string" ? pathBase(path) : null;
    if (typeof path === "string") keep(this.seen, path, true, MOST_PATHS);
    if (name !== null) keep(this.seen, name, true, MOST_PATHS);
    return [];
  }

  private ended(event: MascotEvent): Derived[] {
    const payload = event.payload as unknown as ToolSucceededPayload | ToolFailedPayload;
    const { check, tool_name, tool_use_id, target } = payload;
    if (check?.outcome === "passed") this.passed(check);
    if ((payload as ToolFailedPayload).interrupted === true) return [];
    const key = check === undefined ? `${tool_name} ${payload.input_digest ?? target ?? ""}` : `${check.kind} ${check.name}`;
    if (!(check === undefined ? event.event_type === "tool_failed" : check.outcome === "failed")) {
      this.failures.delete(key);
      return [];
    }
    const times = (this.failures.get(key) ?? 0) + 1;
    keep(this.failures, key, times, MOST_KEYS);
    if (times !== REPEATED) return [];
    return [follows(event, "repeated", "quality_warning", {
      rule: "repeated_failure", explanation: `${check?.name ?? tool_name} failed ${REPEATED} times in a row`, times, check: check?.name, tool_name, tool_use_id, target,
    }, { severity: "warn" })];
  }

  /** A smaller run may pass while others would fail; in doubt there is no warning. */
  private passed({ kind }: CheckOutcome): void {
    if (kind !== "lint") this.failing.delete(kind);
  }

  private failed({ payload }: MascotEvent, kind: Failing["kind"]): Derived[] {
    const { check, line } = payload as unknown as CheckFailedPayload;
    this.failing.set(kind, { check: check ?? kind, kind, line, edits: 0, told: false });
    return [];
  }

  private edited(event: MascotEvent): Derived[] {
    const { file_path, kind, tool_name, tool_use_id, target } = event.payload as unknown as EditPayload;
    for (const each of this.failing.values()) each.edits++;
    if (file_path === undefined) return [];
    const known = this.seen.has(file_path) || this.seen.has(pathBase(file_path) ?? "");
    this.note(file_path);
    if (known || !this.whole || kind !== "changed") return [];
    return [follows(event, "unread", "quality_warning", { rule: "unread_edit", explanation: "a file was changed that this session had not read", file_path, tool_name, tool_use_id, target }, { severity: "warn" })];
  }

  private turnEnded(event: MascotEvent): Derived[] {
    const { scope, failed, reason, stop_hook_active } = event.payload as unknown as AgentStoppedPayload;
    if (event.agent_id !== event.session_id || scope !== "turn" || failed || reason === "interrupted" || stop_hook_active === true) return [];
    const left = [...this.failing.values()].filter(({ told }) => !told);
    for (const each of left) each.told = true;
    return left.map(({ check, kind, line, edits }) =>
      follows(event, "left", "quality_warning", {
        rule: "left_failing", explanation: edits > 0 ? `${check} had failed, and was not run again after ${edits === 1 ? "an edit" : `${edits} edits`}` : `${check} had failed when the turn ended`, check, line,
      }, { severity: "warn", part: kind }));
  }
}
