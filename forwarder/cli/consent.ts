/** Nothing is written to another program's files before a yes. */
import { createInterface } from "node:readline";
import { complain, print } from "../output.ts";
import type { Context } from "./context.ts";

/** Asks on the terminal. Where there is none the answer is no, and said to be. */
export async function confirmed(context: Context, question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    complain(context.say("needYes"));
    return false;
  }
  const lines = createInterface({ input: process.stdin });
  print(`${question} ${context.say("yesNo")}`);
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(""));
  });
  lines.close();
  const yes = /^(y|yes|ㅛ|예|네)$/i.test(answer.trim());
  if (!yes) print(`${context.say("cancelled")}\n`);
  return yes;
}
