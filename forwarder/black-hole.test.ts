/** A collector on another host that swallows every packet, in a network of its own. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { buildForwarder } from "./test-support/built.ts";
import { makeHome, spooled } from "./test-support/homes.ts";
import { run } from "./test-support/run.ts";

const built = buildForwarder();
/** An interface that takes what is sent and gives it to nobody. */
const NETWORK = "ip link set lo up && ip tuntap add dev hole mode tun && ip addr add 10.9.0.2/24 dev hole && ip link set hole up";
const inNetwork = (command: string) => ["-n", "sh", "-c", `${NETWORK} && exec ${command}`];
const hasNetworks = spawnSync("unshare", inNetwork("true")).status === 0;

/** Far below the five seconds that a request by hand may take (specification 1 §3.3). */
const LIMIT_MS = 2_500;

test.skipIf(!hasNetworks)("R1: a collector behind a black hole is given up at once, the event is kept and that is said once", async () => {
  const home = makeHome(built);
  const ran = await run("unshare", inNetwork(`'${process.execPath}' '${built.mjs}'`), {
    input: '{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"hi"}', env: { MASCOT_HOME: home, MASCOT_COLLECTOR_URL: "http://10.9.0.1:4820", DISPLAY: ":9" },
  });
  expect(ran).toMatchObject({ code: 0, stdout: "" });
  expect(ran.stderr.trim().split("\n")).toEqual([expect.stringMatching(/^\[mascot-hook\] ingest failed: .*the event is kept/)]);
  expect(ran.ms).toBeLessThan(LIMIT_MS);
  expect(spooled(home)).toHaveLength(1);
});
