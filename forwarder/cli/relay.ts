/** `agent-mascot relay`: what hooks on another machine start. Not in the help: nobody needs to run it by hand. */
import { readToken } from "../hook/home.ts";
import { Relay } from "../relay/relay.ts";
import { Uplink } from "../relay/uplink.ts";
import { readRemoteHome } from "../remote/remote-home.ts";
import { relayRuns, writeRelayPid } from "../remote/relay-state.ts";
import { type Context, DONE } from "./context.ts";
import { failWith } from "./hooks.ts";

export async function relayCommand({ home, say }: Context): Promise<number> {
  const remote = readRemoteHome(home);
  const token = readToken(home);
  if (remote === null || token === null) return failWith(say("noRemoteHome", home));
  if (relayRuns(home, Date.now())) return DONE;
  writeRelayPid(home);
  const ended = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => ended.abort());
  const words = (state: "down" | "refused", detail: string) => say(state === "down" ? "relayDown" : "relayRefused", remote.name, detail);
  await new Relay({ home, uplink: new Uplink(remote, token, Date.now), words, ended: ended.signal }).run();
  return DONE;
}
