/** Transcripts and registry, read together: in a thread, or in this one. */
import { lookAtProcess } from "../machine/process-look.ts";
import { claudeTranscripts } from "../providers/claude/transcript.ts";
import { TranscriptPlaces } from "./places.ts";
import { type RegistryHandlers, RegistryReader } from "./registry-reader.ts";
import { type Attention, type TranscriptHandlers, TranscriptReader, type TranscriptReaderOptions } from "./transcript-reader.ts";

export interface SourceOptions extends Pick<TranscriptReaderOptions, "pollMs" | "watches"> {
  /** The client's configuration folders, absolute. */
  configFolders: string[];
  registryPollMs?: number;
}

export type SourceHandlers = TranscriptHandlers & RegistryHandlers;

/** Wherever transcripts are read. */
export interface TranscriptSource {
  start(handlers: SourceHandlers): void;
  attend(attention: Attention): void;
  /** Gives spare memory back (spare-memory.ts); absent where they are read in this thread. */
  giveBack?(): void;
  close(): Promise<void>;
}

export class DirectSource implements TranscriptSource {
  private readonly transcripts: TranscriptReader;
  private readonly registry: RegistryReader;

  constructor({ configFolders, registryPollMs, ...options }: SourceOptions) {
    const places = new TranscriptPlaces(claudeTranscripts, configFolders);
    this.transcripts = new TranscriptReader(claudeTranscripts, places, options);
    this.registry = new RegistryReader(claudeTranscripts, places, { pollMs: registryPollMs, watches: options.watches, look: lookAtProcess });
  }

  start(handlers: SourceHandlers): void {
    this.registry.start(handlers);
    this.transcripts.start(handlers);
  }

  attend(attention: Attention): void {
    this.transcripts.attend(attention);
  }

  async close(): Promise<void> {
    this.registry.close();
    await this.transcripts.close();
  }
}
