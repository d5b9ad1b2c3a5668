/** What a session is at, for its checkpoint: the last prompt, open tasks, files edited, and the documents it was given. Bounded. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { CheckpointPayload, ContextPayload, EditPayload, TaskPayload, UserPromptPayload } from "../event-payloads.ts";
import { shortened } from "../memory/plain.ts";
import { keep } from "./derived.ts";

const PROMPT_LENGTH = 1_000;
const SUBJECT_LENGTH = 200;
const MOST_TASKS = 100;
const TASKS_TOLD = 20;
const MOST_FILES = 30;
const MOST_DOCS = 50;

/** A document that the session has in its context. */
export interface LoadedDoc {
  /** '' for what has no file. */
  path: string;
  kind: string;
  tokens?: number;
}

const OVER = new Set(["task_completed", "task_failed"]);

export class WorkMemo {
  private prompt: string | undefined;
  private readonly tasks = new Map<string, string>();
  private readonly files = new Map<string, true>();
  private readonly loaded = new Map<string, LoadedDoc>();

  take(event: MascotEvent): void {
    switch (event.event_type) {
      case "user_prompt": return this.prompted(event.payload as unknown as UserPromptPayload);
      case "file_edit": return this.edited(event.payload as unknown as EditPayload);
      case "context_loaded": return this.load(event.payload as unknown as ContextPayload);
      case "task_created":
      case "task_started":
      case "task_progress":
      case "task_completed":
      case "task_failed": return this.task(event);
      default: return;
    }
  }

  docs(): LoadedDoc[] {
    return [...this.loaded.values()];
  }

  checkpoint(): Pick<CheckpointPayload, "prompt" | "open_tasks" | "files"> {
    const open = [...this.tasks.values()].slice(0, TASKS_TOLD);
    const files = [...this.files.keys()].reverse();
    return { ...(this.prompt ? { prompt: this.prompt } : {}), ...(open.length > 0 ? { open_tasks: open } : {}), ...(files.length > 0 ? { files } : {}) };
  }

  private prompted({ text, injected }: UserPromptPayload): void {
    if (injected !== true && text !== "") this.prompt = shortened(text, PROMPT_LENGTH);
  }

  private edited({ file_path }: EditPayload): void {
    if (file_path !== undefined) keep(this.files, file_path, true, MOST_FILES);
  }

  private load({ file_path, memory_type = "", tokens }: ContextPayload): void {
    const key = file_path ?? memory_type;
    if (key !== "") keep(this.loaded, key, { path: file_path ?? "", kind: memory_type === "" ? "document" : memory_type, ...(tokens === undefined ? {} : { tokens }) }, MOST_DOCS);
  }

  private task({ event_type, task_id, payload }: MascotEvent): void {
    const { subject, done, total } = payload as unknown as TaskPayload;
    if (!task_id) return;
    if (OVER.has(event_type) || (total !== undefined && done === total)) {
      this.tasks.delete(task_id);
      return;
    }
    const words = subject === undefined ? this.tasks.get(task_id) : shortened(total === undefined ? subject : `${subject} (${done} of ${total} done)`, SUBJECT_LENGTH);
    if (words === undefined) return;
    // The client's own word of a task supersedes what its call was taken for.
    if (!task_id.startsWith("pending:")) for (const [id, known] of this.tasks) if (id.startsWith("pending:") && known === words) this.tasks.delete(id);
    keep(this.tasks, task_id, words, MOST_TASKS);
  }
}
