import { appendFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { readBatch, waitingNames } from "./spool-files.ts";

const texts = (folder: string) => readBatch(folder, waitingNames(folder)).map(({ name, text }) => [name, text]);

test("the relay carries a file that a hook writes in place once it is whole, without its end mark", () => {
  const folder = temporaryFolder();
  const file = join(folder, "0-1-a.json");
  writeFileSync(file, 'v=2\tprovider=claude\n{"a":');
  writeFileSync(join(folder, "0-1-b.json"), "v=1\tprovider=claude\n{}");
  expect(texts(folder)).toEqual([["0-1-b.json", "v=1\tprovider=claude\n{}"]]);
  appendFileSync(file, "1}\n\n# end\n");
  expect(texts(folder)).toContainEqual(["0-1-a.json", 'v=2\tprovider=claude\n{"a":1}\n']);
});

test("what a hook left that was killed goes as it is after some minutes", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "0-1-a.json"), 'v=2\tprovider=claude\n{"a":');
  expect(texts(folder)).toEqual([]);
  utimesSync(join(folder, "0-1-a.json"), Date.now() / 1000 - 600, Date.now() / 1000 - 600);
  expect(texts(folder)).toEqual([["0-1-a.json", 'v=2\tprovider=claude\n{"a":']]);
});

test("of a large one both ends go, and none before it is whole", () => {
  const folder = temporaryFolder();
  const file = join(folder, "0-1-a.json");
  const payload = "x".repeat(17 * 1024 * 1024);
  writeFileSync(file, `v=2\tprovider=claude\n${payload}`);
  expect(readBatch(folder, waitingNames(folder))).toEqual([]);
  appendFileSync(file, "\n# end\n");
  const [parcel] = readBatch(folder, waitingNames(folder));
  expect(parcel?.text).toBe("v=2\tprovider=claude\n");
  expect(parcel?.cut?.tail).toMatch(/^x+$/);
  expect(parcel?.cut?.bytes, "the label and the end mark are none of the payload").toBe(payload.length);
});
