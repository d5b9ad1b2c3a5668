/** Notifications as the person meets them: shown, taken back, clicked; and the terminals they lead to. */
import type { NotifyKind, SessionView } from "../../schemas/generated/types.ts";
import type { FullNotifyRules } from "../domain/notify/rules.ts";
import type { Telling } from "../domain/notify/watch.ts";
import type { ShellDependencies } from "./doors.ts";
import { type Notifications, openNotifications } from "./notifications.ts";
import { startNotifier } from "./notifier.ts";
import { notificationText } from "./notify-text.ts";
import { onNativeWayland } from "./single-instance.ts";
import { terminalTools } from "./terminal-tools.ts";
import { TerminalWindows } from "./terminal-window.ts";
import type { Texts } from "./texts.ts";
import { electronTimers } from "./timers.ts";

export interface NewsFaceParts {
  deps: ShellDependencies;
  /** The session whose conversation the person has before them in the dashboard; null: none, or another window is in front. */
  shownSession(): string | null;
  /** null: the page of those at work. */
  openConversation(sessionId: string | null): void;
  play(kind: NotifyKind, volume: number): void;
  texts(): Texts;
}

export class NewsFace {
  private readonly notifications: Notifications;
  private readonly terminals: TerminalWindows | null;
  private readonly stop: () => void;

  constructor(private readonly parts: NewsFaceParts) {
    const { deps, play } = parts;
    const tools = process.platform === "linux" && !onNativeWayland() ? terminalTools(deps.findProgram) : null;
    this.terminals = tools && new TerminalWindows(tools);
    this.notifications = openNotifications(deps.files.windowIcon, deps.notices, deps.log);
    this.stop = startNotifier({
      world: deps.world, settings: deps.settings, quiet: deps.quiet, clock: deps.clock, timers: electronTimers, log: deps.log, play,
      lookedAt: (sessions) => this.lookedAt(sessions), show: (telling, rules) => this.show(telling, rules), close: (id) => this.notifications.close(id),
    });
  }

  close(): void {
    this.stop();
    this.notifications.closeAll();
  }

  private show(telling: Telling, rules: FullNotifyRules): void {
    const news = "many" in telling ? telling.first : telling.news;
    this.notifications.show(telling.id, notificationText(telling, rules.show_text, this.parts.texts()), {
      urgent: news.kind === "needs", onClick: () => this.lead("many" in telling ? null : news.sessionId, news.kind === "needs"),
    });
  }

  /** To the conversation; where an answer is waited for the terminal comes in front of it, for it can be given there. */
  private lead(sessionId: string | null, toTerminal: boolean): void {
    this.parts.openConversation(sessionId);
    const pid = this.parts.deps.world.sessions().find((session) => session.session_id === sessionId)?.client_pid;
    if (toTerminal && pid != null) void this.terminals?.raise(pid);
  }

  private async lookedAt(sessions: readonly SessionView[]): Promise<ReadonlySet<string>> {
    const shown = this.parts.shownSession();
    const looked = new Set<string>();
    for (const { session_id, client_pid } of sessions) {
      if (session_id === shown || (client_pid !== null && (await this.terminals?.isInFront(client_pid)))) looked.add(session_id);
    }
    return looked;
  }
}
