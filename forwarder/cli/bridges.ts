/** `agent-mascot bridges`: how what carries sessions out stands, and another try of what waits (`now`) or was set aside (`again`). */
import type { BridgeStatus, BridgeStatusList } from "../../schemas/generated/types.ts";
import { doctorWordsIn } from "../doctor/report.ts";
import { causeOf, nameOf } from "../doctor/bridge-step.ts";
import { complain, print } from "../output.ts";
import { problem } from "./app.ts";
import { ask, type Reply } from "./client.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { languageOf } from "./words.ts";

export const BRIDGE_WORDS = ["status", "now", "again"] as const;
export type BridgeWord = (typeof BRIDGE_WORDS)[number];
const STUCK: readonly BridgeStatus["state"][] = ["waiting", "stopped"];

export async function bridgesCommand(context: Context, word: BridgeWord): Promise<number> {
  let reply = await ask(context.home, "GET", "/api/bridges");
  if (word !== "status") for (const { bridge } of itemsOf(reply).filter((status) => (word === "now" ? STUCK.includes(status.state) : status.aside > 0))) reply = await ask(context.home, "POST", "/api/bridges", { body: { bridge, how: word } });
  if (!reply.ok || reply.status !== 200) {
    complain(problem(context, reply));
    return FAILED;
  }
  for (const status of itemsOf(reply)) print(`${line(context, status)}\n`);
  return DONE;
}

const itemsOf = (reply: Reply): BridgeStatus[] => (reply.ok && reply.status === 200 ? (reply.body as BridgeStatusList).items : []);

function line({ say, env }: Context, { bridge, state, reason, pending, aside }: BridgeStatus): string {
  const words = doctorWordsIn(languageOf(env));
  const name = nameOf(bridge);
  if (state === "off") return say("bridgeOff", name);
  const cause = reason === null ? "" : ` (${words(causeOf(reason))})`;
  return say("bridgeLine", name, `${say(`bridge_${state}`)}${cause}`, pending, aside);
}
