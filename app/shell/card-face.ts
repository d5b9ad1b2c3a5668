/**
 * Shows the card of the figure that the pointer rests on, and takes it away as soon as it does not. Free of Electron. The page is told whose card it is and says how large
 * that would be; only then it is shown, so that nobody sees the last one's card at the next one's head.
 */
import type { AgentCard, CardPoint, CardSize, PatchBatch, Rect } from "../../schemas/generated/types.ts";
import type { AgentCards } from "./agent-cards.ts";
import type { BubbleWindow } from "./bubble-window.ts";
import { moveWithCorner } from "./geometry.ts";
import type { IpcHost } from "./ipc-host.ts";
import type { StageTimers } from "./mascot-stage.ts";
import { throttle } from "./throttle.ts";

export interface CardFaceOptions {
  cards: AgentCards;
  window: Pick<BubbleWindow, "prepare" | "show" | "hide" | "setSize" | "close">;
  ipc: Pick<IpcHost, "push">;
  timers: Pick<StageTimers, "after">;
  /** Where the mascots' window is. */
  mascots(): Rect;
  /** The mascots are seen, and no request is at their heads. */
  mayShow(): boolean;
}

/** Its texts come from the record: often enough for a reader, seldom enough for a rush. */
const RENEWED_EVERY = 700;

export class CardFace {
  private pointed: CardPoint | null = null;
  private card: AgentCard | null = null;
  private readonly renewal: ReturnType<typeof throttle>;

  constructor(private readonly options: CardFaceOptions) {
    this.renewal = throttle(RENEWED_EVERY, options.timers, () => void this.renew());
  }

  /** Whose card the page is to draw. */
  shown(): AgentCard | null {
    return this.card;
  }

  point(point: CardPoint): void {
    if (point.agent_id === null || !this.options.mayShow()) return this.hide();
    if (point.agent_id !== this.pointed?.agent_id) this.hide();
    this.pointed = point;
    this.options.window.prepare();
    void this.renew();
  }

  setSize({ agent_id, width, height }: CardSize): void {
    const figure = this.figure();
    if (agent_id !== this.card?.agent.agent_id || figure === null || !this.options.mayShow()) return;
    this.options.window.setSize({ width, height });
    this.options.window.show(figure);
  }

  /** Something may have happened to whom it is about. */
  follow({ changes }: PatchBatch): void {
    const id = this.pointed?.agent_id;
    if (id == null) return;
    for (const change of changes) {
      if (change.kind === "mascot://agent-departed" && change.agent_id === id) return this.hide();
      if (change.kind === "mascot://agent-update" && change.agent.agent_id === id) this.renewal.ask();
    }
  }

  /** Windows came into sight or went out of it. */
  look(): void {
    if (this.pointed !== null && !this.options.mayShow()) this.hide();
  }

  hide(): void {
    if (this.pointed === null) return;
    this.pointed = null;
    this.card = null;
    this.options.window.hide();
    this.options.ipc.push("card:changed", { card: null });
  }

  close(): void {
    this.renewal.stop();
    this.options.window.close();
  }

  private async renew(): Promise<void> {
    const wanted = this.pointed?.agent_id;
    if (wanted == null) return;
    const card = await this.options.cards.of(wanted);
    // The pointer may have moved on meanwhile.
    if (wanted !== this.pointed?.agent_id) return;
    if (card === null) return this.hide();
    this.card = card;
    this.options.ipc.push("card:changed", { card });
  }

  private figure(): Rect | null {
    if (this.pointed === null) return null;
    const bounds = this.options.mascots();
    const [rect] = moveWithCorner([this.pointed.rect], this.pointed.viewport, bounds);
    return rect === undefined ? null : { ...rect, x: bounds.x + rect.x, y: bounds.y + rect.y };
  }
}
