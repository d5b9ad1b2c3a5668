/** The pure parts of the hook command. */
import { describe, expect, test } from "vitest";
import { parseArguments, positiveInteger } from "./arguments.ts";
import { AnswerReader, formatRequest } from "./http.ts";
import { limitsFor } from "./limits.ts";
import { buildMeta, clientVersion, FORWARDER_VERSION } from "./meta.ts";
import { PayloadCollector, readPayload, withMeta } from "./payload.ts";
import { deriveWorkspaceId, isWindowsPath, pathBasename } from "./workspace.ts";

describe("the workspace is named after the project", () => {
  test.each([
    ["/home/kim/proj", "proj"],
    ["/home/kim/proj/", "proj"],
    ["/home/kim/한글 폴더", "한글 폴더"],
    ["F:\\tools\\git\\agent-mascot", "agent-mascot"],
    ["F:/tools/git/agent-mascot", "agent-mascot"],
    ["\\\\server\\share\\work", "work"],
    ["/home/kim/back\\slash", "back\\slash"],
    ["/", ""],
    ["", ""],
  ])("%s → %s", (path, name) => expect(pathBasename(path)).toBe(name));

  test("CLAUDE_PROJECT_DIR before the working folder, and a name where neither has one", () => {
    expect(deriveWorkspaceId("/a/project", "/b/cwd")).toBe("project");
    expect(deriveWorkspaceId(undefined, "/b/cwd")).toBe("cwd");
    expect(deriveWorkspaceId("", "/b/cwd")).toBe("cwd");
    expect(deriveWorkspaceId(undefined, null)).toBe("root");
    expect(deriveWorkspaceId("/", "/")).toBe("root");
  });

  test.each([["C:\\x", true], ["F:/x", true], ["\\\\wsl$\\x", true], ["/mnt/c/x", false], ["x:y", false], ["relative", false]])("%s is a Windows path: %s", (path, is) => {
    expect(isWindowsPath(path)).toBe(is);
  });
});

describe("_meta", () => {
  const source = { env: {}, cwd: "/w/proj", nowMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6), deliveryId: "d1", parentPid: 7, client: {} };

  test("carries where and when", () => {
    const env = {
      CLAUDE_PROJECT_DIR: "/w/proj", TERM_SESSION_ID: "term1", CLAUDE_PID: "42", CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_CODE_SESSION_ATTENDED: "1",
      AI_AGENT: "claude-code_2-1-332_harness", TMUX_PANE: "%1", WT_SESSION: "wt",
    };
    expect(buildMeta({}, { ...source, env, client: { tty: "/dev/pts/3", parentPid: 41, startTime: "2026-01-02T03:00:00.000Z", fingerprint: "0123456789abcdef" } })).toMatchObject({
      workspace_id: "proj", terminal_session_id: "term1", collected_at: "2026-01-02T03:04:05.006Z", forwarder_version: FORWARDER_VERSION, delivery_id: "d1",
      client_pid: 42, entrypoint: "cli", attended: true, project_dir: "/w/proj", client_version: "2.1.332", tmux_pane: "%1", wt_session: "wt", tty: "/dev/pts/3",
      parent_pid: 41, start_time: "2026-01-02T03:00:00.000Z", fingerprint: "0123456789abcdef",
    });
  });

  test("the payload's own workspace and terminal win, nothing else of it does", () => {
    const own = { workspace_id: "own", terminal_session_id: "own-term", delivery_id: "forged", client_pid: 1, extra: "kept" };
    expect(buildMeta(own, source)).toMatchObject({ workspace_id: "own", terminal_session_id: "own-term", delivery_id: "d1", client_pid: 7, extra: "kept" });
  });

  test("the environment's secrets are never in it", () => {
    const env = { ANTHROPIC_API_KEY: "sk-ant-secret", CLAUDE_CODE_MESSAGING_TOKEN: "secret", HOME: "/home/secret" };
    expect(JSON.stringify(buildMeta({}, { ...source, env }))).not.toContain("secret");
  });

  test.each([["claude-code_2-1-332_harness", "2.1.332"], ["claude-code_2-1-332", "2.1.332"], ["cursor_1-2-3", undefined], [undefined, undefined], ["claude-code_2-1-332x", undefined]])(
    "client version of %s is %s",
    (agent, version) => expect(clientVersion(agent)).toBe(version),
  );

  test.each([["12", 12], ["0", null], ["-1", null], ["1e3", null], ["", null], [undefined, null], ["99999999999", null]])("pid %s → %s", (text, pid) => {
    expect(positiveInteger(text)).toBe(pid);
  });
});

describe("the payload keeps its own bytes", () => {
  const add = (text: string) => {
    const payload = readPayload(Buffer.from(text));
    if (payload.kind !== "object") throw new Error(payload.kind);
    return withMeta(payload, { workspace_id: "w" }).toString("utf8");
  };

  test.each([
    ["{}", '{"_meta":{"workspace_id":"w"}}'],
    ['{"a":1}\n', '{"a":1,"_meta":{"workspace_id":"w"}}'],
    ['{ "n" : 12345678901234567890, "s":"\\ud55c" }', '{ "n" : 12345678901234567890, "s":"\\ud55c" ,"_meta":{"workspace_id":"w"}}'],
    ["\ufeff{}", '{"_meta":{"workspace_id":"w"}}'],
  ])("%s", (before, after) => expect(add(before)).toBe(after));

  test("a _meta of its own is replaced, not doubled, for whoever parses it", () => {
    expect(JSON.parse(add('{"_meta":{"workspace_id":"old"},"a":"}"}'))).toEqual({ a: "}", _meta: { workspace_id: "w" } });
  });

  test.each([["[]", "other"], ["null", "other"], ['"x"', "other"], ["3", "other"], ["nope", "broken"], ["", "empty"], [" \n", "empty"], ['{"a":', "broken"]])("%s is %s", (text, kind) => {
    expect(readPayload(Buffer.from(text)).kind).toBe(kind);
  });

  test("what is too large keeps its head, its tail and its size", () => {
    const collector = new PayloadCollector(100, 8);
    for (let i = 0; i < 30; i++) collector.add(Buffer.from(`part${String(i).padStart(4, "0")}`));
    expect(collector.truncated).toBe(true);
    expect(JSON.parse(collector.result().toString())).toEqual({ bytes: 240, head: "part0000", tail: "part0029" });
  });

  test("E11: a letter cut at a chunk's border arrives whole", () => {
    const collector = new PayloadCollector();
    for (const byte of Buffer.from('{"prompt":"로그인 🐛"}')) collector.add(Buffer.from([byte]));
    expect(JSON.parse(collector.result().toString("utf8"))).toEqual({ prompt: "로그인 🐛" });
  });
});

describe("HTTP by hand", () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"status":"한"}';

  test("a request says its length in bytes", () => {
    const text = formatRequest({ method: "POST", path: "/ingest", host: "localhost", body: Buffer.from("한") }).toString();
    expect(text).toBe("POST /ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n한");
  });

  test("an answer in pieces of one byte is put together", () => {
    const reader = new AnswerReader();
    const bytes = Buffer.from(answer.replace("Content-Length: 15", `Content-Length: ${Buffer.byteLength('{"status":"한"}')}`));
    const results = [...bytes].map((byte) => reader.add(Buffer.from([byte])));
    expect(results.slice(0, -1).every((result) => result === null)).toBe(true);
    expect(results.at(-1)).toMatchObject({ status: 200, body: '{"status":"한"}', headers: { "content-type": "application/json" } });
  });

  test("chunks, and an answer that ends by closing", () => {
    expect(new AnswerReader().add(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))?.body).toBe("abcde");
    const reader = new AnswerReader();
    expect(reader.add(Buffer.from("HTTP/1.1 200 OK\r\n\r\nab"))).toBe(null);
    expect(reader.finish()?.body).toBe("ab");
  });

  test.each(["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/2 200\r\n\r\n", "x".repeat(70_000)])("what is no answer is an error: %.12s", (text) => {
    expect(() => new AnswerReader().add(Buffer.from(text))).toThrow();
  });
});

describe("how long a hook may take", () => {
  const at = (event: string | null, attended: boolean | undefined, answering: boolean, installed = true) => limitsFor({ installed, event, attended, answering });

  test("two seconds at most, one at the session's end", () => {
    expect(at("PreToolUse", true, true).totalMs).toBe(2000);
    expect(at("SessionEnd", true, true).totalMs).toBe(1000);
    expect(at("PreToolUse", true, false).totalMs).toBeLessThanOrEqual(2000);
  });

  test("a permission is held only where somebody sits and may answer", () => {
    expect(at("PermissionRequest", true, true)).toMatchObject({ hold: true, totalMs: 590_000 });
    expect(at("PermissionRequest", false, true)).toMatchObject({ hold: false, totalMs: 2000 });
    expect(at("PermissionRequest", undefined, true).hold).toBe(false);
    expect(at("PermissionRequest", true, false).hold).toBe(false);
  });

  test("only a session start that needs context waits for the app to come up", () => {
    expect(at("SessionStart", true, true).launchWaitMs).toBe(5000);
    expect(at("SessionStart", true, false).launchWaitMs).toBe(0);
    expect(at("SessionStart", false, true).launchWaitMs).toBe(0);
    expect(at("Stop", true, true).launchWaitMs).toBe(0);
  });
});

test("the installed line's arguments make a silent run; anything else is by hand", () => {
  expect(parseArguments(["--home", "/h", "--event", "Stop", "--provider", "claude", "--parent", "12"])).toEqual({
    installed: true, home: "/h", event: "Stop", provider: "claude", parentPid: 12, launchOnly: false, rest: [],
  });
  expect(parseArguments(["--home", "/h", "--launch"])).toMatchObject({ installed: true, launchOnly: true, rest: [] });
  expect(parseArguments(["F:/x/forward.mjs"])).toMatchObject({ installed: false, rest: ["F:/x/forward.mjs"] });
  expect(parseArguments(["--home"])).toMatchObject({ installed: true, home: null });
});
