/** `agent-mascot guard`: which rule holds for edits in a project, and the person's change of it. */
import type { GuardState } from "../../schemas/generated/types.ts";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask } from "./client.ts";
import { type Context, DONE, FAILED } from "./context.ts";

export const GUARD_WORDS = ["status", "strict", "warn", "off", "default", "accept"] as const;
export type GuardWord = (typeof GUARD_WORDS)[number];

/** @param all the rule for all projects instead of that of the current folder */
export async function guardCommand(context: Context, word: GuardWord, all: boolean): Promise<number> {
  const place: Record<string, string> = all ? {} : { cwd: context.cwd };
  const search = new URLSearchParams(place);
  const reply = word === "status" ? await ask(context.home, "GET", `/api/guard?${search}`) : await ask(context.home, "POST", "/api/guard", { body: { ...place, ...changeOf(word) } });
  if (reply.ok && reply.status === 409) {
    complain(context.say("nothingToAccept"));
    return FAILED;
  }
  if (!reply.ok || reply.status !== 200) {
    complain(problem(context, reply));
    return FAILED;
  }
  report(context, reply.body as GuardState);
  return DONE;
}

function changeOf(word: Exclude<GuardWord, "status">): Record<string, unknown> {
  if (word === "accept") return { accept: true };
  return { mode: word === "default" ? null : word };
}

function report({ say }: Context, { project, mode, rule, everywhere, waiting, problem: fault }: GuardState): void {
  print(`${project === null ? say("guardEverywhere", say(`guard_${everywhere}`)) : say("guardProject", project, say(`guard_${mode}`))}\n`);
  if (project !== null && rule === null && mode === everywhere) print(`${say("guardNoRule")}\n`);
  if (fault) print(`${say(`guardFile_${fault.problem}`, String(fault.line), String(fault.column), fault.detail)}\n`);
  if (waiting !== null) print(`${say("guardWaiting", say(`guard_${waiting}`))}\n`);
}
