/** The agent's own list of tasks, as its calls tell it. */
import type { Interaction } from "../../../schemas/generated/types.ts";
import { wordOf } from "../unknown.ts";

interface Task {
  subject: string;
  done: boolean;
}

export class TaskList {
  private readonly tasks = new Map<string, Task>();

  note({ skill_name, skill_args, metadata, id }: Interaction): void {
    if (metadata.ok === false || skill_args === null) return;
    if (skill_name === "TaskCreate") this.created(skill_args, metadata.result, id);
    else if (skill_name === "TaskUpdate") this.updated(skill_args);
    else if (skill_name === "TodoWrite") this.written(skill_args);
  }

  done(): string[] {
    return this.subjects(true);
  }

  open(): string[] {
    return this.subjects(false);
  }

  private created(args: Record<string, unknown>, result: string | undefined, row: string): void {
    if (typeof args["subject"] === "string") this.tasks.set(taskId(result) ?? row, { subject: args["subject"], done: false });
  }

  private updated(args: Record<string, unknown>): void {
    const id = wordOf(args["taskId"]);
    const task = this.tasks.get(id);
    if (!task) return;
    if (args["status"] === "deleted") this.tasks.delete(id);
    else this.tasks.set(id, { subject: typeof args["subject"] === "string" ? args["subject"] : task.subject, done: args["status"] === undefined ? task.done : args["status"] === "completed" });
  }

  /** A list that is always written as a whole. */
  private written(args: Record<string, unknown>): void {
    if (!Array.isArray(args["todos"])) return;
    for (const key of [...this.tasks.keys()]) if (key.startsWith("todo:")) this.tasks.delete(key);
    args["todos"].forEach((todo: unknown, i) => {
      const { content, status } = (todo ?? {}) as { content?: unknown; status?: unknown };
      if (typeof content === "string") this.tasks.set(`todo:${i}`, { subject: content, done: status === "completed" });
    });
  }

  private subjects(done: boolean): string[] {
    return [...this.tasks.values()].filter((task) => task.done === done).map(({ subject }) => subject);
  }
}

function taskId(result: string | undefined): string | null {
  try {
    const id = (JSON.parse(result ?? "null") as { task?: { id?: unknown } } | null)?.task?.id;
    return typeof id === "string" || typeof id === "number" ? String(id) : null;
  } catch {
    return null;
  }
}
