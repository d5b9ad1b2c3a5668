/** The search index is worth nothing by itself: when it is stale or broken it is made again, and nothing else is lost for it. */
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { ConversationStore } from "../conversation-parts.ts";
import { Connection } from "./sqlite.ts";
import { draft, patch, project } from "./testing/conversation-fixture.ts";
import { cleanUp, item, look, newFile, NOON, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const SAID = 60;
const found = async (store: ConversationStore, text: string) => (await store.search({ text, limit: 200 })).items.length;

async function filled(): Promise<string> {
  const file = newFile();
  const { store, conversation } = await open(file);
  await store.append([item()]);
  await project(conversation, Array.from({ length: SAID }, () => draft({ content: "lantern" })));
  await conversation.saveSummary("session-a", { asked: ["lantern"], done: [], files: [], tools: {}, failures: [], open: [], last_reply: null, made_at: NOON });
  await store.close();
  return file;
}

async function change(file: string, sql: string): Promise<void> {
  const connection = await Connection.open(file, 1000);
  await connection.exec(sql);
  await connection.close();
}

it.each([
  ["of another version's words", "UPDATE meta SET value = '0' WHERE key = 'search_tokens'; INSERT INTO search (search) VALUES ('delete-all')"],
  ["half made when the app ended", "INSERT INTO search (search) VALUES ('delete-all'); INSERT INTO meta VALUES ('search_left_before', '61'), ('search_left_after', '0')"],
])("an index %s is made again before anything is changed in it", async (_what, sql) => {
  const file = await filled();
  await change(file, sql);
  const { conversation } = await open(file);
  expect(await found(conversation, "lantern")).toBe(0);
  await project(conversation, [draft({ session_id: "session-b", content: "lantern" })], [patch({}, {}, "session-b")]);
  expect(await found(conversation, "lantern")).toBe(SAID + 2);
  expect(await look(file, "SELECT key FROM meta WHERE key LIKE 'search_left%'")).toEqual([]);
  await conversation.deleteSession("session-a");
  expect(await found(conversation, "lantern")).toBe(1);
});

it("a broken index is no reason to put the log aside: it is made again", async () => {
  const file = await filled();
  await change(file, "UPDATE search_data SET block = x'00ff00ff00ff' WHERE id > 10");
  fs.writeFileSync(`${file}-suspect`, "");
  const { store, conversation, notices } = await open(file);
  expect(notices).toEqual([]);
  expect(await store.countEvents()).toBe(1);
  await project(conversation, [], [patch()]);
  expect(await found(conversation, "lantern")).toBe(SAID + 1);
  expect(fs.readdirSync(path.dirname(file)).filter((name) => name.includes("damaged") || name.includes("suspect"))).toEqual([]);
});

it("an index that breaks while it is in use is noted, and made again at the next start", async () => {
  const file = await filled();
  const first = await open(file);
  await change(file, "UPDATE search_data SET block = x'00ff00ff00ff' WHERE id > 10");
  await expect(first.conversation.deleteSession("session-a")).rejects.toMatchObject({ reason: "damaged" });
  await first.store.close();
  const { conversation, notices } = await open(file);
  expect(notices).toEqual([]);
  await conversation.deleteSession("session-a");
  expect(await found(conversation, "lantern")).toBe(0);
});
