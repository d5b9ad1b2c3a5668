/** How ports (work items, app/ports) meet the other parts. Types only. */
import type { PortAnswer, PortCreate, PortDetail, PortEnd, PortFile, PortList, PortRef, PortRefusal, PortStart, PortsQuery } from "../schemas/generated/types.ts";
import type { PortRecord } from "./domain/ports/port.ts";

export interface StoredPort {
  record: PortRecord;
  /** How many it touched. */
  files: number;
}

export interface PortWithFiles {
  port: PortRecord;
  files: PortFile[];
}

/** Edits of a file while a port ran. */
export interface PortEdit {
  project: string;
  id: string;
  /** Within the project. */
  path: string;
  edits: number;
  /** Milliseconds: the last of them. */
  at: number;
}

/** The table of ports. Its rows are written with the events that make them; the rest is here. */
export interface PortStore {
  all(): Promise<StoredPort[]>;
  files(project: string, id: string, limit: number): Promise<PortFile[]>;
  /**
   * @param notedSeq up to here the log was read for edits
   * @returns how many files those ports have touched now
   */
  addEdits(edits: readonly PortEdit[], notedSeq: number): Promise<{ project: string; id: string; files: number }[]>;
  /** The wall clock was set anew, by so many ms. */
  shiftRunning(ms: number): Promise<void>;
}

/** What windows may ask of work items. */
export interface PortsDoor extends PortsApi {
  /** At most once per turn of the event loop. */
  onChange(listener: () => void): () => void;
}

export type PortOutcomeOf<Done> = { done: Done } | { refused: PortRefusal };

/** What the collector, the windows and the command line may ask. Never throws for what a person did wrong: that is in the refusal. */
export interface PortsApi {
  list(query: PortsQuery): Promise<PortList>;
  show(ref: PortRef): Promise<PortOutcomeOf<PortDetail>>;
  create(order: PortCreate): Promise<PortOutcomeOf<PortAnswer>>;
  start(order: PortStart): Promise<PortOutcomeOf<PortAnswer>>;
  end(order: PortEnd): Promise<PortOutcomeOf<PortAnswer>>;
}
