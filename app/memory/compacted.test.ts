import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { delivered, type Recorder, startRecorder } from "./testing/recorder.ts";

let folder: string;
let app: Recorder;
let checkpoint: (sessionId: string) => Promise<string>;
const garden = () => path.join(folder, "garden");

beforeEach(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "mascot-compacted-")));
  await fs.mkdir(path.join(garden(), ".git"), { recursive: true });
  checkpoint = async (sessionId) => (sessionId === "s1" ? "what s1 was at" : "");
  app = await startRecorder(folder, { checkpoint: (sessionId) => checkpoint(sessionId) });
});

afterEach(async () => {
  await app.close();
  await fs.rm(folder, { recursive: true, force: true });
});

async function begin(session_id: string, source: string, trust: "verified" | "unverified" = "verified"): Promise<string> {
  const outcome = await app.pipeline.ingest(delivered({ hook_event_name: "SessionStart", session_id, cwd: garden(), source }, { trust }));
  const output = outcome.ok ? outcome.answer.hook_output : undefined;
  return (output?.["hookSpecificOutput"] as { additionalContext?: string } | undefined)?.additionalContext ?? "";
}
const loaded = async () => {
  await app.pipeline.settled();
  return (await app.events.events({ session_id: "s1", event_type: "context_loaded" })).map(({ payload }) => payload);
};

describe("a session whose context was compacted", () => {
  it("is handed what it was at, and the log tells so", async () => {
    expect(await begin("s1", "compact")).toBe("what s1 was at");
    expect(await loaded()).toMatchObject([{ memory_type: "checkpoint", load_reason: "compact", tokens: 4 }]);
  });

  it.each(["startup", "clear", "resume", "fork"])("is not one that begins otherwise (%s)", async (source) => expect(await begin("s1", source)).toBe(""));

  it("is told nothing of another's", async () => expect(await begin("s2", "compact")).toBe(""));

  it("is told nothing where memory is switched off, for all or for its project, or where nobody proved who asks", async () => {
    expect(await begin("s1", "compact", "unverified")).toBe("");
    await app.memory.door.setRules({ project: garden(), record: true, memory: false });
    expect(await begin("s1", "compact")).toBe("");
    await app.memory.door.setRules({ project: garden(), record: true, memory: true });
    app.settings.now = { ...app.settings.now, memory: { ...app.settings.now.memory, enabled: false } };
    expect(await begin("s1", "compact")).toBe("");
  });

  it("begins all the same when its checkpoint cannot be read", async () => {
    checkpoint = () => Promise.reject(new Error("gone"));
    expect(await begin("s1", "compact")).toBe("");
  });
});
