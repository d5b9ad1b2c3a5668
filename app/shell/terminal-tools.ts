/** What terminal-window.ts needs of the system: xprop, a program that raises windows, and /proc. */
import { execFile } from "node:child_process";
import { readProcFileNow } from "../machine/proc-file.ts";
import type { TerminalTools } from "./terminal-window.ts";

const ASK_TIMEOUT = 2_000;
const STAT_BYTES = 4 * 1024;
const MOST_ANCESTORS = 40;

/** @returns null where xprop is missing */
export function terminalTools(findProgram: (name: string) => string | null): TerminalTools | null {
  const [xprop, xdotool, wmctrl] = ["xprop", "xdotool", "wmctrl"].map(findProgram);
  if (!xprop) return null;
  const { DISPLAY, XAUTHORITY, HOME } = process.env;
  const env = { DISPLAY, XAUTHORITY, HOME, LC_ALL: "C" };
  const run = (program: string, args: readonly string[]) =>
    new Promise<string | null>((resolve) => void execFile(program, args, { env, timeout: ASK_TIMEOUT }, (error, stdout) => resolve(error ? null : stdout)));
  return {
    ask: async (args) => (await run(xprop, args)) ?? "",
    ancestors,
    async activate(id) {
      if (xdotool) return (await run(xdotool, ["windowactivate", id])) !== null;
      return wmctrl ? (await run(wmctrl, ["-i", "-a", id])) !== null : false;
    },
  };
}

function ancestors(pid: number): number[] {
  const chain: number[] = [];
  for (let at = pid; at > 1 && chain.length < MOST_ANCESTORS && !chain.includes(at); at = parentOf(at)) chain.push(at);
  return chain;
}

/** Second field behind the program's name, which may hold blanks and parentheses. */
function parentOf(pid: number): number {
  const stat = readProcFileNow(`/proc/${pid}/stat`, STAT_BYTES) ?? "";
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) || 0;
}
