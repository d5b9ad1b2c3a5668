/**
 * How the parts of the main process meet. Types only: each part is written against these, assembly/ joins them.
 * Words are those of GLOSSARY.md; the road of an event is drawn in docs/architecture.md.
 */
import type {
  AgentView, AppStatus, CollectorFile, DoctorAppSide, EventType, EventsQuery, GuardChange, GuardOrder, GuardProjects, GuardQuery, GuardState, HookAnswer, HookMeta, IngestAnswer, MascotEvent, Notice, PatchBatch, Provider, SessionView, Settings, Snapshot, Trust,
} from "../schemas/generated/types.ts";
import type { BridgesApi } from "./bridges-parts.ts";
import type { MemoryApi } from "./conversation-parts.ts";
import type { ClientIdentityMeta, ClientToIdentify } from "./machine/client-identity.ts";
import type { FiguresApi } from "./figures-parts.ts";
import type { PortsApi } from "./ports-parts.ts";

export interface GuardRulesApi {
  state(query: GuardQuery): Promise<GuardState>;
  /** @returns null when there was nothing to accept */
  change(change: GuardChange): Promise<GuardState | null>;
}

/** The guard as the dashboard shows it. */
export interface GuardDoor {
  /** @param folders where agents work; projects with a rule of their own are listed, too */
  list(folders: readonly string[]): Promise<GuardProjects>;
  /** @returns the list after it; what no longer holds (another file by now, a project that is not listed) changes nothing */
  change(order: GuardOrder, folders: readonly string[]): Promise<GuardProjects>;
}

/** Milliseconds since the epoch. Passed in wherever time matters, so that tests own it. */
export interface Clock {
  now(): number;
}

/** Prefix logger; every text goes through the masking function before it is written. */
export interface Log {
  debug(message: string, details?: Record<string, unknown>): void;
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
  withPrefix(prefix: string): Log;
}

/** Something the person must hear about the app itself (port taken, database damaged, disk full). `clear` takes it back. */
export interface Notices {
  raise(notice: Omit<Notice, "at">): void;
  clear(id: string): void;
  list(): Notice[];
  onChange(listener: () => void): () => void;
}

/** Where a payload came in. `internal` is the app's own (heartbeat, process watch). */
export type Lane = "ingest" | "api_hook" | "http_hook" | "spool" | "internal";

/** One payload on its way into the pipeline. */
export interface Delivery {
  lane: Lane;
  provider: Provider;
  /** Parsed JSON of any shape: what is not an object becomes a schema_error event. */
  payload: unknown;
  /** `_meta` of a payload that could not carry it, or the header of a spool file; values inside the payload's own `_meta` win. */
  meta: HookMeta;
  /** From the forwarder or the spool file's name; null for plain curl. */
  deliveryId: string | null;
  /** Milliseconds: collected_at, else the spool file's time, else receipt. */
  collectedAt: number;
  receivedAt: number;
  trust: Trust;
  /** True when the body was too large and only its head and tail are here (DESIGN §4). */
  truncated?: boolean;
  /** The sender waits for the answer: calls back once when it does so no longer, at once when it is gone already. Absent where nobody reads an answer. */
  whenSenderLeaves?(listener: () => void): void;
}

/** The one road of an event (DESIGN §4). Never throws: failures are in the outcome. */
export interface Pipeline {
  ingest(delivery: Delivery): Promise<IngestOutcome>;
  /** Same, for many at once (spool); outcomes in order. */
  ingestAll(deliveries: Delivery[]): Promise<IngestOutcome[]>;
  /** Waits until everything accepted so far is committed and published. */
  settled(): Promise<void>;
}
export type IngestOutcome = { ok: true; answer: IngestAnswer } | { ok: false; reason: "disk_full" | "store_failed"; message: string };

/** What one delivery wants written; all of it or nothing. */
export interface AppendItem {
  /** Any of these already known → the delivery is a duplicate. The first is the one that is remembered. */
  keys: string[];
  events: MascotEvent[];
}
export type AppendOutcome = { status: "stored"; seqs: number[] } | { status: "duplicate" };

/** Part of the log for those who are told of it: `after` a seq oldest first, or `before` one newest first. */
export type ToldRange = ({ after: number } | { before: number }) & { limit: number; sessionId: string | null };

/** The log for the stream of events. Seqs rise by time of receipt; some may be missing. */
export interface EventLogReader {
  /** Without `raw` and `thinking_text`. */
  told(range: ToldRange): Promise<MascotEvent[]>;
  /** null: there is no event. */
  firstSeq(): Promise<number | null>;
  lastSeq(): Promise<number>;
  /** The last seq that was recorded before a time, in ms. */
  seqBefore(receivedAt: number): Promise<number>;
}

/** Committed events, as they come. */
export interface EventFeed {
  /** @returns ends it */
  onCommitted(listener: (events: readonly MascotEvent[]) => void): () => void;
}

/** The event log and its projections. The only writer; appends are grouped into transactions (group commit). */
export interface EventStore extends EventLogReader {
  /** Resolves after the commit. Rejects with StoreError. */
  append(items: AppendItem[]): Promise<AppendOutcome[]>;
  events(query: EventsQuery): Promise<MascotEvent[]>;
  /** Events after a seq, oldest first, in pages; for rebuilding the world. */
  tail(afterSeq: number, limit: number): Promise<MascotEvent[]>;
  countEvents(): Promise<number>;
  lastSeq(): Promise<number>;
  saveCheckpoint(seq: number, world: string): Promise<void>;
  lastCheckpoint(): Promise<{ seq: number; world: string } | null>;
  /** Table agent_state (specification 1 §5.3): the last view of each agent. */
  saveAgentStates(views: AgentView[]): Promise<void>;
  close(): Promise<void>;
}
export class StoreError extends Error {
  constructor(readonly reason: "disk_full" | "busy" | "damaged" | "newer_file" | "failed", message: string) {
    super(message);
  }
}

/** What the face shows; the reducer behind it is the only writer. */
export interface WorldView {
  snapshot(): Snapshot;
  agents(): AgentView[];
  sessions(): SessionView[];
  /** Called at most once per flush with numbered changes. */
  onPatch(listener: (batch: PatchBatch) => void): () => void;
}

/** Extended answers to hooks (specification 2 §1.1). */
export interface HookAnswersApi {
  /** It asks how things stand and is not recorded. */
  isQuestion(payload: unknown): boolean;
  /** @param outcome what became of the payload; null for a question */
  answer(payload: unknown, outcome: IngestOutcome | null): Promise<HookAnswer>;
}

/** What only the running app can tell a doctor. */
export interface DoctorApi {
  appSide(): Promise<DoctorAppSide>;
  /** @param id session_id of a test event */
  received(id: string): boolean;
}

/** Reads and answers of the collector that are not the pipeline. */
export interface CollectorDependencies {
  pipeline: Pipeline;
  store: Pick<EventStore, "events">;
  world: WorldView;
  providers: { known(provider: string): boolean };
  /** Conversation and memory; without it their routes are not there. */
  memory?: MemoryApi;
  /** Extended answers to hooks; without them their route is not there. */
  answers?: HookAnswersApi;
  /** The rules of the guard; without it their route is not there. */
  guard?: GuardRulesApi;
  /** What the log adds up to; without it its route is not there. */
  figures?: Pick<FiguresApi, "figures">;
  /** Work items; without them their routes are not there. */
  ports?: PortsApi;
  /** Events as they come; without it their route is not there. */
  stream?: { events: EventLogReader; feed: EventFeed };
  status(): Promise<AppStatus>;
  /** Without it the doctor's routes are not there. */
  doctor?: DoctorApi;
  /** How what carries sessions out stands; without it its routes are not there. */
  bridges?: BridgesApi;
  /** Person asked for the end, from the CLI. */
  quit(): void;
  /** Second start of the app or the CLI asks to be seen. */
  raise(): void;
  /** Of the app; absent: this one. */
  platform?: NodeJS.Platform;
  /** In which terminal the client of a session runs that starts; absent: nobody knows. */
  identify?(client: ClientToIdentify): Promise<ClientIdentityMeta>;
  /** A delivery with the numbers of processes that are this computer's; absent: as it is told. */
  onlyHere?(delivery: Delivery): Delivery;
  /** Takes away what the shell of a hook kept of its payload until it was recorded; absent: the shell's own sweeping. */
  forgetBody?(deliveryId: string): Promise<void>;
  clock: Clock;
  log: Log;
}

/** One file of the spool, read. Of a file that is too large `text` is its header line and `cut` what is kept of the rest. */
export interface SpoolFile {
  name: string;
  /** Milliseconds: the file's own time. */
  modifiedAt: number;
  text: string;
  cut?: { head: string; tail: string; bytes: number };
}

/** By file name. `done`: committed, may go. `bad`: committed as not understood, kept aside. `keep`: not committed, comes again later. */
export interface SpoolVerdicts {
  done: string[];
  bad: string[];
  keep: string[];
}

/** The spool folder, wherever it is read (a worker thread in the app). Every batch is answered by one `settle`. */
export interface SpoolSource {
  start(handlers: { onBatch(files: SpoolFile[]): void; onTrouble(message: string, details: Record<string, unknown>): void }): void;
  settle(verdicts: SpoolVerdicts): void;
  /** Gives spare memory back (spare-memory.ts); absent where it is read in this thread. */
  giveBack?(): void;
  /** Hands out nothing more. Verdicts of batches that are out are still carried out before it is called. */
  close(): Promise<void>;
}

/** Files under the app's home (DESIGN §12). */
export interface HomePaths {
  home: string;
  token: string;
  collectorFile: string;
  socket: string;
  /** Where other machines come in: a socket that opens to their tokens alone, in a folder of its own that may be shared with a container. "" on Windows. */
  door: string;
  /** The other machines and their tokens. */
  remotes: string;
  pidFile: string;
  installed: string;
  /** There while the app runs and the disk has room; of one that was killed it stays. Hooks need not see then how their writing ends. */
  room: string;
  answers: string;
  spool: string;
  database: string;
  settings: string;
  locks: string;
  logs: string;
  themes: string;
  bin: string;
  electron: string;
}

export type { AgentView, AppStatus, CollectorFile, EventType, IngestAnswer, MascotEvent, Notice, SessionView, Settings, Snapshot };
