/** The providers whose hooks are read: one folder each (docs/adding-a-provider.md). `registry.ts` is generated from the folders. */
import type { HookPayload, Provider } from "../../schemas/generated/types.ts";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";
import type { ReadAsk } from "../answering-parts.ts";
import type { Adapted, Fields, ProviderAdapter } from "./adapter.ts";
import { adapters as allAdapters } from "./registry.ts";

export type { Adapted, ProviderAdapter } from "./adapter.ts";

export interface Providers {
  /** True for names that /api/hook and /hooks/:provider accept. */
  known(provider: string): boolean;
  /** Never throws; a payload for an unknown provider is unrecognised. */
  adapt(provider: Provider, raw: unknown): Adapted;
  /** A payload in the union's words; undefined for one that is not understood. Whoever sent it, and however it came. */
  understood(provider: Provider, raw: unknown): HookPayload | undefined;
  /** A client's own form of a refusal. @returns undefined for a client that has none */
  denial(provider: Provider, reason: string): Fields | undefined;
  /** A client's own form of text for a session that begins. @returns undefined for a client that takes none */
  sessionContext(provider: Provider, text: string): Fields | undefined;
  /** A request that a person may answer in a window of ours. @returns null for what is none, or cannot be shown in full */
  ask(provider: Provider, payload: unknown): ReadAsk | null;
  /** Tokens that fit into a model's context; null for a model that nobody knows. */
  contextWindow(model: string | null): number | null;
}

export interface ProvidersOptions {
  /** one per provider */
  adapters?: readonly ProviderAdapter[];
  /** Hooks of this provider's own are installed: what it sends through another product's hook files comes a second time. */
  hasOwnHooks?(provider: Provider): boolean;
}

export function createProviders({ adapters = allAdapters, hasOwnHooks = () => false }: ProvidersOptions = {}): Providers {
  const byName = new Map(adapters.map((adapter) => [adapter.provider, adapter]));
  const ownSeen = new Set<Provider>();

  /** Only the default provider's hook files are read by other products. */
  function stranger(provider: Provider, raw: unknown): ProviderAdapter | null {
    if (provider !== DEFAULT_PROVIDER || typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
    return adapters.find((adapter) => adapter.recognises?.(raw as Fields) === true) ?? null;
  }

  function adapt(provider: Provider, raw: unknown): Adapted {
    const other = stranger(provider, raw);
    if (other === null) {
      ownSeen.add(provider);
      return byName.get(provider)?.adapt(raw) ?? { kind: "unrecognised", provider, reason: `no adapter for ${provider}`, foreign: true };
    }
    const adapted = other.adapt(raw);
    if (ownSeen.has(other.provider) || hasOwnHooks(other.provider)) return { kind: "unrecognised", provider: other.provider, reason: "told by the provider's own hooks as well", foreign: true, raw: adapted.raw ?? raw };
    return adapted.kind === "payload" ? adapted : { ...adapted, foreign: true };
  }

  return {
    known: (provider) => byName.has(provider),
    adapt,
    understood(provider, raw) {
      const adapted = (stranger(provider, raw) ?? byName.get(provider))?.adapt(raw);
      return adapted?.kind === "payload" ? adapted.payload : undefined;
    },
    denial: (provider, reason) => byName.get(provider)?.answers?.denial?.(reason),
    sessionContext: (provider, text) => byName.get(provider)?.answers?.sessionContext?.(text),
    ask: (provider, payload) => byName.get(provider)?.answers?.ask?.(payload) ?? null,
    contextWindow(model) {
      for (const adapter of adapters) {
        const window = adapter.contextWindow?.(model) ?? null;
        if (window !== null) return window;
      }
      return null;
    },
  };
}
