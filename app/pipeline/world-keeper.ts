/**
 * Holds the world of the running app (WorldView over the pure reducer): rebuilt at the start from the last checkpoint and the rest of
 * the log, moved on by committed events, told to the windows in numbered patches, and checkpointed.
 */
import type { AgentView, Change, MascotEvent, PatchBatch, SessionView, Snapshot } from "../../schemas/generated/types.ts";
import { restore, serialise } from "../domain/checkpoint.ts";
import { EventRate } from "../domain/event-rate.ts";
import { agentsOf, changesBetween, onlyTimesDiffer, sessionsOf, snapshotOf } from "../domain/changes.ts";
import { EMPTY_WORLD, reduce, reduceAll, type Reduced, without, type World } from "../domain/world.ts";
import type { Clock, EventStore, Log, WorldView } from "../parts.ts";

export interface WorldKeeperDependencies {
  store: Pick<EventStore, "tail" | "saveCheckpoint" | "lastCheckpoint" | "saveAgentStates">;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  /** What the person calls an agent; null: nothing of their own. */
  nameOf?(agentId: string): string | null;
}

export interface WorldKeeper extends WorldView {
  /** Rebuilds the world. Events applied meanwhile wait. @throws StoreError when the log cannot be read */
  start(): Promise<void>;
  /** Committed events, in the order of seq; those that the world has already are passed over. */
  apply(events: MascotEvent[]): void;
  /** The person calls it otherwise from now on. */
  renamed(agentId: string): void;
  /** A person deleted the session, or all of them (null): it is nowhere any more, also not in a checkpoint. */
  forget(sessionId: string | null): Promise<void>;
  /** Last patch, last views, last checkpoint. */
  close(): Promise<void>;
}

/** Shorter than a frame, so that a window never draws older news than it must. */
const PATCH_EVERY_MS = 16;
/** When somebody was last heard of is told together with what is seen, or alone every so often: two of five events change nothing else, and each message costs three processes their time. */
const TIMES_EVERY_MS = 1_000;
/**
 * In a flood (a spool being drained, hundreds of hooks at once) nobody can follow single changes, and drawing them would take the
 * processor from recording them. Events per millisecond, and the ms between patches from there on; with 22 the 95th of a hundred events is on the screen within 50 ms, with 33 it was not.
 */
const FLOODS = [
  { rate: 0.4, every: 400, rush: true },
  { rate: 0.15, every: 100, rush: false },
  { rate: 0.06, every: 22, rush: false },
] as const;
/** Over about so many ms: the few events of one hook's batch are no flood. */
const RATE_OVER_MS = 300;
/** However great the flood, its end is noticed within half a second. */
const HIGHEST_RATE = 0.8;
const CHECKPOINT_EVERY = 2_000;
/** From one to the next, and from the start to the first: writing a large world down takes hundreds of ms, which must not be spent again and again in a flood. */
const CHECKPOINT_PAUSE_MS = 10_000;
const AGENT_STATES_EVERY_MS = 1_000;
const PAGE = 1_000;

export function createWorldKeeper(dependencies: WorldKeeperDependencies): WorldKeeper {
  return new Keeper(dependencies);
}

class Keeper implements WorldKeeper {
  private world: World = EMPTY_WORLD;
  /** The world as the windows know it, by patch `n`. */
  private told: World = EMPTY_WORLD;
  private n = 0;
  private lastPatchAt = Number.NEGATIVE_INFINITY;
  private patchEvery = PATCH_EVERY_MS;
  private rush = false;
  private readonly rate = new EventRate(RATE_OVER_MS, HIGHEST_RATE);
  private planned: { readonly soon: boolean; cancel(): void } | null = null;
  private readonly listeners = new Set<(batch: PatchBatch) => void>();

  private seq = 0;
  private checkpointed = 0;
  private checkpointedAt = Number.NEGATIVE_INFINITY;
  /** One at a time: in a rush from the spool the store would otherwise write nothing else. */
  private checkpointing = false;
  private saving: Promise<void> = Promise.resolve();
  private touched = new Set<string>();
  private cancelSave: (() => void) | null = null;
  private cancelCheckpoint: (() => void) | null = null;
  /** Events that came while the world was being rebuilt; null afterwards. */
  private early: MascotEvent[] | null = [];

  constructor(private readonly parts: WorldKeeperDependencies) {}

  async start(): Promise<void> {
    const checkpoint = await this.parts.store.lastCheckpoint();
    const world = checkpoint === null ? null : restore(checkpoint.world);
    if (checkpoint !== null && world !== null) {
      this.world = world;
      this.seq = checkpoint.seq;
      this.checkpointed = checkpoint.seq;
    }
    await this.replay();
    this.checkpointedAt = this.parts.clock.now();
    // A log that opened late finds windows that have seen an empty world: they are told like of any other change.
    this.patch();
    const early = this.early ?? [];
    this.early = null;
    this.apply(early);
  }

  private async replay(): Promise<void> {
    for (;;) {
      const page = await this.parts.store.tail(this.seq, PAGE);
      this.reduceAll(page);
      if (page.length < PAGE) return;
    }
  }

  apply(events: MascotEvent[]): void {
    if (this.early !== null) {
      this.early.push(...events);
      return;
    }
    this.reduceAll(events);
    this.planPatch();
    this.planSaving();
  }

  private reduceAll(events: MascotEvent[]): void {
    const fresh = events.filter((event) => this.isNext(event));
    this.rate.note(fresh.length, this.parts.clock.now());
    try {
      this.take(reduceAll(this.world, fresh));
    } catch {
      for (const event of fresh) this.reduceOne(event);
    }
  }

  private isNext({ seq }: MascotEvent): boolean {
    if (seq === undefined || seq <= this.seq) return false;
    this.seq = seq;
    return true;
  }

  /** An event that the reducer cannot take is passed over: one bad row must not hide everything after it. */
  private reduceOne(event: MascotEvent): void {
    try {
      this.take(reduce(this.world, event));
    } catch (error) {
      this.parts.log.error("the reducer refused an event", { id: event.id, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  private take({ world, touchedAgents }: Reduced): void {
    this.world = world;
    for (const id of touchedAgents) this.touched.add(id);
  }

  snapshot(): Snapshot {
    this.patch();
    const snapshot = snapshotOf(this.told, this.n);
    return { ...snapshot, agents: snapshot.agents.map((view) => this.named(view)) };
  }

  agents(): AgentView[] {
    return agentsOf(this.world).map((view) => this.named(view));
  }

  renamed(agentId: string): void {
    this.patch();
    const agent = this.agents().find(({ agent_id }) => agent_id === agentId);
    if (agent !== undefined) this.tellAll([{ kind: "mascot://agent-update", agent }]);
  }

  private named(view: AgentView): AgentView {
    const name = this.parts.nameOf?.(view.agent_id) ?? null;
    return name === null ? view : { ...view, display_name: name };
  }

  private withName(change: Change): Change {
    return change.kind === "mascot://agent-appeared" || change.kind === "mascot://agent-update" ? { ...change, agent: this.named(change.agent) } : change;
  }

  sessions(): SessionView[] {
    return sessionsOf(this.world);
  }

  onPatch(listener: (batch: PatchBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** At once after a quiet moment, else when the last patch is old enough. */
  private planPatch(): void {
    if (this.planned?.soon) return;
    const soon = !onlyTimesDiffer(this.told, this.world);
    if (this.planned !== null && !soon) return;
    this.planned?.cancel();
    this.planned = null;
    const every = soon || this.rush ? this.patchEvery : TIMES_EVERY_MS;
    const wait = this.lastPatchAt + every - this.parts.clock.now();
    // A clock that was set back would make the wait endless.
    if (wait <= 0) this.patch();
    else this.planned = { soon, cancel: this.parts.after(Math.min(wait, every), () => this.patch()) };
  }

  private patch(): void {
    this.planned?.cancel();
    this.planned = null;
    const changes = changesBetween(this.told, this.world);
    this.told = this.world;
    if (changes.length === 0) return;
    this.pace(this.parts.clock.now());
    this.tellAll(changes.map((change) => this.withName(change)));
  }

  private tellAll(changes: Change[]): void {
    this.n++;
    const batch: PatchBatch = this.rush ? { n: this.n, changes, rush: true } : { n: this.n, changes };
    for (const listener of [...this.listeners]) this.tell(listener, batch);
  }

  private pace(now: number): void {
    const rate = this.rate.perMs(now);
    const flood = FLOODS.find((known) => rate > known.rate);
    this.patchEvery = flood?.every ?? PATCH_EVERY_MS;
    this.rush = flood?.rush ?? false;
    this.lastPatchAt = now;
  }

  private tell(listener: (batch: PatchBatch) => void, batch: PatchBatch): void {
    try {
      listener(batch);
    } catch (error) {
      this.parts.log.error("a patch could not be told", { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async forget(sessionId: string | null): Promise<void> {
    this.world = without(this.world, sessionId);
    this.touched.clear();
    this.patch();
    await this.checkpoint();
  }

  private planSaving(): void {
    this.planCheckpoint();
    if (this.touched.size === 0 || this.cancelSave !== null) return;
    this.cancelSave = this.parts.after(AGENT_STATES_EVERY_MS, () => {
      this.cancelSave = null;
      void this.saveAgents();
    });
  }

  /** Also without another event: a crash after a flood would otherwise have all of it read again. */
  private planCheckpoint(): void {
    if (this.seq - this.checkpointed < CHECKPOINT_EVERY || this.checkpointing || this.cancelCheckpoint !== null) return;
    // A clock that was set does not put it off for longer.
    const wait = CHECKPOINT_PAUSE_MS - Math.abs(this.parts.clock.now() - this.checkpointedAt);
    if (wait <= 0) return void this.checkpoint();
    this.cancelCheckpoint = this.parts.after(wait, () => {
      this.cancelCheckpoint = null;
      this.planCheckpoint();
    });
  }

  private checkpoint(): Promise<void> {
    const { seq, world } = this;
    this.checkpointed = seq;
    this.checkpointedAt = this.parts.clock.now();
    this.checkpointing = true;
    return this.save("checkpoint", async () => {
      try {
        await this.parts.store.saveCheckpoint(seq, serialise(world));
      } finally {
        this.checkpointing = false;
        this.planCheckpoint();
      }
    });
  }

  private saveAgents(): Promise<void> {
    const { touched } = this;
    this.touched = new Set();
    // As their clients call them: what the person calls them is put on where they are shown.
    const views = agentsOf(this.world).filter((view) => touched.has(view.agent_id));
    return views.length === 0 ? this.saving : this.save("agent states", () => this.parts.store.saveAgentStates(views));
  }

  /** One after the other; a failure costs a longer replay at the next start, no event. */
  private save(what: string, write: () => Promise<void>): Promise<void> {
    this.saving = this.saving.then(write).catch((error: unknown) => {
      this.parts.log.warn(`${what} not saved`, { reason: error instanceof Error ? error.message : String(error) });
    });
    return this.saving;
  }

  async close(): Promise<void> {
    this.cancelSave?.();
    this.patch();
    await this.saveAgents();
    if (this.seq > this.checkpointed) await this.checkpoint();
    await this.saving;
    this.cancelCheckpoint?.();
  }
}
