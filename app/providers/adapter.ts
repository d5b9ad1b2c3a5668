import type { HookPayload, Provider } from "../../schemas/generated/types.ts";

/** What an adapter makes of a raw payload: one of the client's own payloads, or the reason why it is none. */
export type Adapted =
  | { kind: "payload"; provider: Provider; payload: HookPayload }
  | { kind: "unrecognised"; provider: Provider; reason: string; at?: string; foreign: boolean };

/** Turns a provider's raw payload into the typed union. Vendor field names stop behind it. Never throws. */
export interface ProviderAdapter {
  readonly provider: Provider;
  /** @param raw parsed JSON within the limits of limits.ts */
  adapt(raw: unknown): Adapted;
}
