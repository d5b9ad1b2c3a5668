/** Other machines: what their tokens open, and what they do not. Over real sockets. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RemoteHost } from "../../schemas/generated/types.ts";
import { fromThisComputer } from "./remote-batch.ts";
import { fromSpool } from "./spool-delivery.ts";
import { knownHosts } from "../home/remotes-file.ts";
import { type Answer, ask, startTestCollector, type TestCollector, TOKEN } from "./test-support.ts";

const BOX: RemoteHost = { id: "00112233445566aa", name: "box", kind: "ssh", token: "b".repeat(64), home: "/home/me/.agent-mascot", added_at: "2026-01-01T00:00:00Z", ssh: null };
const OTHER: RemoteHost = { ...BOX, id: "ffeeddccbbaa9988", name: "attic", token: "c".repeat(64) };

describe("the door for other machines", () => {
  let folder: string;
  let remotes: string;
  let running: TestCollector;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "mascot-door-"));
    remotes = join(folder, "remotes.json");
    letIn(BOX, OTHER);
    running = await startTestCollector({ doorPath: join(folder, "door.sock"), hostOf: knownHosts(remotes) });
  });
  afterEach(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function letIn(...hosts: RemoteHost[]): void {
    writeFileSync(remotes, JSON.stringify({ version: 1, hosts }), { mode: 0o600 });
  }

  const door = () => ({ socketPath: join(folder, "door.sock") });

  function signed(method: string, path: string, body: string, { id, token }: Pick<RemoteHost, "id" | "token"> = BOX, host = "localhost"): Record<string, string> {
    const nonce = `${Date.now()}.${randomBytes(16).toString("hex")}`;
    const text = `${method}\n${path}\n${createHash("sha256").update(body).digest("hex")}\n${nonce}\n${host}`;
    return { Host: host, "Content-Type": "application/json", "X-Mascot-Remote": id, "X-Mascot-Nonce": nonce, "X-Mascot-Signature": createHmac("sha256", token).update(text).digest("hex") };
  }

  function batch(payload: Record<string, unknown>, more: { sent_at?: number; modified_at?: number; header?: string } = {}): string {
    const now = Date.now();
    return JSON.stringify({ sent_at: more.sent_at ?? now, files: [{ name: "0-7-beans.json", modified_at: more.modified_at ?? now, text: `${more.header ?? "v=1\tprovider=claude\tCLAUDE_PID=4711\tCLAUDE_PROJECT_DIR=/home/me/garden"}\n${JSON.stringify(payload)}` }] });
  }

  function handIn(body: string, host = BOX): Promise<Answer> {
    return ask(door(), "/api/spool", { method: "POST", headers: signed("POST", "/api/spool", body, host), body });
  }

  it("takes what waited there: verified, marked with the host, without its processes", async () => {
    const answer = await handIn(batch({ hook_event_name: "Stop", session_id: "s1", cwd: "/home/me/garden" }));
    expect(answer.json()).toEqual({ done: ["0-7-beans.json"], bad: [], keep: [] });
    expect(running.pipeline.deliveries).toHaveLength(1);
    expect(running.pipeline.deliveries[0]).toMatchObject({ lane: "spool", trust: "verified", deliveryId: "0-7-beans", meta: { host: "box", project_dir: "/home/me/garden" } });
    expect(running.pipeline.deliveries[0]?.meta).not.toHaveProperty("client_pid");
  });

  it("marks with the host that signed, whatever a payload says", async () => {
    await handIn(batch({ hook_event_name: "Stop", session_id: "s1", _meta: { host: "attic", client_pid: 1 } }));
    expect(running.pipeline.deliveries[0]?.meta).toMatchObject({ host: "box" });
    expect(running.pipeline.deliveries[0]?.meta).not.toHaveProperty("client_pid");
  });

  it("sets a clock right that goes wrong there, by hours too", async () => {
    const wrong = Date.now() + 3 * 3600_000;
    await handIn(batch({ hook_event_name: "Stop", session_id: "s1" }, { sent_at: wrong, modified_at: wrong - 60_000 }));
    const { collectedAt = 0, receivedAt = 0 } = running.pipeline.deliveries[0] ?? {};
    expect(receivedAt - collectedAt).toBeGreaterThan(58_000);
    expect(receivedAt - collectedAt).toBeLessThan(62_000);
  });

  it("says to keep what could not be written", async () => {
    running.pipeline.outcome = () => ({ ok: false, reason: "disk_full", message: "full" });
    expect((await handIn(batch({ hook_event_name: "Stop" }))).json()).toEqual({ done: [], bad: [], keep: ["0-7-beans.json"] });
  });

  it.each([
    ["GET", "/api/events"], ["GET", "/api/status"], ["GET", "/api/agents"], ["GET", "/api/context"], ["POST", "/api/app/quit"], ["POST", "/api/app/raise"], ["POST", "/ingest"], ["POST", "/hooks/claude"], ["POST", "/api/hook"],
    ["GET", "/api/events/stream"], ["POST", "/api/spool/"], ["GET", "//api/events"],
  ])("a host's token does not open %s %s, through the door or the port", async (method, path) => {
    const body = method === "POST" ? "{}" : "";
    for (const way of [door(), { port: running.collector.port }]) {
      const answer = await ask(way, path, { method, headers: signed(method, path, body), ...(body === "" ? {} : { body }) });
      expect(answer.status).toBe(403);
      expect(answer.json()).toMatchObject({ error: "not for hosts" });
    }
    expect(running.asked).toEqual({ quit: 0, raise: 0 });
    expect(running.pipeline.deliveries).toEqual([]);
  });

  it("a host's token is no bearer token, and signs for nobody but its host", async () => {
    expect((await ask({ port: running.collector.port }, "/api/events", { headers: { Authorization: `Bearer ${BOX.token}` } })).status).toBe(401);
    const body = batch({ hook_event_name: "Stop" });
    const asOther = await ask(door(), "/api/spool", { method: "POST", headers: signed("POST", "/api/spool", body, { id: OTHER.id, token: BOX.token }), body });
    expect(asOther.status).toBe(401);
    expect(asOther.json()).toMatchObject({ error: "bad signature" });
    expect(running.pipeline.deliveries).toEqual([]);
  });

  it("without a token, or with the app's own, the door opens to nothing but liveness", async () => {
    for (const headers of [{}, { Authorization: `Bearer ${TOKEN}` }]) {
      const answer = await ask(door(), "/ingest", { method: "POST", headers: { Host: "localhost", "Content-Type": "application/json", ...headers }, body: "{}" });
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ error: "host token required" });
    }
    expect((await ask(door(), "/health", { headers: { Host: "localhost", "X-Mascot-Challenge": "a".repeat(32) } })).headers).not.toHaveProperty("x-mascot-proof");
  });

  it("proves to a host by that host's token that it is the app", async () => {
    const challenge = "a".repeat(32);
    const { headers } = await ask(door(), "/health", { headers: { Host: "localhost", "X-Mascot-Challenge": challenge, "X-Mascot-Remote": BOX.id } });
    const expected = createHmac("sha256", BOX.token).update(`health\n${challenge}\nlocalhost\n${headers["x-mascot-pid"]}`).digest("hex");
    expect(headers["x-mascot-proof"]).toBe(expected);
  });

  it("a token that was taken back opens nothing from that moment, and the answer says what to do", async () => {
    expect((await handIn(batch({ hook_event_name: "Stop" }))).status).toBe(200);
    letIn(OTHER);
    const answer = await handIn(batch({ hook_event_name: "Stop" }));
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ error: "unknown host", message: expect.stringContaining("agent-mascot remote") });
  });

  it("a list that others may read or that makes no sense lets nobody in", async () => {
    chmodSync(remotes, 0o644);
    expect((await handIn(batch({ hook_event_name: "Stop" }))).status).toBe(401);
    chmodSync(remotes, 0o600);
    writeFileSync(remotes, "{");
    expect((await handIn(batch({ hook_event_name: "Stop" }))).status).toBe(401);
  });

  it("a request that was overheard is worth nothing", async () => {
    const body = batch({ hook_event_name: "Stop" });
    const headers = signed("POST", "/api/spool", body);
    const send = () => ask(door(), "/api/spool", { method: "POST", headers, body });
    expect([(await send()).status, (await send()).status]).toEqual([200, 401]);
  });
});

describe("R1: WSL hands in by the mount of a Windows drive, or over the port where its network is mirrored", () => {
  const known = { known: () => true };
  const payload = (cwd: string) => ({ hook_event_name: "Stop", session_id: "s1", cwd });
  const fromFile = (cwd: string, platform: NodeJS.Platform) => fromThisComputer(fromSpool({ name: "0-7-a.json", modifiedAt: 5_000, text: `v=1\tprovider=claude\tCLAUDE_PID=4711\n${JSON.stringify(payload(cwd))}` }, 10_000, known).delivery, platform);
  async function fromPort(cwd: string, platform: NodeJS.Platform) {
    const running = await startTestCollector({ deps: { platform } });
    try {
      for (const path of ["/ingest", "/hooks/claude", "/api/hook"]) {
        const body = JSON.stringify({ ...payload(cwd), provider: "claude", _meta: { client_pid: 4711 } });
        expect((await ask({ port: running.collector.port }, path, { method: "POST", headers: { Authorization: `Bearer ${TOKEN}` }, body })).status).toBeLessThan(300);
      }
      return running.pipeline.deliveries;
    } finally {
      await running.close();
    }
  }

  it("its sessions are shown as of another machine: their processes and folders are not Windows' own", async () => {
    for (const delivery of [fromFile("/home/kim/garden", "win32"), ...(await fromPort("/home/kim/garden", "win32"))]) {
      expect(delivery.meta).toMatchObject({ host: "WSL" });
      expect(delivery.meta).not.toHaveProperty("client_pid");
    }
  });

  it.each([["C:\\garden", "win32"], ["/home/kim/garden", "linux"], ["/Users/kim/garden", "darwin"]] as const)("%s on %s is of this machine", async (cwd, platform) => {
    for (const delivery of [fromFile(cwd, platform), ...(await fromPort(cwd, platform))]) {
      expect(delivery.meta).toMatchObject({ client_pid: 4711 });
      expect(delivery.meta).not.toHaveProperty("host");
    }
  });
});
