/** Command line of the hook command. Pure. */

export interface HookArguments {
  /** `--home` is baked into the installed line: with it the run is silent, exits 0 and ignores MASCOT_* (DESIGN §7). */
  installed: boolean;
  home: string | null;
  /** Name of the hook event the line was installed for; null by hand. */
  event: string | null;
  /** Parent of the shell that ran the line: the client, where it sets no CLAUDE_PID. */
  parentPid: number | null;
  provider: string | null;
  /** The event is kept already, stdin is its spool file: only the app is to be started, where it is gone. */
  launchOnly: boolean;
  /** Arguments that mean nothing to us; a Windows path among them earns the WSL message. */
  rest: string[];
}

export function parseArguments(argv: readonly string[]): HookArguments {
  const result: HookArguments = { installed: false, home: null, event: null, parentPid: null, provider: null, launchOnly: false, rest: [] };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    const value = argv[i + 1];
    if (word === "--home") {
      result.installed = true;
      result.home = value ?? null;
      i++;
    } else if (word === "--event") {
      result.event = value ?? null;
      i++;
    } else if (word === "--parent") {
      result.parentPid = positiveInteger(value);
      i++;
    } else if (word === "--provider") {
      result.provider = value ?? null;
      i++;
    } else if (word === "--launch") {
      result.launchOnly = true;
    } else {
      result.rest.push(word);
    }
  }
  return result;
}

/** A pid from a text; null for anything that is not a positive whole number. */
export function positiveInteger(text: string | undefined): number | null {
  return text !== undefined && /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : null;
}
