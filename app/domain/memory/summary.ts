/** What a session was about, from its record alone and the same every time (specification 4, summarize). */
import type { Interaction, SessionSummary } from "../../../schemas/generated/types.ts";
import { PROMPT, REPLY } from "../conversation/drafts.ts";
import { toolKind } from "../tool-kinds.ts";
import { plainLine, shortened } from "./plain.ts";
import { TaskList } from "./tasks.ts";

/** Of long lists the first and the last are kept: how it began, and where it ended. */
const FIRST_ASKED = 3;
const LAST_ASKED = 7;
const DONE = 30;
const FILES = 100;
const FAILURES = 8;
const LINE = 240;
const REPLY_LENGTH = 2_000;

/** Takes a session's interactions in their order, however many; holds little of them. */
export class SummaryBuilder {
  private readonly firstAsked: string[] = [];
  private lastAsked: string[] = [];
  private readonly commands = new Set<string>();
  private readonly files = new Set<string>();
  private readonly tools: Record<string, number> = {};
  private failures: string[] = [];
  private readonly tasks = new TaskList();
  private lastReply: string | null = null;
  private unanswered: string | null = null;
  /** The last failure, until the same call succeeds. */
  private failing: { call: string; line: string } | null = null;

  constructor(private readonly sessionId: string) {}

  /** What nobody has proved is no part of a summary. */
  add(row: Interaction): void {
    if (row.metadata.trust === "unverified") return;
    if (row.skill_name === PROMPT) this.asked(row);
    else if (row.skill_name === REPLY) this.replied(row);
    else this.called(row);
  }

  /** @param madeAt milliseconds */
  result(madeAt: number): SessionSummary {
    const files = [...this.files].slice(0, FILES);
    return {
      asked: [...this.firstAsked, ...this.lastAsked], done: this.doneLines(files), files, tools: this.tools, failures: this.failures, open: this.openEnds(), last_reply: this.lastReply, made_at: madeAt,
    };
  }

  private asked({ content, metadata, agent_id }: Interaction): void {
    if (metadata.injected === true || agent_id !== this.sessionId) return;
    const line = plainLine(content, LINE);
    if (this.firstAsked.length < FIRST_ASKED) this.firstAsked.push(line);
    else this.lastAsked = [...this.lastAsked, line].slice(-LAST_ASKED);
    this.unanswered = line;
  }

  private replied({ content, agent_id }: Interaction): void {
    if (agent_id !== this.sessionId || content === "") return;
    this.lastReply = shortened(content, REPLY_LENGTH);
    this.unanswered = null;
  }

  private called(row: Interaction): void {
    const { skill_name, skill_args, metadata, content } = row;
    this.tools[skill_name] = (this.tools[skill_name] ?? 0) + 1;
    this.tasks.note(row);
    const call = `${skill_name} ${content}`;
    if (metadata.ok === false) return this.failed(call, metadata.error ?? "");
    if (metadata.ok !== true) return;
    if (this.failing?.call === call) this.failing = null;
    const file = fileOf(skill_args);
    if (toolKind(skill_name, skill_args) === "editing" && file !== null) this.files.add(file);
    const command = skill_args?.["command"];
    if (typeof command === "string" && this.commands.size < DONE) this.commands.add(plainLine(command, LINE / 2));
  }

  private failed(call: string, error: string): void {
    const line = plainLine(`${call}: ${error}`, LINE);
    this.failures = [...this.failures, line].slice(-FAILURES);
    this.failing = { call, line };
  }

  private doneLines(files: string[]): string[] {
    return [
      ...this.tasks.done().map((subject) => `Completed: ${plainLine(subject, LINE)}`),
      ...files.map((file) => `Edited: ${plainLine(file, LINE)}`),
      ...[...this.commands].map((command) => `Ran: ${command}`),
    ].slice(0, DONE);
  }

  private openEnds(): string[] {
    return [
      ...(this.unanswered === null ? [] : [`Not answered: ${this.unanswered}`]),
      ...this.tasks.open().map((subject) => `Open task: ${plainLine(subject, LINE)}`).slice(0, 10),
      ...(this.failing === null ? [] : [`Failed last: ${this.failing.line}`]),
    ];
  }
}

function fileOf(args: Record<string, unknown> | null): string | null {
  const path = args?.["file_path"] ?? args?.["notebook_path"] ?? args?.["path"];
  return typeof path === "string" && path !== "" ? path : null;
}
