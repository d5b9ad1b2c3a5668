import { describe, expect, it } from "vitest";
import { readIdentity } from "../forwarder/hook/read-identity.ts";
import { identifyClient } from "./client-identity.ts";

describe.runIf(process.platform === "linux")("the terminal of a client", () => {
  it("is the one that the hook command would tell of", async () => {
    const told = await readIdentity({ env: { CLAUDE_PROJECT_DIR: "/w/shop" }, clientPid: process.pid, cwd: "/w/shop", platform: "linux", nowMs: Date.now() });
    const { fingerprint, parent_pid, tty } = await identifyClient({ pid: process.pid, folder: "/w/shop", givenTty: undefined, wtSession: undefined });
    expect({ fingerprint, parent_pid, tty }).toEqual({ fingerprint: told.fingerprint, parent_pid: told.parentPid, tty: told.tty });
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(parent_pid).toBe(process.ppid);
  });

  it("is the connection's where the system tells of none, and another folder is another one", async () => {
    const at = async (folder: string) => (await identifyClient({ pid: process.pid, folder, givenTty: undefined, wtSession: undefined })).fingerprint;
    expect(await at("/w/shop")).not.toBe(await at("/w/other"));
    const gone = await identifyClient({ pid: 4_194_303, folder: "/w/shop", givenTty: "/dev/pts/9", wtSession: undefined });
    expect(gone).toMatchObject({ tty: "/dev/pts/9", fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });
});
