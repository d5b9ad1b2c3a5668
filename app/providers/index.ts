/** The providers whose hooks are read. A new one is a folder beside `claude/` and a line here. */
import type { Provider } from "../../schemas/generated/types.ts";
import type { Adapted, ProviderAdapter } from "./adapter.ts";
import { claudeAdapter } from "./claude/adapter.ts";

export type { Adapted, ProviderAdapter } from "./adapter.ts";

export interface Providers {
  /** True for names that /api/hook and /hooks/:provider accept. */
  known(provider: string): boolean;
  /** Never throws; a payload for an unknown provider is unrecognised. */
  adapt(provider: Provider, raw: unknown): Adapted;
}

/** @param adapters one per provider */
export function createProviders(adapters: ProviderAdapter[] = [claudeAdapter]): Providers {
  const byName = new Map(adapters.map((adapter) => [adapter.provider, adapter]));
  return {
    known: (provider) => byName.has(provider),
    adapt: (provider, raw) => byName.get(provider)?.adapt(raw) ?? { kind: "unrecognised", provider, reason: `no adapter for ${provider}`, foreign: true },
  };
}
