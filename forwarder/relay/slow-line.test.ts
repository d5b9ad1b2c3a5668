/** A line that does not carry a batch in the time that it has, and an app that does not take one: what waits gets through all the same. */
import { createServer } from "node:http";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SpoolAnswer, SpoolBatch } from "../../schemas/generated/types.ts";
import { healthProof } from "../hook/sign.ts";
import { writeRelayPid } from "../remote/relay-state.ts";
import { temporaryFolder, TOKEN } from "../test-support/homes.ts";
import { until } from "../test-support/run.ts";
import { Relay } from "./relay.ts";
import { LinkError, Uplink } from "./uplink.ts";

const MEGABYTE = 1024 * 1024;
const upToAMegabyte = (length: number): boolean => length <= MEGABYTE;

/** A relay at a home with these files. @param carries whether the line carries a batch of this length, at this attempt */
function relayAt(files: Record<string, string>, carries: (length: number, attempt: number) => boolean) {
  const home = temporaryFolder();
  mkdirSync(join(home, "spool"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, "spool", name), text);
  writeRelayPid(home);
  const sent: SpoolBatch[] = [];
  let attempts = 0;
  const uplink = {
    check: async () => {},
    close: () => {},
    async send(batch: SpoolBatch): Promise<SpoolAnswer> {
      if (!carries(JSON.stringify(batch).length, ++attempts)) throw new LinkError("away", "no answer in time", true);
      sent.push(batch);
      return { done: batch.files.map(({ name }) => name), bad: [], keep: [] };
    },
  };
  const ended = new AbortController();
  const ran = new Relay({ home, uplink: uplink as unknown as Uplink, words: () => "", ended: ended.signal }).run();
  onTestFinished(async () => {
    ended.abort();
    await ran;
  });
  return { sent, waiting: () => readdirSync(join(home, "spool")) };
}

test("files that are too much for one batch go in smaller ones", async () => {
  const text = `v=1\n{"a":"${"x".repeat(0.6 * MEGABYTE)}"}`;
  const { sent, waiting } = relayAt({ "0-1-a.json": text, "0-1-b.json": text, "0-1-c.json": text }, upToAMegabyte);
  await until(() => waiting().length === 0);
  expect(sent.flatMap(({ files }) => files.map((file) => file.text))).toEqual([text, text, text]);
});

test("a line that broke once costs no file its middle", async () => {
  const small = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`0-0-${n}.json`, `v=1\n{"n":${n}}`]));
  const large = `v=1\n{"a":"${"x".repeat(9 * MEGABYTE)}"}`;
  const { sent, waiting } = relayAt({ ...small, "0-1-a.json": large }, (_length, attempt) => attempt > 1);
  await until(() => waiting().length === 0);
  const files = sent.flatMap((batch) => batch.files);
  expect(files).toHaveLength(21);
  expect(files.filter(({ cut }) => cut !== undefined)).toEqual([]);
});

test("of a file that is too much by itself both ends go, and those behind it are held up no longer", async () => {
  const { sent, waiting } = relayAt({ "0-1-a.json": `v=1\n{"a":"${"x".repeat(9 * MEGABYTE)}"}`, "0-1-b.json": "v=1\n{}" }, upToAMegabyte);
  await until(() => waiting().length === 0);
  expect(sent.flatMap(({ files }) => files.map(({ name, cut }) => [name, cut?.bytes ?? null]))).toEqual([["0-1-a.json", 9 * MEGABYTE + 8], ["0-1-b.json", null]]);
});

test.each<[string, number | null, boolean]>([
  ["cuts the connection", null, true], ["says that it came too slowly", 408, true], ["says that it is too large", 413, true], ["is in trouble itself", 503, false],
])("an app that %s: whether less of the batch may get through; one that is not there says nothing of it", async (_how, status, inBatch) => {
  const socket = join(temporaryFolder(), "door.sock");
  const uplink = new Uplink({ id: "0".repeat(16), name: "box", at: { socket } }, TOKEN, Date.now);
  onTestFinished(() => uplink.close());
  const batch: SpoolBatch = { sent_at: 0, files: [] };
  expect(existsSync(socket)).toBe(false);
  await expect(uplink.send(batch)).rejects.toMatchObject({ kind: "away", inBatch: false });
  const app = createServer((request, response) => {
    if (request.url === "/health") response.setHeader("X-Mascot-Pid", "7").setHeader("X-Mascot-Proof", healthProof(TOKEN, String(request.headers["x-mascot-challenge"]), "localhost", "7")).end("{}");
    else if (status === null) request.socket.destroy();
    else response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => app.listen(socket, resolve));
  onTestFinished(() => void app.close());
  await expect(uplink.send(batch)).rejects.toMatchObject({ kind: "away", inBatch });
});
