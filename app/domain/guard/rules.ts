/**
 * What the guard says of a tool call (specification 2 §1.3, DESIGN §9). Pure.
 *
 * What it checks, exactly: that a port runs for the session's own project while the client's editing tools, MCP tools that write files, or shell commands whose
 * text says that they write would change something in that project. It is no sandbox: what a program of the project writes while it runs is not looked into.
 */
import { maskText } from "../masking.ts";
import { shortened } from "../memory/plain.ts";
import { proposedId } from "../ports/port-id.ts";
import { PERSONS_RULES } from "./rules-file.ts";
import type { ToolWrite, ToolWrites } from "./tool-writes.ts";

export type GuardMode = "strict" | "warn" | "off";

export interface GuardQuestion {
  tool: string;
  told: ToolWrites;
  mode: GuardMode;
  /** Suggest a ready port made of the edit. */
  autoCreate: boolean;
  /** Ports that count for this session in its project. */
  running: readonly { id: string }[];
  /** Ports of the project that could be started. */
  ready: readonly { id: string; title: string }[];
  /** Where a path leads. Words that only running would expand are asked too. */
  placeOf(path: string): Place;
  /** The project has a file of rules, that goes away with its folder. */
  hasRules: boolean;
}

/** `rules`: the project's own file of rules, or what the app itself keeps; `top`: the project's folder; `above`: one that holds it. */
export type Place = "inside" | "outside" | "rules" | "top" | "above";

export type GuardCause = "no_port" | "rules_file";

export type Verdict =
  | { kind: "pass" }
  | { kind: "deny" | "warn"; cause: GuardCause; writes: ToolWrite[]; /** For the model. */ reason: string; suggestions: string[] };

const PASS: Verdict = { kind: "pass" };
const PATHS_NAMED = 5;
const PORTS_NAMED = 3;
/** No name of a file is longer. */
const LONGEST_NAMED = 4_096;
const LONGEST_TOLD = 120;

export function judge(question: GuardQuestion): Verdict {
  if (question.mode === "off") return PASS;
  const touchesRules = question.told.writes.filter((write) => changesRules(write, question));
  if (touchesRules.length > 0) return { kind: "deny", cause: "rules_file", writes: touchesRules, reason: rulesReason(question), suggestions: [] };
  if (question.running.length > 0) return PASS;
  const writes = question.told.writes.filter((write) => write.paths.length === 0 || write.paths.some((path) => isInside(question.placeOf(path), write)));
  if (writes.length === 0) return PASS;
  const suggestions = suggestionsFor(question, writes);
  return { kind: question.mode === "strict" ? "deny" : "warn", cause: "no_port", writes, reason: portReason(question, writes, suggestions), suggestions };
}

function changesRules({ paths, removes = false, lands = [] }: ToolWrite, { placeOf, hasRules }: GuardQuestion): boolean {
  if (paths.includes(PERSONS_RULES)) return true;
  if ([...paths, ...lands].some((path) => placeOf(path) === "rules")) return true;
  return removes && hasRules && paths.some((path) => /^(?:top|above)$/.test(placeOf(path)));
}

function isInside(place: Place, { removes = false }: ToolWrite): boolean {
  return place === "inside" || place === "top" || (removes && place === "above");
}

function rulesReason({ mode }: GuardQuestion): string {
  return `Agent Mascot: the rules for edits in this project (.agent-mascot.yaml and agent-mascot guard; tracking mode: ${mode}) are changed by the person, not by an agent. Tell them what you would like to have in it and go on with the rest.`;
}

function portReason(question: GuardQuestion, writes: ToolWrite[], suggestions: readonly string[]): string {
  const what = question.mode === "strict" ? "Edits in this project need a running port (work item), and none runs for this session." : "No port (work item) runs for this session, so this edit is not tracked.";
  const then = question.mode === "strict" ? "Start one, then repeat this call" : "To track it";
  return [
    `Agent Mascot: ${what}`,
    `This call would change: ${describe(writes)}.`,
    ...(suggestions.length > 0 ? [`${then}:`, ...suggestions.map((line) => `  ${line}`)] : []),
    `Checked: editing tools, MCP tools that write files, and shell commands by their text, in this project only (tracking mode: ${question.mode}).`,
  ].join("\n");
}

/** Of thousands of paths only those that are named are made readable. */
function describe(writes: ToolWrite[]): string {
  const all = new Map(writes.flatMap((write) => (write.paths.length > 0 ? write.paths : [null]).map((path) => [`${path} ${write.by}`, { path, write }] as const)));
  const named = [...all.values()].slice(0, PATHS_NAMED).map(({ path, write }) => (path === null ? untold(write) : `${oneLine(path)} (${write.by})`)).join(", ");
  return all.size > PATHS_NAMED ? `${named} and ${all.size - PATHS_NAMED} more` : named;
}

function untold({ by, kind }: ToolWrite): string {
  return `files that only running ${oneLine(by)} would tell${kind === "unreadable_code" ? "; its code cannot be read here" : ""}`;
}

function suggestionsFor({ ready, autoCreate, tool }: GuardQuestion, writes: ToolWrite[]): string[] {
  const started = ready.slice(0, PORTS_NAMED).map(({ id }) => `agent-mascot port start ${id}`);
  if (!autoCreate) return [...started, 'agent-mascot port create <id> --title "<what you are doing>" && agent-mascot port start <id>'];
  const { id, title } = suggestedPort(tool, writes);
  return [`agent-mascot port create ${id} --title ${quoted(title)} && agent-mascot port start ${id}`, ...started];
}

/** A name for the work, made of the first file that would change. */
export function suggestedPort(tool: string, writes: readonly ToolWrite[]): { id: string; title: string } {
  const path = writes.flatMap(({ paths }) => paths).find((candidate) => !/[$`{}*?]/.test(candidate) && holdsNoSecret(candidate));
  const parts = (path ?? "").split(/[\\/]+/).filter((part) => part !== "" && part !== "." && part !== "..");
  const file = parts.at(-1);
  if (file === undefined) return { id: "shell-work", title: `Work by ${tool}` };
  const stem = file.replace(/\.[^.]*$/, "") || file;
  const id = proposedId(`edit-${stem}`) ?? "edit-file";
  return { id, title: oneLine(`Edit ${parts.slice(-2).join("/")}`) };
}

/** An id is spelt anew, and nobody would know a secret in it again. */
function holdsNoSecret(path: string): boolean {
  return path.length <= LONGEST_NAMED && maskText(path) === path;
}

/** For a POSIX shell, whatever the text holds. */
export function quoted(text: string): string {
  return `'${text.replace(/[\p{Cc}]+/gu, " ").replace(/'/g, "'\\''")}'`;
}

function oneLine(text: string): string {
  return shortened(text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " "), LONGEST_TOLD);
}

/** @returns whether the first lets more pass than the second */
export function isLooser(mode: GuardMode, than: GuardMode): boolean {
  return STRICTNESS[mode] < STRICTNESS[than];
}

const STRICTNESS: Record<GuardMode, number> = { off: 0, warn: 1, strict: 2 };

/** A project's file tightens at once; what it loosens needs the person's word. @param base what holds without the file */
export function effectiveMode(base: GuardMode, file: GuardMode | null, accepted: boolean): GuardMode {
  if (file === null) return base;
  return accepted || !isLooser(file, base) ? file : base;
}
