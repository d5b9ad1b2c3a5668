import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Delivery } from "../parts.ts";
import { ClientsHere, FRESH_MS, judgeClient, type ToldClient, type Verdict } from "./client-here.ts";
import { type ClientLook, lookAtClient } from "./process-look.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const LATE = FRESH_MS + 1;
const told = (more: Partial<ToldClient> = {}): ToldClient => ({ provider: "claude", startedAt: null, folders: ["/w/shop"], at: NOW, lag: 40, ...more });
/** Another program that was there before. */
const OTHER: ClientLook = { alive: true, startedAt: NOW - 3_600_000, folder: "/var/lib/db", command: ["/usr/bin/postgres", "-D", "/var/lib/claude"] };

describe("the number of a hook's client is", () => {
  it.each<[string, ToldClient, ClientLook, Verdict]>([
    ["its process here: it works in the session's folder", told(), { ...OTHER, folder: "/w/shop", command: ["/opt/agent"] }, "here"],
    ["its process here: the program bears the provider's name", told(), { ...OTHER, command: ["/home/kim/.local/bin/claude", "-p"] }, "here"],
    ["its process here: a script that an interpreter runs", told(), { ...OTHER, command: ["/usr/bin/node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"] }, "here"],
    ["its process here: of another provider", told({ provider: "codex" }), { ...OTHER, command: ["codex"] }, "here"],
    ["its process here: it started when the hook says, wherever it works", told({ startedAt: NOW - 60_000 }), { ...OTHER, startedAt: NOW - 61_500 }, "here"],
    ["a container's, and nobody's here", told(), { alive: false }, "elsewhere"],
    ["a container's, and another program's here", told(), OTHER, "elsewhere"],
    ["a container's, and here a client's that started at another time", told({ startedAt: NOW - 60_000 }), { ...OTHER, command: ["claude"], folder: "/w/shop" }, "elsewhere"],
    ["made up: of a part of the system's core, which has no words", told(), { alive: true, startedAt: NOW - 3_600_000 }, "elsewhere"],
    ["a shell's that stood between, and is gone after the hook", told(), { ...OTHER, folder: "/w/shop", command: ["/bin/sh", "-c", "hook"] }, "elsewhere"],
    ["given out again after the hook ran", told(), { ...OTHER, startedAt: NOW + 10_000, command: ["claude"] }, "elsewhere"],
    ["not to be known: the hook waited, and its client may have ended", told({ lag: LATE }), { alive: false }, "unknown"],
    ["not to be known: the hook waited, and the number was given out again", told({ lag: LATE }), { ...OTHER, startedAt: NOW + 10_000 }, "unknown"],
    ["another program's, which had it when the hook that waited ran", told({ lag: LATE }), OTHER, "elsewhere"],
    ["believed where the system tells of no starts", told(), { alive: true }, "here"],
  ])("%s", (_what, client, look, verdict) => expect(judgeClient(client, look)).toBe(verdict));
});

function hookOf(pid: number | undefined, more: Partial<Delivery> = {}): Delivery {
  const meta = { parent_pid: 7, tty: "/dev/pts/3", start_time: "2026-01-01T11:00:00.000Z", fingerprint: "0123456789abcdef", ...(pid === undefined ? {} : { client_pid: pid }) };
  return { lane: "spool", provider: "claude", payload: { hook_event_name: "Stop", session_id: "s", cwd: "/w/shop" }, meta, deliveryId: "d", collectedAt: NOW, receivedAt: NOW, trust: "verified", ...more };
}

describe("a delivery from elsewhere", () => {
  it("keeps what it tells but for numbers and names that mean something else here", () => {
    const { meta, payload } = new ClientsHere(() => OTHER).only(hookOf(42));
    expect(meta).toEqual({ client_pid: 0, fingerprint: "0123456789abcdef" });
    expect(payload).toEqual(hookOf(42).payload);
  });

  it("from here is left as it is, and so is one that tells no number", () => {
    const clients = new ClientsHere(() => ({ ...OTHER, folder: "/w/shop" }));
    for (const delivery of [hookOf(42), hookOf(undefined)]) expect(clients.only(delivery)).toBe(delivery);
  });

  it("a session that was seen to have its process is looked at once: hooks that come in after its end tell nothing else", () => {
    const looks: ClientLook[] = [{ ...OTHER, folder: "/w/shop" }, { alive: false }];
    const clients = new ClientsHere(() => looks.shift() as ClientLook);
    expect([clients.only(hookOf(42)), clients.only(hookOf(42))].map(({ meta }) => meta.client_pid)).toEqual([42, 42]);
    expect(clients.only(hookOf(43)).meta.client_pid).toBe(0);
    expect(clients.only(hookOf(42, { payload: { session_id: "another" } })).meta.client_pid).toBe(0);
  });
});

describe("a number that is no client's here", () => {
  const looksFor = (deliveries: Delivery[]) => {
    let looks = 0;
    const clients = new ClientsHere(() => (looks++, OTHER));
    const believed = deliveries.map((delivery) => clients.only(delivery).meta.client_pid);
    return { looks, believed };
  };

  it("is looked at once in two seconds, however many hooks tell it", () => {
    expect(looksFor([0, 40, 80, 1_999].map((ms) => hookOf(42, { receivedAt: NOW + ms })))).toEqual({ looks: 1, believed: [0, 0, 0, 0] });
  });

  it("is looked at again after that, and when the clock was set back", () => {
    expect(looksFor([0, 2_000, -500].map((ms) => hookOf(42, { receivedAt: NOW + ms, collectedAt: NOW + ms }))).looks).toBe(3);
  });
});

describe.runIf(process.platform === "linux")("real processes", () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
  beforeAll(() => child.pid !== undefined || once(child, "spawn"));
  afterAll(() => void child.stdin.end());

  it("are known by their folder, and another one's number is not believed", () => {
    const clients = new ClientsHere(lookAtClient);
    const at = (folder: string, pid: number) => clients.only(hookOf(pid, { payload: { session_id: folder, cwd: folder }, collectedAt: Date.now(), receivedAt: Date.now() })).meta.client_pid;
    expect(at("/", child.pid as number)).toBe(child.pid);
    expect(at("/w/somewhere", child.pid as number)).toBe(0);
    expect(at(process.cwd(), 2 ** 22 + 1)).toBe(0);
  });
});
