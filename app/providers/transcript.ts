/**
 * What a client's own record of a session tells, without its field names. A record that an adapter does not know is `null` (and counted by its reader): formats of
 * transcripts are internal to their clients and change without notice.
 */
import type { Provider } from "../../schemas/generated/types.ts";

export interface RecordBase {
  sessionId: string | null;
  /** The client's own id of a sub-agent or teammate; null on the main thread. */
  agentId: string | null;
  sidechain: boolean;
  /** Milliseconds */
  atMs: number | null;
  promptId: string | null;
  cwd: string | null;
}

export interface TokenCounts {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** A piece of a reply: clients write one record a content block, all with the reply's id and the same token counts. */
export interface ReplyRecord extends RecordBase {
  kind: "reply";
  messageId: string;
  texts: string[];
  thinking: string[];
  calls: { id: string; name: string }[];
  model: string | null;
  tokens: TokenCounts | null;
  /** The client's own words about a failure: nothing that a model said. */
  failure: boolean;
  /** The reply ends its turn, as far as the record tells. */
  endsTurn: boolean;
}

export interface PromptRecord extends RecordBase {
  kind: "prompt";
  text: string;
  /** false: no person wrote it */
  byPerson: boolean;
}

export interface ResultsRecord extends RecordBase {
  kind: "results";
  /** `refused`: why the call was not run; null when it was. */
  results: { callId: string; refused: string | null }[];
}

/** Documents that the client put into the context: instructions, files that the person named. */
export interface DocumentsRecord extends RecordBase {
  kind: "documents";
  documents: { path: string; kind: string }[];
}

export type TranscriptRecord =
  | ReplyRecord
  | PromptRecord
  | ResultsRecord
  | DocumentsRecord
  /** The person stopped the turn. */
  | (RecordBase & { kind: "interrupt" })
  /** The turn is over. */
  | (RecordBase & { kind: "turn_end" })
  /** Known, and nothing to be learnt from it. */
  | (RecordBase & { kind: "other" });

/** A session's entry in the client's registry of running sessions. */
export interface RegistryEntry {
  pid: number;
  sessionId: string;
  cwd: string | null;
  status: "busy" | "idle" | "waiting" | null;
  waitingFor: "permission" | "question" | null;
  /** Milliseconds: when the status became what it is. */
  statusAtMs: number | null;
  /** Start of the client's process as the registry tells: milliseconds since the epoch or, on Linux, ticks since boot; null when it does not or in another form. */
  processStart: { ms: number } | { ticks: number } | null;
  startedAtMs: number | null;
}

/** Where a client keeps its records, and how they are read. Pure. */
export interface TranscriptFormat {
  readonly provider: Provider;
  /** Below the client's configuration folder: the folder with a folder of transcripts a project. */
  readonly projectsFolder: string;
  /** Below the client's configuration folder: one file a running session; null when the client has none. */
  readonly registryFolder: string | null;
  /** Below a project's folder: where the records of a session's sub-agents are. */
  agentsFolder(sessionId: string): string;
  /** Whose transcript a file is, by its path below the projects' folder with `/`; null when it is none. */
  identify(path: string): { sessionId: string; agentId: string | null } | null;
  /** @returns null for what is not understood; never throws */
  read(line: string): TranscriptRecord | null;
  /** @returns the process id that the name of a registry file tells; null for files that must not be read */
  registryPid(name: string): number | null;
  /** @returns null for what is not understood; never throws */
  readRegistry(text: string): RegistryEntry | null;
}
