import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parsePayload } from "../collector/json.ts";
import { createFiguresStore } from "../store/figures-store.ts";
import { delivered, type Recorder, startRecorder } from "./testing/recorder.ts";

const DAY = 86_400_000;
/** As clients and people name sessions that nobody foresaw; JSON, since only there some of them can be written. */
const READABLE = ['"plain"', '"PLAIN"', '"__proto__"', '"../../x"', '" blank "', `"${"n".repeat(200)}"`, '"<img src=x>"', '"\';DROP TABLE sessions;--"', '"\\u202Eabc"', '"\\ud800half"', '"훅🙂"'];
const UNREADABLE = ["42", "true", "{}", '["x"]', '"a\\u0000b"', '"a\\nb"', `"${"n".repeat(5000)}"`];

let folder: string;
let app: Recorder;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "mascot-counted-"));
  app = await startRecorder(folder);
});
afterEach(async () => {
  await app.close();
  await fs.rm(folder, { recursive: true, force: true });
});

async function told(id: string, at = Date.now()): Promise<void> {
  for (const hook_event_name of ["SessionStart", "UserPromptSubmit", "Stop"]) {
    const parsed = parsePayload(`{"session_id":${id},"cwd":${JSON.stringify(folder)},"hook_event_name":"${hook_event_name}","prompt":"go","last_assistant_message":"done"}`);
    await app.pipeline.ingest(delivered((parsed as { value: Record<string, unknown> }).value, { collectedAt: at, receivedAt: at }));
  }
}

it("statistics count the sessions that the page of sessions lists, whatever they are called; of what could not be read there is no session, but the log has it", async () => {
  for (const id of [...READABLE, ...UNREADABLE]) await told(id);
  const listed = (await app.memory.api.sessions({ limit: 500 })).items;
  expect(listed.map(({ session_id }) => session_id).sort()).toEqual(READABLE.map((id) => (JSON.parse(id) as string).replace("\ud800", "\uFFFD")).sort());
  expect(new Set(listed.map(({ project, stats }) => `${project} ${stats.prompts}`)), "each is whole").toEqual(new Set([`${await fs.realpath(folder)} 1`]));
  const { projects } = await createFiguresStore(path.join(folder, "events.db")).count({ from: Date.now() - 30 * DAY, to: Date.now() + 60_000, project: null });
  expect(projects).toEqual([{ project: await fs.realpath(folder), sessions: READABLE.length }]);
  expect((await app.events.tail(0, 1000)).filter(({ event_type }) => event_type === "schema_error")).toHaveLength(UNREADABLE.length * 3);
});

it("statistics of thirty days leave out a session that was over before, which the page of sessions lists", async () => {
  await told('"now"');
  await told('"before"', Date.now() - 40 * DAY);
  expect((await app.memory.api.sessions({ limit: 500 })).items.map(({ session_id }) => session_id)).toEqual(["now", "before"]);
  const counted = (days: number) => createFiguresStore(path.join(folder, "events.db")).count({ from: Date.now() - days * DAY, to: Date.now() + 60_000, project: null });
  expect([(await counted(30)).projects[0]?.sessions, (await counted(90)).projects[0]?.sessions]).toEqual([1, 2]);
});
