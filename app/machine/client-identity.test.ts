import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIdentity } from "../../forwarder/hook/read-identity.ts";
import { MARKER } from "../../forwarder/settings/installed-line.ts";
import { type ClientToIdentify, identifyClient } from "./client-identity.ts";

describe.runIf(process.platform === "linux")("the terminal of a client", () => {
  /** Wait for their stdin to end, as a hook waits for its answer; this process is their client. */
  const hook = spawn("sh", ["-c", `read -r a; exit 0 ${MARKER}`]);
  const other = spawn("sh", ["-c", "read -r a; exit 0"]);
  beforeAll(() => Promise.all([hook, other].map((child) => child.pid !== undefined || once(child, "spawn"))));
  afterAll(() => void [hook, other].map((child) => child.stdin.end()));

  const identify = (about: Partial<ClientToIdentify> = {}) => identifyClient({ pid: process.pid, deliveryId: `0-${hook.pid}-abc`, folder: "/w/shop", givenTty: undefined, wtSession: undefined, ...about });

  it("is the one that the hook command would tell of", async () => {
    const told = await readIdentity({ env: { CLAUDE_PROJECT_DIR: "/w/shop" }, clientPid: process.pid, cwd: "/w/shop", platform: "linux", nowMs: Date.now() });
    const { fingerprint, parent_pid, tty } = await identify();
    expect({ fingerprint, parent_pid, tty }).toEqual({ fingerprint: told.fingerprint, parent_pid: told.parentPid, tty: told.tty });
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(parent_pid).toBe(process.ppid);
  });

  it("is the connection's where the system tells of none, and another folder is another one", async () => {
    const at = async (folder: string) => (await identify({ folder })).fingerprint;
    expect(await at("/w/shop")).not.toBe(await at("/w/other"));
    const gone = await identify({ pid: 4_194_303, givenTty: "/dev/pts/9" });
    expect(gone).toMatchObject({ tty: "/dev/pts/9", fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it("is not another program's: a number from a container, which is taken here by somebody else, tells of nobody", async () => {
    const nothing = { client_started_at: undefined, tty: undefined, parent_pid: undefined, start_time: undefined, fingerprint: undefined };
    // No such shell here, one that runs something else, a delivery that names none.
    for (const deliveryId of ["0-4194303-abc", `0-${other.pid}-abc`, "0--abc", "abc", null]) expect(await identify({ deliveryId })).toEqual(nothing);
    // A hook of ours, but of another client.
    expect(await identify({ pid: other.pid as number })).toEqual(nothing);
    expect(await identify({ pid: other.pid as number, givenTty: "/dev/pts/9" })).toMatchObject({ tty: "/dev/pts/9", parent_pid: undefined });
  });
});
