/**
 * The window of the terminal that a client runs in, on X11: the window whose process is the nearest ancestor of the client's. A terminal that draws its tabs
 * in one window, and all its windows in one process, is found as that process' topmost window; tmux and screen have no window of their own.
 * Free of processes, which are passed in.
 */
export interface TerminalTools {
  /** `xprop` with these arguments; "" when it cannot. */
  ask(args: readonly string[]): Promise<string>;
  /** A process and those it descends from, the nearest first. */
  ancestors(pid: number): number[];
  /** Brings a window to the front. @returns whether there was a program that can */
  activate(windowId: string): Promise<boolean>;
}

/** Each costs a process. */
const MOST_WINDOWS = 60;

export class TerminalWindows {
  constructor(private readonly tools: TerminalTools) {}

  /** @param pid of the client */
  async isInFront(pid: number): Promise<boolean> {
    const [active] = idsIn(await this.tools.ask(["-root", "_NET_ACTIVE_WINDOW"]));
    if (active === undefined) return false;
    const owner = await this.ownerOf(active);
    return owner !== null && this.tools.ancestors(pid).includes(owner);
  }

  /** @returns whether the terminal's window was found and raised */
  async raise(pid: number): Promise<boolean> {
    const id = await this.find(pid);
    return id !== null && this.tools.activate(id);
  }

  private async find(pid: number): Promise<string | null> {
    const ids = idsIn(await this.tools.ask(["-root", "_NET_CLIENT_LIST_STACKING"])).reverse().slice(0, MOST_WINDOWS);
    const owners = await Promise.all(ids.map((id) => this.ownerOf(id)));
    for (const ancestor of this.tools.ancestors(pid)) {
      const at = owners.indexOf(ancestor);
      if (at !== -1) return ids[at] ?? null;
    }
    return null;
  }

  private async ownerOf(id: string): Promise<number | null> {
    const pid = Number(/_NET_WM_PID\(CARDINAL\) = (\d+)/.exec(await this.tools.ask(["-id", id, "_NET_WM_PID"]))?.[1]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  }
}

/** From `…(WINDOW): window id # 0x1600003, 0x1800007`; an id of zero is no window. */
export function idsIn(text: string): string[] {
  return (text.split("#")[1] ?? "").match(/0x[0-9a-f]+/gi)?.filter((id) => Number(id) !== 0) ?? [];
}
