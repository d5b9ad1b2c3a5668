/** `agent-mascot tail` as a process, against an app that streams what it is told to. */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SessionEvent } from "../schemas/generated/types.ts";
import { MessageReader } from "./cli/sse.ts";
import { lineOf, tailOptions } from "./cli/tail.ts";
import { buildForwarder } from "./test-support/built.ts";
import { temporaryFolder } from "./test-support/homes.ts";
import { run, until } from "./test-support/run.ts";

const built = buildForwarder();

const sessionEvent = (n: number, fields: Partial<SessionEvent> = {}): SessionEvent => ({
  id: `evt_20260102_${n}`, session_id: "s1", event_type: "tool_started", summary: `Bash began: make ${n}`, details: { workspace_id: "garden", agent_id: "s1" }, severity: "info", created_at: "2026-01-02T03:04:05.678Z", ...fields,
});
const frame = (n: number, fields: Partial<SessionEvent> = {}) => `id: ${n}\nevent: session.event\ndata: ${JSON.stringify(sessionEvent(n, fields))}\n\n`;
const ending = (reason: string) => `event: stream.end\ndata: ${JSON.stringify({ reason, message: "…" })}\n\n`;

interface Asked {
  path: string;
  query: Record<string, string>;
  place: string | undefined;
  response: ServerResponse;
}

/** An app over the socket: every request for the stream is written down, and answered by hand. */
class App {
  readonly asked: Asked[] = [];
  private server = createServer();
  constructor(readonly home: string, private readonly answer: (asked: Asked) => void) {}

  async start(): Promise<void> {
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    this.server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? "", "http://localhost");
      const asked = { path: url.pathname, query: Object.fromEntries(url.searchParams), place: request.headers["last-event-id"] as string | undefined, response };
      this.asked.push(asked);
      this.answer(asked);
    });
    rmSync(join(this.home, "mascot.sock"), { force: true });
    await new Promise<void>((resolve) => this.server.listen(join(this.home, "mascot.sock"), resolve));
    onTestFinished(() => this.stop());
  }
  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const begin = ({ response }: Asked, place: number) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(`retry: 1000\nid: ${place}\n\n`);
};

async function scene(answer: (asked: Asked) => void) {
  const home = join(temporaryFolder(), "home");
  const app = new App(home, answer);
  await app.start();
  return { home, app, env: { MASCOT_HOME: home } };
}

/** A tail that goes on; what it printed so far. */
function tailing(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [built.cli, "tail", ...args], { env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...env }, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "", code: undefined as number | null | undefined };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  child.on("close", (code) => (said.code = code));
  return { child, said };
}

describe("tail", () => {
  test("asks for the last ten and prints a line for each event, or its JSON; without following it ends with what is there", async () => {
    const { app, env } = await scene((asked) => {
      begin(asked, 0);
      asked.response.end(frame(1) + frame(2, { severity: "error", summary: "Boom" }));
    });
    const plain = await run(process.execPath, [built.cli, "tail", "--no-follow"], { env: { ...env, TZ: "UTC" } });
    expect(plain).toMatchObject({ code: 0, stderr: "", stdout: "03:04:05.678  garden  s1  tool_started  Bash began: make 1\n03:04:05.678  garden  s1  tool_started  Boom\n" });
    const json = await run(process.execPath, [built.cli, "tail", "--no-follow", "--json", "-n", "3"], { env });
    expect(json.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line))).toEqual([sessionEvent(1), sessionEvent(2, { severity: "error", summary: "Boom" })]);
    expect(app.asked.map(({ path, query, place }) => ({ path, query, place }))).toEqual([
      { path: "/api/events/stream", query: { last: "10", follow: "false" }, place: undefined }, { path: "/api/events/stream", query: { last: "3", follow: "false" }, place: undefined },
    ]);
  });

  test.each([["2026-01-02", "2026-01-01T15:00:00.000Z"], ["2026-01", "2025-12-31T15:00:00.000Z"], ["2026-01-02T12:04", "2026-01-02T03:04:00.000Z"], ["2026-01-02T03:04:00Z", "2026-01-02T03:04:00.000Z"]])(
    "times are the person's own, those that are shown and those that are asked for: --since %s in Seoul",
    async (since, begins) => {
      const { app, env } = await scene((asked) => {
        begin(asked, 0);
        asked.response.end(frame(1));
      });
      const ran = await run(process.execPath, [built.cli, "tail", "--no-follow", "--since", since], { env: { ...env, TZ: "Asia/Seoul" } });
      expect(ran.stdout).toBe("12:04:05.678  garden  s1  tool_started  Bash began: make 1\n");
      expect(app.asked[0]?.query).toMatchObject({ since: begins });
    },
  );

  test("filters go to the app by its own names", async () => {
    const { app, env } = await scene((asked) => {
      begin(asked, 0);
      asked.response.end();
    });
    await run(process.execPath, [built.cli, "tail", "--no-follow", "--session", "s1", "--type", "tool_failed,test_failed", "--type", "escalation", "--severity", "warn", "--project", "/w/p", "--port", "beans", "--since", "2026-01-31T12:00:00Z"], { env });
    expect(app.asked[0]?.query).toEqual({ since: "2026-01-31T12:00:00.000Z", session_id: "s1", event_type: "tool_failed,test_failed,escalation", severity: "warn", project: "/w/p", port_id: "beans", follow: "false" });
  });

  test("when the app ends and runs again it goes on where it was, and says so", async () => {
    const scenery = await scene((asked) => {
      begin(asked, Number(asked.place ?? 4));
      if (asked.place === undefined) asked.response.write(frame(5));
      else asked.response.write(frame(6));
    });
    const { said } = tailing(scenery.env, "--type", "tool_started");
    await until(() => said.out.includes("make 5"));
    scenery.app.stop();
    await until(() => said.err.includes("Waiting for it to run again"));
    const again = new App(scenery.home, (asked) => {
      begin(asked, Number(asked.place));
      asked.response.write(frame(6));
    });
    await again.start();
    await until(() => said.out.includes("make 6"));
    expect(again.asked[0]).toMatchObject({ place: "5", query: { event_type: "tool_started" } });
    expect(again.asked[0]?.query).not.toHaveProperty("last");
    expect(said.err.trim().split("\n")).toEqual(["The app has ended. Waiting for it to run again; Ctrl-C ends this", "The app runs again"]);
    expect(said.out.trim().split("\n")).toHaveLength(2);
  });

  test("one who was told nothing yet goes on from the place at which it began", async () => {
    const scenery = await scene((asked) => {
      begin(asked, 41);
      if (asked.place === undefined) asked.response.end();
      else asked.response.write(frame(42));
    });
    const { said } = tailing(scenery.env, "-n", "0");
    await until(() => said.out.includes("make 42"));
    expect(scenery.app.asked[1]).toMatchObject({ place: "41", query: {} });
  });

  test("cut for being slow it goes on at once and says nothing; places that are taken are waited for", async () => {
    const { app, env } = await scene((asked) => {
      if (app.asked.length === 2) {
        asked.response.writeHead(503, { "Content-Type": "application/json" });
        return void asked.response.end('{"error":"too many followers"}');
      }
      begin(asked, 0);
      if (app.asked.length === 1) asked.response.end(frame(1) + ending("slow"));
      else asked.response.write(frame(2));
    });
    const { said } = tailing(env);
    await until(() => said.out.includes("make 2"));
    expect(app.asked.map(({ place }) => place)).toEqual([undefined, "1", "1"]);
    expect(said.err).not.toContain("ended");
  });

  test("what is not kept, and a log that began anew, are said", async () => {
    const { env } = await scene((asked) => {
      begin(asked, 0);
      for (const reason of ["not_kept", "beyond_the_log"]) asked.response.write(`event: stream.notice\ndata: ${JSON.stringify({ reason, message: "…" })}\n\n`);
      asked.response.end();
    });
    const ran = await run(process.execPath, [built.cli, "tail", "--no-follow"], { env });
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/^Some of what was recorded .*\nThe log began anew .*\n$/) });
  });

  test("a refusal is said in its own words and is a failure; so is an app that does not run", async () => {
    const { env } = await scene(({ response }) => {
      response.writeHead(400, { "Content-Type": "application/json" });
      response.end('{"error":"invalid query","message":"event_type knows: agent_started."}');
    });
    expect(await run(process.execPath, [built.cli, "tail", "--type", "nonsense"], { env })).toMatchObject({ code: 1, stdout: "", stderr: "Agent Mascot refused: 400 event_type knows: agent_started.\n" });
    expect(await run(process.execPath, [built.cli, "tail"], { env: { MASCOT_HOME: temporaryFolder() } })).toMatchObject({ code: 1, stderr: "Agent Mascot is not running\n" });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s ends it, which is no failure", async (signal) => {
    const { env } = await scene((asked) => {
      begin(asked, 0);
      asked.response.write(frame(1));
    });
    const { child, said } = tailing(env);
    await until(() => said.out.includes("make 1"));
    child.kill(signal);
    await until(() => said.code !== undefined);
    expect([said.code, said.err]).toEqual([0, ""]);
  });

  test("it ends with 0 when nobody reads on, also while no event comes", async () => {
    const { env } = await scene((asked) => {
      begin(asked, 0);
      asked.response.write(asked.query["last"] === "0" ? "" : frame(1) + frame(2) + frame(3));
    });
    const pipe = (args: string, reader: string) => run("/bin/bash", ["-c", `set -o pipefail; '${process.execPath}' '${built.cli}' tail ${args} | ${reader}`], { env });
    const first = await pipe("", "head -1");
    expect(first).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\S+ {2}garden.*make 1\n$/) });
    const quiet = await pipe("-n 0", "sleep 0.1");
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
    expect(quiet.ms).toBeLessThan(5_000);
  });

  test("over TCP the token goes to nobody who has not shown to have it", async () => {
    const home = join(temporaryFolder(), "home");
    mkdirSync(home, { mode: 0o700 });
    const { startCollector } = await import("./test-support/collector.ts");
    const { TOKEN } = await import("./test-support/homes.ts");
    writeFileSync(join(home, "token"), TOKEN, { mode: 0o600 });
    const impostor = await startCollector(home, { tcpOnly: true, impostor: true });
    expect(await run(process.execPath, [built.cli, "tail"], { env: { MASCOT_HOME: home } })).toMatchObject({ code: 1, stderr: expect.stringContaining("somebody else") });
    expect(JSON.stringify(impostor.got)).not.toContain(TOKEN);
    const real = await startCollector(home, { tcpOnly: true });
    await run(process.execPath, [built.cli, "tail", "--no-follow"], { env: { MASCOT_HOME: home } });
    expect(real.got.at(-1)).toMatchObject({ url: "/api/events/stream?last=10&follow=false", headers: { authorization: `Bearer ${TOKEN}` } });
  });
});

describe("what tail is asked", () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0);
  test.each([["30s", "2026-01-31T11:59:30.000Z"], ["10m", "2026-01-31T11:50:00.000Z"], ["2h", "2026-01-31T10:00:00.000Z"], ["3d", "2026-01-28T12:00:00.000Z"], ["2026-01-02T09:00+09:00", "2026-01-02T00:00:00.000Z"]])("--since %s begins at %s", (since, begins) => {
    expect(tailOptions({ since }, now)).toMatchObject({ begin: { since: begins } });
  });
  test.each(["soon", "10", "10x", "-5m", "1", ""])("--since %s is refused", (since) => expect(tailOptions({ since }, now)).toBe("badSince"));
  test.each(["x", "1001", "-1", "1.5"])("--lines %s is refused", (lines) => expect(tailOptions({ lines }, now)).toBe("badLines"));
});

describe("a line", () => {
  test("what agents write cannot steer the terminal", () => {
    const line = lineOf(sessionEvent(1, { summary: "\u001b[2J\u0007evil\nline\u202e", details: { workspace_id: "w\u001b]0;x", agent_id: "a".repeat(60) } }));
    expect(line).not.toMatch(/[\u0000-\u001f\u007f\u202e]/);
    expect(line).toContain("aaaaaaaa…aaaaaa");
  });
});

test("server-sent events are read whatever the pieces they come in", () => {
  const text = `retry: 1000\nid: 7\n\n${frame(8)}: still here\nid: 9\n\n${ending("quit")}`;
  const whole = new MessageReader().add(text);
  expect(whole.map(({ id, event }) => [id, event])).toEqual([["7", null], ["8", "session.event"], ["9", null], ["9", "stream.end"]]);
  const reader = new MessageReader();
  expect([...text].flatMap((letter) => reader.add(letter))).toEqual(whole);
  expect(JSON.parse(whole[1]?.data ?? "")).toEqual(sessionEvent(8));
});
