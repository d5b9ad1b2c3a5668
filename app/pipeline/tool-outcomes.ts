/** What a call's result tells beyond that it succeeded or failed: checks that failed, files that were edited, what the person decided. One payload is enough for each. */
import type { CheckOutcome } from "../domain/event-payloads.ts";
import { type Verdict, verdictOf } from "../domain/quality/verdict.ts";
import { shortTarget, toolKind } from "../domain/tool-kinds.ts";
import type { Draft } from "./draft.ts";
import { record } from "../domain/unknown.ts";
import { excerpt, list, textOf } from "./text.ts";

export interface EndedCall {
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
}

const SHELLS = new Set(["Bash", "PowerShell"]);
const COMMAND_LENGTH = 200;

/** @param result of a call that went well: its response; of one that failed: the error's text @param exitCode null where nobody told */
export function verdictOfCall({ tool_name, tool_input }: EndedCall, result: unknown, exitCode: number | null): Verdict | null {
  if (!SHELLS.has(tool_name)) return null;
  const { command, run_in_background } = record(tool_input);
  const response = record(result);
  // Nobody knows yet how it ends, or how it would have.
  if (typeof command !== "string" || run_in_background === true || response.backgroundTaskId !== undefined || response.interrupted === true) return null;
  return verdictOf({ command, exitCode, output: outputOf(result) });
}

function outputOf(result: unknown): string {
  if (typeof result === "string") return result;
  const { stdout, stderr } = record(result);
  return [stdout, stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
}

export function checkOutcome(verdict: Verdict | null): CheckOutcome | undefined {
  return verdict === null ? undefined : { kind: verdict.kind, outcome: verdict.outcome, name: verdict.check };
}

/** `test_failed`, `build_failed`, or the warning of a linter. */
export function failedCheck(call: EndedCall, verdict: Verdict | null, exitCode: number | null): Draft[] {
  if (verdict === null || verdict.outcome !== "failed") return [];
  const { kind, check, count, line } = verdict;
  const target = shortTarget(call.tool_name, call.tool_input);
  const common = {
    check, command: excerpt(textOf(record(call.tool_input).command), COMMAND_LENGTH), count, line, exit_code: exitCode ?? undefined, tool_name: call.tool_name, tool_use_id: call.tool_use_id,
    target,
  };
  if (kind === "lint") return [{ event_type: "quality_warning", severity: "warn", payload: { rule: "lint_failed", explanation: `${check} found problems`, ...common } }];
  return [{ event_type: kind === "test" ? "test_failed" : "build_failed", severity: "warn", payload: common }];
}

/** A successful edit by a tool that names its file. What a shell writes is the guard's question. */
export function fileEdit(call: EndedCall, response: unknown): Draft[] {
  const path = editedFile(call);
  if (path === undefined) return [];
  const { type, originalFile, structuredPatch } = record(response);
  const kind = type === "create" || (call.tool_name === "Write" && originalFile === null) ? "created" : type === "update" || call.tool_name !== "Write" ? "changed" : undefined;
  return [{
    event_type: "file_edit",
    payload: { tool_name: call.tool_name, tool_use_id: call.tool_use_id, file_path: path, target: shortTarget(call.tool_name, call.tool_input), kind, ...lines(structuredPatch, kind, record(call.tool_input).content) },
  }];
}

const EDITORS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

function editedFile({ tool_name, tool_input }: EndedCall): string | undefined {
  const input = record(tool_input);
  if (EDITORS.has(tool_name)) return textOf(input.file_path) ?? textOf(input.notebook_path);
  // Other servers' tools name files in few ways; one that names none edits something else.
  if (!tool_name.startsWith("mcp__") || toolKind(tool_name, tool_input) !== "editing") return undefined;
  return textOf(input.file_path) ?? textOf(input.filePath) ?? textOf(input.path);
}

/** From the patch, where the client tells one; a new file has only added lines. */
function lines(patch: unknown, kind: string | undefined, content: unknown): { lines_added?: number; lines_removed?: number } {
  const hunks = list(patch).map((hunk) => list(record(hunk).lines));
  if (hunks.length > 0) return { lines_added: starting(hunks, "+"), lines_removed: starting(hunks, "-") };
  return kind === "created" && typeof content === "string" ? { lines_added: lineCount(content), lines_removed: 0 } : {};
}

function starting(hunks: unknown[][], sign: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.filter((line) => typeof line === "string" && line.startsWith(sign)).length, 0);
}

function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const ANSWERS_LENGTH = 500;

/** A plan that was approved, questions that were answered: the call ends well only by the person. */
export function personsDecision(call: EndedCall, response: unknown): Draft[] {
  const common = { tool_name: call.tool_name, tool_use_id: call.tool_use_id };
  if (call.tool_name === "ExitPlanMode") return record(response).isAgent === true ? [] : [{ event_type: "decision", payload: { decision: "plan_approved", about: "plan", ...common } }];
  if (call.tool_name !== "AskUserQuestion") return [];
  const answers = Object.entries(record(record(response).answers)).map(([question, answer]) => `${question} → ${typeof answer === "string" ? answer : JSON.stringify(answer)}`);
  return [{ event_type: "decision", payload: { decision: "answered", about: "question", ...common, target: shortTarget(call.tool_name, call.tool_input), answer: excerpt(answers.join("; "), ANSWERS_LENGTH) } }];
}
