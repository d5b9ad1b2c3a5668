import type { ReadAsk } from "../answering-parts.ts";
import type { HookPayload, Provider } from "../../schemas/generated/types.ts";

export type Fields = Record<string, unknown>;

/** What an adapter makes of a raw payload: one of the client's own payloads, or the reason why it is none. */
export type Adapted = (
  | { kind: "payload"; provider: Provider; payload: HookPayload }
  | { kind: "unrecognised"; provider: Provider; reason: string; at?: string; foreign: boolean }
) & {
  /** What is kept in the place of the raw payload, where that holds something that is nobody's business. */
  raw?: unknown;
};

/** What a client lets a hook answer, in the client's own form. */
export interface ProviderAnswers {
  /** A tool call does not run, and the model is told why. */
  denial?(reason: string): Fields;
  /** Text that the model gets with a session's first request. @returns undefined for a text that the client would not take */
  sessionContext?(text: string): Fields | undefined;
  /** A request that a person may answer in a window of ours. @returns null for what is none, or cannot be shown in full */
  ask?(payload: unknown): ReadAsk | null;
}

/** Turns a provider's raw payload into the typed union. Vendor field names stop behind it. Never throws. */
export interface ProviderAdapter {
  readonly provider: Provider;
  /** @param raw parsed JSON within the limits of limits.ts */
  adapt(raw: unknown): Adapted;
  /**
   * Some products run another product's hook files and call our command with payloads of their own. True for marks that no other product's payload has: a single new
   * field of a later client must not make it a stranger.
   */
  recognises?(raw: Fields): boolean;
  readonly answers?: ProviderAnswers;
  /** Tokens that fit into a model's context; null for a model that is not known. */
  contextWindow?(model: string | null): number | null;
}
