/** What the dashboard may ask of bridges. */
import type { BridgesDoor } from "../bridges-parts.ts";
import { type IpcHandlers, IpcRefusal } from "./ipc-host.ts";

export function bridgesHandlers(bridges: BridgesDoor): Pick<IpcHandlers, Extract<keyof IpcHandlers, `bridges:${string}`>> {
  return {
    "bridges:state": () => bridges.state(),
    "bridges:change": (change) => bridges.change(change),
    "bridges:secret": async (secret) => {
      try {
        return await bridges.setSecret(secret);
      } catch {
        // What failed may name the secret's file or hold the secret.
        throw new IpcRefusal("the secret could not be kept");
      }
    },
    "bridges:try": ({ bridge }) => bridges.tryOut(bridge),
    "bridges:aside": async ({ bridge }) => ({ items: await bridges.aside(bridge) }),
    "bridges:resolve": ({ bridge, how }) => bridges.resolveAside(bridge, how),
    "bridges:retry": ({ bridge }) => bridges.retry(bridge),
    "bridges:history": ({ bridge }) => bridges.sendHistory(bridge),
    "bridges:team": () => bridges.team(),
  };
}
