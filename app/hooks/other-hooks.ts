/** Hooks of other products: what is there, what a change would do, the change itself. The edits are `forwarder/providers`, the same that the command line uses. */
import { lineDifference, WHOLE_LINES } from "../../forwarder/settings/difference.ts";
import { prepareHome } from "../../forwarder/settings/install.ts";
import { readProviderRecords } from "../../forwarder/settings/provider-records.ts";
import { allHooks, hooksBeside, hooksOf, installProvider, isUsedHere, previewProvider, type ProviderPlace, providerStatus, uninstallProvider } from "../../forwarder/providers/install.ts";
import type { HooksPreview, OtherHooks, OtherHooksChange, OtherHooksList } from "../../schemas/generated/types.ts";
import type { Clock, Log } from "../parts.ts";
import type { HooksProblem } from "./client-status.ts";

export interface OtherHooksOptions {
  home: string;
  /** `~` */
  userFolder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Where this build's forwarder files lie. */
  forwarderFolder: string;
  /** A problem in the person's language. */
  words(problem: HooksProblem): string;
  clock: Clock;
  log: Log;
}

export interface OtherHooksKeeper {
  list(): OtherHooksList;
  preview(change: OtherHooksChange): HooksPreview;
  /** Only after the person saw the preview and said yes. */
  change(change: OtherHooksChange): OtherHooksList;
}

/** Which products have hooks of ours, as recorded in the home. */
export function recordedProviders(home: string): ReadonlySet<string> {
  return new Set(Object.values(readProviderRecords(home)).map(({ provider }) => provider));
}

export function createOtherHooks(options: OtherHooksOptions): OtherHooksKeeper {
  const { home, userFolder, env, words, clock, log } = options;
  const places: ProviderPlace[] = allHooks.map((provider) => ({ provider, folders: { userFolder, env }, home, node: null }));
  const placeOf = (id: string): ProviderPlace | undefined => places.find(({ provider }) => provider === hooksOf(id));

  function shown(place: ProviderPlace, problem: HooksProblem | null): OtherHooks {
    const { id, title, asksForTrust = false } = place.provider;
    const found = providerStatus(place);
    const facts = { id, title, file: place.provider.file(place.folders), asks_for_trust: asksForTrust, also_in: hooksBeside(place) };
    if (!found.ok) return { ...facts, state: "unreadable", events: [], problem: words(problem ?? found) };
    return { ...facts, state: found.events.length === 0 ? "absent" : found.current ? "installed" : "outdated", events: found.events, problem: problem === null ? null : words(problem) };
  }

  function list(failed: { id: string; problem: HooksProblem } | null = null): OtherHooksList {
    const used = places.filter(isUsedHere);
    return {
      used: used.map((place) => shown(place, failed?.id === place.provider.id ? failed.problem : null)),
      unused: places.filter((place) => !used.includes(place)).map(({ provider }) => provider.title),
    };
  }

  function make(place: ProviderPlace, change: OtherHooksChange["change"]): HooksProblem | null {
    try {
      prepareHome(home, options.forwarderFolder);
    } catch (error) {
      return { reason: "io", path: home, detail: (error as Error).message };
    }
    const now = new Date(clock.now());
    const result = change === "install" ? installProvider(place, now) : uninstallProvider(place, now);
    return result.ok ? null : result;
  }

  return {
    list: () => list(),
    preview({ id, change }) {
      const place = placeOf(id);
      if (place === undefined) return { file: "", difference: "", changed: false, problem: words({ reason: "unknown_product", path: id }) };
      const file = place.provider.file(place.folders);
      const after = previewProvider(place, change);
      if (!after.ok) return { file, difference: "", changed: false, problem: words(after) };
      return { file, difference: lineDifference(after.before?.toString("utf8") ?? "", after.after.toString("utf8"), WHOLE_LINES), changed: after.changed, problem: null };
    },
    change({ id, change }) {
      const place = placeOf(id);
      if (place === undefined) return list();
      const problem = make(place, change);
      log.info("hooks of another product", { provider: id, change, problem: problem?.reason ?? null });
      return list(problem === null ? null : { id, problem });
    },
  };
}
