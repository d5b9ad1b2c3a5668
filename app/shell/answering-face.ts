/** Where requests are shown: in a bubble at the figure while the mascots are on screen, and in the dashboard. Tells the desk whether anybody could see them at all. */
import { type BrowserWindow, powerMonitor } from "electron";
import type { AskAnchor, BubbleSize, Rect } from "../../schemas/generated/types.ts";
import type { AnsweringDoor } from "../answering-parts.ts";
import type { Log } from "../parts.ts";
import { BubbleWindow } from "./bubble-window.ts";
import { moveWithCorner } from "./geometry.ts";
import type { IpcHost } from "./ipc-host.ts";

export interface AnsweringFaceOptions {
  door: AnsweringDoor;
  preload: string;
  ipc: IpcHost;
  log: Log;
  /** The window that the figures stand on. */
  mascots: BrowserWindow;
  /** On screen, and nobody has locked it. */
  mascotsSeen(): boolean;
  dashboardSeen(): boolean;
}

export class AnsweringFace {
  private readonly bubble: BubbleWindow;
  private readonly stops: (() => void)[] = [];
  private anchor: AskAnchor | null = null;
  private pointed: string | null = null;
  private away = false;

  constructor(private readonly options: AnsweringFaceOptions) {
    const { door, preload, ipc, log, mascots } = options;
    const onClosed = () => {
      const [shown] = door.list();
      if (shown !== undefined) door.leave(shown.id);
    };
    this.bubble = new BubbleWindow({ kind: "bubble", preload, ipc, log, onClosed });
    const moved = () => this.placeBubble();
    mascots.on("move", moved);
    mascots.on("resize", moved);
    this.stops.push(door.onChange(() => this.changed()), watchPresence((away) => {
      this.away = away;
      this.look();
    }));
    this.look();
  }

  /** Windows came into sight or went out of it. */
  look(): void {
    this.options.door.setWatched(!this.away && (this.options.mascotsSeen() || this.options.dashboardSeen()));
    this.point();
    this.placeBubble();
  }

  setAnchor(anchor: AskAnchor): void {
    this.anchor = anchor;
    this.placeBubble();
  }

  setBubbleSize(size: BubbleSize): void {
    this.bubble.setSize(size);
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.bubble.close();
  }

  private changed(): void {
    this.options.ipc.push("asks:changed", { asks: this.options.door.list() });
    this.point();
    this.placeBubble();
  }

  /** The mascots' page measures where the figure stands whose bubble it is. */
  private point(): void {
    const agent = this.options.door.list()[0]?.agent_id ?? null;
    if (agent === null && this.pointed === null) return;
    this.pointed = agent;
    this.options.ipc.push("asks:pointed", { agent_id: agent });
  }

  private placeBubble(): void {
    const figure = this.figure();
    if (figure === null || this.options.door.list().length === 0 || this.away || !this.options.mascotsSeen()) this.bubble.hide();
    else this.bubble.show(figure);
  }

  /** On the screen: where the mascots' page says that it is drawn; all of them for one that found no room; null until the page has said. */
  private figure(): Rect | null {
    const { anchor, options: { mascots } } = this;
    if (mascots.isDestroyed() || anchor === null || anchor.agent_id !== this.pointed) return null;
    const bounds = mascots.getBounds();
    if (anchor.rect === null) return bounds;
    const [rect] = moveWithCorner([anchor.rect], anchor.viewport, bounds);
    return rect === undefined ? null : { ...rect, x: bounds.x + rect.x, y: bounds.y + rect.y };
  }
}

/** Nobody answers at a locked or sleeping computer. */
function watchPresence(tell: (away: boolean) => void): () => void {
  const listeners = { suspend: () => tell(true), "lock-screen": () => tell(true), resume: () => tell(false), "unlock-screen": () => tell(false) };
  for (const [event, listener] of Object.entries(listeners)) powerMonitor.on(event as "suspend", listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) powerMonitor.off(event as "suspend", listener);
  };
}
