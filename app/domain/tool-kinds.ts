/**
 * What a tool call looks like from outside: its kind (the mascot's state of work) and a short target (the bubble's words).
 */
import type { ToolKind } from "./event-payloads.ts";
import { plainly } from "./answering/plainly.ts";
import { pathBase } from "./identity.ts";

const TARGET_LENGTH = 60;

const KINDS: Record<string, ToolKind> = {
  Read: "reading", NotebookRead: "reading", ReadMcpResource: "reading", ReadMcpResourceTool: "reading", BashOutput: "reading", TaskOutput: "reading", Skill: "reading",
  Edit: "editing", Write: "editing", MultiEdit: "editing", NotebookEdit: "editing",
  Bash: "running", PowerShell: "running", KillShell: "running", KillBash: "running", TaskStop: "running", Monitor: "running",
  Grep: "searching", Glob: "searching", LS: "searching", ToolSearch: "searching", LSP: "searching", ListMcpResources: "searching", ListMcpResourcesTool: "searching", ListAgents: "searching",
  WebFetch: "browsing", WebSearch: "browsing",
  Agent: "delegating", Task: "delegating", Workflow: "delegating", SendMessage: "delegating", TeamCreate: "delegating", TeamDelete: "delegating",
  TodoWrite: "planning", TodoRead: "planning", TaskCreate: "planning", TaskUpdate: "planning", TaskList: "planning", TaskGet: "planning", ExitPlanMode: "planning",
  EnterPlanMode: "planning", AskUserQuestion: "planning", ScheduleWakeup: "planning", CronCreate: "planning", CronDelete: "planning", CronList: "planning", ReportFindings: "planning",
};

/** Words of an MCP tool's name, tried in this order. */
const MCP_WORDS: [RegExp, ToolKind][] = [
  [/(^|_)(browser|browse|navigate|fetch|crawl|scrape|screenshot|web|url|page|click)(_|$)/, "browsing"],
  [/(^|_)(write|edit|create|update|delete|insert|append|patch|move|rename|put|set|add|remove|replace|upload)(_|$)/, "editing"],
  [/(^|_)(search|find|query|list|grep|glob|lookup)(_|$)/, "searching"],
  [/(^|_)(read|get|show|view|describe|open|download)(_|$)/, "reading"],
  [/(^|_)(plan|todo|think|thinking|task)(_|$)/, "planning"],
];

/** Kind of a tool call; running for what is not known, since a tool of unknown kind does run. */
export function toolKind(toolName: string, input?: unknown): ToolKind {
  if (toolName === "Bash" || toolName === "PowerShell") return onlySearches(field(input, "command")) ? "searching" : "running";
  const known = Object.hasOwn(KINDS, toolName) ? KINDS[toolName] : undefined;
  if (known) return known;
  return toolName.startsWith("mcp__") ? mcpKind(toolName) : "running";
}

function mcpKind(toolName: string): ToolKind {
  const [, server = "", ...rest] = toolName.split("__");
  const tool = snake(rest.join("_"));
  for (const [words, kind] of MCP_WORDS) if (words.test(tool)) return kind;
  return /browser|playwright|puppeteer|chrome|fetch/i.test(server) ? "browsing" : "running";
}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[-. ]+/g, "_").toLowerCase();
}

const SEARCHERS = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack", "find", "fd", "ls", "tree", "locate", "which", "whereis"]);
const QUIET_FILTERS = new Set(["head", "tail", "sort", "uniq", "wc", "cut", "nl", "less", "cat", "true", ...SEARCHERS]);
/** Anything by which a search could become an act: redirection, substitution, find's actions. */
const ACTS = /[>`]|\$\(|<\(|\s-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls)\b/;
const MAX_INSPECTED = 2_000;

/** True only when the whole command plainly does nothing but look things up. */
function onlySearches(command: string | undefined): boolean {
  if (!command || command.length > MAX_INSPECTED || ACTS.test(command.replace(/2>(?:&1|\/dev\/null)/g, ""))) return false;
  const parts = command.split(/\|\||&&|[|;\n]/).map((part) => part.trim()).filter((part) => part !== "");
  const programs = parts.map(programOf).filter((program) => program !== "cd");
  return programs.some((program) => SEARCHERS.has(program)) && programs.every((program) => QUIET_FILTERS.has(program));
}

function programOf(part: string): string {
  if (/(^|[^&])&([^&]|$)/.test(part.replace(/2>&1/g, ""))) return "";
  const words = part.split(/\s+/);
  return words[0] === "git" && (words[1] === "grep" || words[1] === "ls-files") ? "grep" : (words[0] ?? "");
}

const PATH_FIELDS = ["file_path", "notebook_path", "path", "filePath", "filename"];
const TEXT_FIELDS = ["pattern", "query", "description", "subject", "skill", "command_name", "taskId", "task_id", "name", "title"];

/** A few words that name what the call is about: file name, first line of the command, pattern, host. At most 60 characters, never JSON; undefined when the input names nothing. */
export function shortTarget(toolName: string, input: unknown): string | undefined {
  const text = questionOf(input) ?? commandOf(toolName, input) ?? hostOf(input) ?? searchOf(toolName, input) ?? fileOf(input) ?? firstField(input, TEXT_FIELDS);
  // A command or a path is told as it really is, whatever is in it.
  return text === undefined ? undefined : shorten(plainly(text.slice(0, MAX_INSPECTED)), TARGET_LENGTH);
}

/** First question of an AskUserQuestion input. */
export function questionOf(input: unknown): string | undefined {
  const questions = (input as { questions?: unknown } | null | undefined)?.questions;
  return Array.isArray(questions) ? field(questions[0], "question") : undefined;
}

function commandOf(toolName: string, input: unknown): string | undefined {
  const command = field(input, "command");
  if (command === undefined) return undefined;
  const line = command.slice(0, MAX_INSPECTED).split("\n").map((text) => text.trim()).find((text) => text !== "" && !text.startsWith("#"));
  return line ?? toolName;
}

function hostOf(input: unknown): string | undefined {
  const url = field(input, "url");
  const host = url ? /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url.slice(0, MAX_INSPECTED)) : null;
  return host?.[1];
}

/** A search is about its pattern, not about the folder it looks in. */
function searchOf(toolName: string, input: unknown): string | undefined {
  return toolName === "Grep" || toolName === "Glob" ? field(input, "pattern") : undefined;
}

function fileOf(input: unknown): string | undefined {
  return pathBase(firstField(input, PATH_FIELDS)) ?? undefined;
}

function firstField(input: unknown, names: string[]): string | undefined {
  for (const name of names) {
    const value = field(input, name);
    if (value) return value;
  }
  return undefined;
}

function field(input: unknown, name: string): string | undefined {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) return undefined;
  const value = (input as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Marks that show what follows in another order than it was written. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * One line without control characters, cut at a character border with an ellipsis: bubbles, pages and notifications show it. `length` counts UTF-16 units.
 * What would turn the rest is spelled out; signs of ordinary writing that cannot be seen (Persian has one in many words) stay.
 */
export function shorten(text: string, length: number): string {
  const line = text.slice(0, length * 4).replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim().replace(TURNS, plainly);
  if (line.length <= length) return line;
  return `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$|⟨[^⟩]{0,12}$/, "")}…`;
}

/** Tools whose call is itself a question to the person (contract §10). */
export function asksPerson(toolName: string): boolean {
  return toolName === "AskUserQuestion";
}
