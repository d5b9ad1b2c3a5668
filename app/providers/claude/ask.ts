/** A permission request, question or plan of the client: what it says, and the answers that the client takes (contract §9, §11). Pure. */
import type { AskAnswer, AskContent, AskDetail, AskKind, AskQuestion, AskReply, AskSuggestion } from "../../../schemas/generated/types.ts";
import type { ReadAsk } from "../../answering-parts.ts";
import { plainly } from "../../domain/answering/plainly.ts";
import { toolKind } from "../../domain/tool-kinds.ts";
import { isRecord, record } from "../../domain/unknown.ts";

/** What is longer cannot be looked through in a bubble: the client's own dialog is the place for it. Characters of JSON. */
const MOST_SHOWN = 200_000;
const MOST_SUGGESTIONS = 64;
const MOST_QUESTIONS = 16;
const MOST_OPTIONS = 64;

/** Fields of the input that a call is about, the first that is there. */
const MAIN_FIELDS = ["command", "file_path", "notebook_path", "url", "path", "query", "pattern", "skill"];
const BEFORE = new Set(["old_string", "old_source"]);
const AFTER = new Set(["new_string", "new_source"]);

/** @returns null for what is none of the client's requests, or cannot be shown in full */
export function readAsk(payload: unknown): ReadAsk | null {
  const { hook_event_name, tool_name, tool_input, permission_suggestions, cwd, agent_id, permission_mode } = record(payload);
  if (hook_event_name !== "PermissionRequest" || typeof tool_name !== "string" || tool_name === "" || !isRecord(tool_input)) return null;
  const raw = Array.isArray(permission_suggestions) ? permission_suggestions.slice(0, MOST_SUGGESTIONS) : [];
  if (JSON.stringify([tool_input, raw]).length > MOST_SHOWN) return null;
  const content = contentOf(tool_name, tool_input, raw);
  if (content === null) return null;
  return {
    content,
    cwd: typeof cwd === "string" ? cwd : "",
    bySubagent: typeof agent_id === "string" && agent_id !== "",
    permissionMode: typeof permission_mode === "string" ? permission_mode : null,
    output: (answer) => decisionOf(answer, content, tool_input, raw),
  };
}

function contentOf(tool: string, input: Record<string, unknown>, raw: readonly unknown[]): AskContent | null {
  const kind: AskKind = tool === "AskUserQuestion" ? "question" : tool === "ExitPlanMode" ? "plan" : "permission";
  const questions = kind === "question" ? questionsOf(input) : [];
  const plan = kind === "plan" ? text(input["plan"]) : null;
  if (questions === null || (kind === "plan" && plan === null)) return null;
  const main = kind === "permission" ? mainField(input) : null;
  return {
    kind,
    tool_name: plainly(tool),
    tool_kind: toolKind(tool, input),
    main: plainly(main === null ? toolTitle(tool) : String(input[main])),
    note: kind === "permission" && typeof input["description"] === "string" && input["description"] !== "" ? plainly(input["description"]) : null,
    details: kind === "permission" ? detailsOf(input, main) : [],
    suggestions: kind === "permission" ? raw.flatMap(suggestionOf) : [],
    questions,
    plan: plan === null ? null : plainly(plan),
  };
}

function mainField(input: Record<string, unknown>): string | null {
  return MAIN_FIELDS.find((name) => typeof input[name] === "string" && input[name] !== "") ?? null;
}

/** `mcp__server__tool` → `server: tool` */
function toolTitle(tool: string): string {
  const [prefix, server, ...rest] = tool.split("__");
  return prefix === "mcp" && server && rest.length > 0 ? `${server}: ${rest.join("__")}` : tool;
}

/** Every field that is not shown already. */
function detailsOf(input: Record<string, unknown>, main: string | null): AskDetail[] {
  return Object.entries(input).filter(([name, value]) => name !== main && value !== undefined && !(name === "description" && typeof value === "string")).map(([name, value]) => detail(name, value));
}

function detail(name: string, value: unknown): AskDetail {
  const shown = plainly(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  const form = BEFORE.has(name) ? "before" : AFTER.has(name) ? "after" : shown.includes("\n") || shown.length > 60 ? "block" : "line";
  return { name: plainly(name), text: shown, form };
}

/** @returns null when there is none, or one that cannot be answered by choosing */
function questionsOf(input: Record<string, unknown>): AskQuestion[] | null {
  const { questions } = input;
  if (!Array.isArray(questions) || questions.length === 0 || questions.length > MOST_QUESTIONS) return null;
  const read = questions.map(questionIn);
  // Answers are told by the question's words: two alike could not be told apart.
  const names = new Set(read.map((question) => question?.question));
  return read.includes(null) || names.size !== read.length ? null : (read as AskQuestion[]);
}

function questionIn(value: unknown): AskQuestion | null {
  const { question, header, multiSelect, options } = record(value);
  if (typeof question !== "string" || question === "" || !Array.isArray(options) || options.length > MOST_OPTIONS) return null;
  const read = options.map((option) => ({ label: text(record(option)["label"]), description: text(record(option)["description"]) ?? "" }));
  if (read.some(({ label }) => label === null)) return null;
  return {
    question: plainly(question), header: plainly(text(header) ?? ""), multiple: multiSelect === true,
    options: read.map(({ label, description }) => ({ label: plainly(label ?? ""), description: plainly(description) })),
  };
}

const LASTING: Record<string, AskSuggestion["lasting"]> = { session: "session", localSettings: "local", projectSettings: "project", userSettings: "user" };

/** What the person may choose of the client's suggestions. Those of a kind that is not known here are not offered: nobody could say what they do. */
function suggestionOf(value: unknown, number: number): AskSuggestion[] {
  const { type, destination, rules, behavior, directories, mode } = record(value);
  const lasting = typeof destination === "string" && Object.hasOwn(LASTING, destination) ? LASTING[destination] : undefined;
  if (lasting === undefined) return [];
  if (type === "setMode" && mode === "acceptEdits") return [{ number, kind: "edits", what: "", lasting }];
  if (type === "addDirectories" && isTexts(directories)) return [{ number, kind: "folders", what: plainly(directories.join(", ")), lasting }];
  if (type === "addRules" && behavior === "allow" && Array.isArray(rules) && rules.length > 0) {
    const names = rules.map(ruleName);
    return names.includes(null) ? [] : [{ number, kind: "rules", what: plainly(names.join(", ")), lasting }];
  }
  return [];
}

function ruleName(rule: unknown): string | null {
  const { toolName, ruleContent } = record(rule);
  if (typeof toolName !== "string") return null;
  return typeof ruleContent === "string" && ruleContent !== "" ? `${toolName}(${ruleContent})` : toolName;
}

function decisionOf(answer: AskAnswer, content: AskContent, input: Record<string, unknown>, raw: readonly unknown[]): Record<string, unknown> | null {
  switch (answer.how) {
    case "deny": return content.kind === "question" ? null : output({ behavior: "deny", ...(answer.reason ? { message: answer.reason } : {}) });
    case "allow": return allowed(answer, content, input, raw);
    case "reply": return replied(answer, content, input);
    case "terminal": return null;
  }
}

function allowed({ always = [] }: AskAnswer, { kind, suggestions }: AskContent, input: Record<string, unknown>, raw: readonly unknown[]): Record<string, unknown> | null {
  if (kind === "question" || always.some((number) => !suggestions.some((offered) => offered.number === number))) return null;
  // Without its own input back the client takes no notice of the approval and goes on asking (tried with 2.1.332).
  if (kind === "plan") return output({ behavior: "allow", updatedInput: input });
  return output({ behavior: "allow", ...(always.length > 0 ? { updatedPermissions: always.map((number) => raw[number]) } : {}) });
}

function replied({ replies = [] }: AskAnswer, { kind, questions }: AskContent, input: Record<string, unknown>): Record<string, unknown> | null {
  const asked = input["questions"];
  if (kind !== "question" || replies.length !== questions.length || !Array.isArray(asked)) return null;
  const answers = questions.map((question, i) => [String(record(asked[i])["question"]), replyText(replies[i], question, record(asked[i]))] as const);
  return answers.some(([, told]) => told === null) ? null : output({ behavior: "allow", updatedInput: { ...input, answers: Object.fromEntries(answers) } });
}

/** In the client's own words: labels, several with commas between, and the person's own words behind them. */
function replyText(reply: AskReply | undefined, { multiple, options }: AskQuestion, asked: Record<string, unknown>): string | null {
  if (reply === undefined) return null;
  const { labels, words } = reply;
  const given = labels.length + (words === undefined ? 0 : 1);
  if (given === 0 || (!multiple && given > 1) || new Set(labels).size !== labels.length || labels.some((label) => label >= options.length)) return null;
  const own = asked["options"] as { label: string }[];
  return [...labels.map((label) => String(own[label]?.label)), ...(words === undefined ? [] : [words])].join(", ");
}

function output(decision: Record<string, unknown>): Record<string, unknown> {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}
