/** The options of the command line, and which command takes which. Pure. */

export const OPTIONS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  scope: { type: "string" },
  provider: { type: "string" },
  yes: { type: "boolean", short: "y" },
  "client-version": { type: "string" },
  "accept-shrunk": { type: "boolean" },
  http: { type: "boolean" },
  remove: { type: "boolean" },
  report: { type: "boolean" },
  json: { type: "boolean" },
  all: { type: "boolean" },
  after: { type: "string" },
  format: { type: "string" },
  out: { type: "string", short: "o" },
} as const;

type OptionName = keyof typeof OPTIONS;

/** Commands that hooks call are not here: they end well whatever stands behind them. */
const TAKES: Readonly<Record<string, readonly OptionName[]>> = {
  "": [],
  status: ["json"],
  quit: [],
  relay: [],
  hooks: [],
  "hooks status": [],
  "hooks install": ["scope", "provider", "yes", "client-version", "accept-shrunk", "http"],
  "hooks uninstall": ["scope", "provider", "yes"],
  "hooks repair": ["scope", "yes", "client-version", "accept-shrunk"],
  "hooks restore": ["scope", "yes"],
  "hooks plugin": ["client-version", "remove"],
  "hooks doctor": ["json", "report"],
  doctor: ["json", "report"],
  bridges: [],
  guard: ["all"],
  recall: ["all", "after"],
  export: ["format", "out"],
  import: [],
};

/**
 * An option that belongs to another command.
 * @returns its name and the command that does not take it; null where there is none, or no such command
 */
export function strayOption(positionals: readonly string[], given: Readonly<Record<string, unknown>>): { option: string; command: string } | null {
  const command = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find((words) => Object.hasOwn(TAKES, words));
  if (command === undefined) return null;
  const option = Object.keys(given).find((name) => !(TAKES[command] as readonly string[]).includes(name));
  return option === undefined ? null : { option, command };
}
