/**
 * Work items read out of tool calls (specification 1 §6.1) and of the notes that the client injects when background work ends.
 * These are guesses: the client's own Task* hooks supersede them, which readers tell by `tool_use_id` in the payload (DESIGN §5).
 */
import type { Draft } from "./draft.ts";
import { record } from "../domain/unknown.ts";
import { list, textOf } from "./text.ts";

type TaskType = "task_created" | "task_started" | "task_progress" | "task_completed" | "task_failed";

const BY_STATUS: Record<string, TaskType> = {
  completed: "task_completed", in_progress: "task_started", failed: "task_failed", cancelled: "task_failed", canceled: "task_failed", deleted: "task_failed", stopped: "task_failed",
  killed: "task_failed",
};

/** Events that a tool call stands for besides its own `tool_started`. SendMessage stands for nothing. */
export function tasksOfToolCall(toolName: string, toolInput: unknown, toolUseId: string | undefined, agentId: string): Draft[] {
  const input = record(toolInput);
  const guess = toolUseId === undefined ? {} : { tool_use_id: toolUseId };
  switch (toolName) {
    case "TaskCreate":
      return [{ event_type: "task_created", task_id: pendingId(toolUseId, agentId), payload: { ...guess, ...wording(input) } }];
    case "TaskUpdate":
      return [taskUpdate(input, guess, pendingId(toolUseId, agentId))];
    case "TaskStop": {
      const id = idOf(input.task_id ?? input.taskId ?? input.shell_id);
      return id === undefined ? [] : [{ event_type: "task_failed", task_id: id, severity: "warn", payload: { ...guess, status: "stopped", error_message: "stopped" } }];
    }
    case "TodoWrite":
      return todoProgress(input, guess, agentId);
    default:
      return [];
  }
}

function taskUpdate(input: Record<string, unknown>, guess: { tool_use_id?: string }, fallbackId: string): Draft {
  const status = textOf(input.status);
  const event_type = (status !== undefined && Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status] : undefined) ?? "task_progress";
  const payload = { ...guess, ...wording(input), ...(status === undefined ? {} : { status }), ...(textOf(input.owner) ? { owner: textOf(input.owner) } : {}) };
  return { event_type, task_id: idOf(input.taskId ?? input.task_id) ?? fallbackId, payload, ...(event_type === "task_failed" ? { severity: "warn" as const } : {}) };
}

function todoProgress(input: Record<string, unknown>, guess: { tool_use_id?: string }, agentId: string): Draft[] {
  if (!Array.isArray(input.todos)) return [];
  const todos = list(input.todos).map(record);
  const current = todos.find((todo) => todo.status === "in_progress");
  const subject = textOf(current?.activeForm) ?? textOf(current?.content);
  const done = todos.filter((todo) => todo.status === "completed").length;
  return [{ event_type: "task_progress", task_id: `todos:${agentId}`, payload: { ...guess, done, total: todos.length, ...(subject ? { subject } : {}) } }];
}

/** A `<task-notification>` prompt: nobody typed it, and it tells what became of a background task (contract §10). */
export function tasksOfNotification(prompt: string): Draft[] {
  const text = prompt.slice(0, 4_096);
  const id = element(text, "task-id");
  const status = element(text, "status");
  const event_type = status !== undefined && Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status]! : null;
  if (id === undefined || event_type === null || status === undefined) return [];
  const toolUseId = element(text, "tool-use-id");
  const summary = element(text, "summary");
  const payload = { status, ...(toolUseId ? { tool_use_id: toolUseId } : {}), ...(summary ? { subject: summary } : {}) };
  return [{ event_type, task_id: id, payload, ...(event_type === "task_failed" ? { severity: "warn" as const } : {}) }];
}

export function isTaskNotification(prompt: string): boolean {
  return /^\s*<task-notification>/.test(prompt);
}

function element(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : textOf(text.slice(start + name.length + 2, end).trim());
}

function wording(input: Record<string, unknown>): { subject?: string; description?: string } {
  const subject = textOf(input.subject) ?? textOf(input.title);
  const description = textOf(input.description);
  return { ...(subject ? { subject } : {}), ...(description ? { description } : {}) };
}

function pendingId(toolUseId: string | undefined, agentId: string): string {
  return `pending:${toolUseId ?? agentId}`;
}

/** Ids of tasks are texts or small numbers. */
function idOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  const id = textOf(value);
  return id === undefined ? undefined : id.slice(0, 256);
}
