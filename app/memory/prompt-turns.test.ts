import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { delivered, type Recorder, rowsOf, startRecorder } from "./testing/recorder.ts";

let folder: string;
let app: Recorder;

beforeEach(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "mascot-prompt-turns-")));
  app = await startRecorder(folder);
});

afterEach(async () => {
  await app.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const says = (prompt: string, prompt_id: string) => app.pipeline.ingest(delivered({ hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: folder, prompt, prompt_id }));
const turns = async () => (await rowsOf(app.conversation, "s1")).map(({ content, turn_id }) => `${content} ${turn_id}`);

it("the same words said again are given to their turn, also when the transcript tells of it before they are written down", async () => {
  await says("continue", "turn-0");
  await app.memory.api.interactions({ session_id: "s1" });
  expect(await turns()).toEqual(["continue turn-0"]);
  // As the client tells it: what was typed while a turn went on has that turn's id, and opens the next.
  await says("continue", "turn-1");
  app.memory.noteNews({ sessionId: "s1", usages: [], prompts: [{ promptId: "turn-2", text: "continue", byPerson: true, atMs: Date.now() }] });
  await expect.poll(turns).toEqual(["continue turn-0", "continue turn-2"]);
});
