/** Help for one command: its own lines of the whole help, so that nothing is written down twice. Pure. */

/** What else a command may be written as. */
const ALSO: Readonly<Record<string, string>> = { "hooks doctor": "doctor", "hook port-start": "port", "hook port-end": "port", "port-start": "port", "port-end": "port" };

/** Whether help is asked for, wherever in the line; behind `--` are words. */
export function asksForHelp(argv: readonly string[]): boolean {
  return argv[0] === "help" || optionsOf(argv).some((word) => word === "--help" || word === "-h");
}

/** @param whole the help of all commands @param more the line that leads to it @returns `whole` where no command of ours is named */
export function helpFor(whole: string, more: string, argv: readonly string[]): string {
  const own = linesOf(whole, commandOf(argv));
  return own.length === 0 ? whole : [...own, "", more].join("\n");
}

/** Whether there is a command that begins so, however wrong the rest may be. */
export function isCommand(whole: string, argv: readonly string[]): boolean {
  return linesOf(whole, commandOf(argv)).length > 0;
}

function commandOf(argv: readonly string[]): string {
  const words = optionsOf(argv).filter((word) => !word.startsWith("-"));
  const [first = "", second = ""] = words[0] === "help" ? words.slice(1) : words;
  return ALSO[`${first} ${second}`] ?? ALSO[first] ?? first;
}

function optionsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/** Lines that name the command, and those indented below them. */
function linesOf(whole: string, command: string): string[] {
  let belongs = false;
  return whole.split("\n").filter((line) => {
    const named = /^ {2}agent-mascot(?: ([a-z]+)\b)?/.exec(line);
    belongs = named === null ? belongs && line.startsWith("   ") : command !== "" && named[1] === command;
    return belongs;
  });
}
