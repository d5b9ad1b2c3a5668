/** The forwarder's queue on disk. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../test-support/homes.ts";
import { pruneSpool } from "./prune-spool.ts";
import { newDeliveryId, uniqueText, writeSpoolFile } from "./spool.ts";
import { eventNameIn, type SpoolEntry, toDrop, withinBounds } from "./spool-bounds.ts";

describe("one file", () => {
  test("header, payload, for the user only, nothing else left", () => {
    const home = temporaryFolder();
    const path = writeSpoolFile(home, "n1", { delivery_id: "n1" }, Buffer.from("{}"));
    expect(readFileSync(path, "utf8")).toBe('{"delivery_id":"n1"}\n{}');
    expect([statSync(path).mode & 0o777, statSync(join(home, "spool")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(home, "spool"))).toEqual(["n1.json"]);
  });

  test("nothing that is there is overwritten, and no link is followed", () => {
    const home = temporaryFolder();
    writeSpoolFile(home, "n1", {}, Buffer.from("first"));
    expect(() => writeSpoolFile(home, "n1", {}, Buffer.from("second"))).toThrow();
    expect(readFileSync(join(home, "spool", "n1.json"), "utf8")).toBe("{}\nfirst");
    const target = join(home, "target");
    symlinkSync(target, join(home, "spool", ".n2.tmp"));
    expect(() => writeSpoolFile(home, "n2", {}, Buffer.from("x"))).toThrow();
    expect(() => statSync(target)).toThrow();
  });

  test("names never repeat, and are names everywhere", () => {
    const names = new Set(Array.from({ length: 10_000 }, () => newDeliveryId(1, 1, uniqueText())));
    expect(names.size).toBe(10_000);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,120}$/);
  });
});

describe("what leaves a spool that is too large", () => {
  const bounds = { bytes: 100, files: 10, ageMs: 1000 };
  const entry = (name: string, bytes: number, mtimeMs: number, event: string | null): SpoolEntry => ({ name, bytes, mtimeMs, event });
  const names = (entries: SpoolEntry[], now = 1000) => toDrop(entries, bounds, now).map(({ name }) => name);

  test("the old, then tool events from the oldest on, then the rest", () => {
    const entries = [entry("stop", 60, 500, "Stop"), entry("tool2", 30, 700, "PostToolUse"), entry("tool1", 30, 600, "PreToolUse"), entry("old", 10, -1, "Stop")];
    expect(names(entries)).toEqual(["old", "tool1"]);
    expect(names([...entries, entry("huge", 200, 900, "SessionStart")])).toEqual(["old", "tool1", "tool2", "stop", "huge"]);
    expect(names([entry("a", 100, 1000, null)])).toEqual([]);
    const many = Array.from({ length: 12 }, (_, n) => entry(`${n}`, 1, n, n === 5 ? "PreToolUse" : "Stop"));
    expect(names(many, 12)).toEqual(["5", "0"]);
  });

  test("within bounds nothing is looked into", () => {
    expect(withinBounds([entry("a", 100, 0, null)], bounds, 1000)).toBe(true);
    expect(withinBounds([entry("a", 101, 0, null)], bounds, 1000)).toBe(false);
    expect(withinBounds([entry("a", 1, -1, null)], bounds, 1000)).toBe(false);
    expect(withinBounds(Array.from({ length: 11 }, () => entry("a", 1, 1000, null)), bounds, 1000)).toBe(false);
  });

  test.each([['{"delivery_id":"x"}\n{"hook_event_name" : "Stop"}', "Stop"], ['v=1\n{"hook_type":"PreToolUse"', "PreToolUse"], ["", null], ['{"hook_event_name":3}', null]])("%s", (text, event) => {
    expect(eventNameIn(text)).toBe(event);
  });

  test("on disk: one note tells how many left, and since when", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "spool"));
    const file = (name: string, event: string, seconds: number) => {
      writeFileSync(join(home, "spool", name), `{}\n{"hook_event_name":"${event}","x":"${"x".repeat(200)}"}`);
      utimesSync(join(home, "spool", name), seconds, seconds);
    };
    file("1.json", "Stop", 1000);
    file("2.json", "PreToolUse", 2000);
    file("3.json", "PreToolUse", 3000);
    expect(pruneSpool(home, 4_000_000, () => 0, { bytes: 400, files: 10, ageMs: 1e9 })).toBe(2);
    const rest = readdirSync(join(home, "spool")).sort();
    expect(rest).toHaveLength(2);
    const gap = JSON.parse(readFileSync(join(home, "spool", rest.find((name) => name !== "1.json") ?? ""), "utf8").split("\n")[0] ?? "") as { gap: unknown };
    expect(gap.gap).toEqual({ dropped: 2, from: "1970-01-01T00:33:20.000Z", to: "1970-01-01T00:50:00.000Z" });
    expect(pruneSpool(home, 4_000_000, () => 1, { bytes: 1, files: 1, ageMs: 1 })).toBe(0);
  });

  test("a spool too large for one look shrinks at every session start by its part, the oldest first", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "spool"));
    for (let n = 0; n < 100; n++) {
      writeFileSync(join(home, "spool", `${n}.json`), "{}\n{}");
      utimesSync(join(home, "spool", `${n}.json`), n + 1, n + 1);
    }
    // Forty looks at the clock, and the time for looking is over.
    const clock = () => {
      let asked = 0;
      return () => (asked++ < 40 ? 0 : 0.5);
    };
    const bounds = { bytes: 1e9, files: 50, ageMs: 1e9 };
    expect(pruneSpool(home, 200_000, clock(), bounds)).toBe(20);
    const left = () => readdirSync(join(home, "spool")).length;
    for (let session = 0; session < 40; session++) pruneSpool(home, 200_000, clock(), bounds);
    expect(left()).toBeLessThanOrEqual(60);
  });

  test("half-written files of hooks that were killed do not stay for ever; one that is being written does", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "spool"));
    for (const name of [".0-1-dead.tmp", ".0-1-dead.body.tmp", ".0-2-alive.tmp"]) writeFileSync(join(home, "spool", name), "v=1");
    for (const name of [".0-1-dead.tmp", ".0-1-dead.body.tmp"]) utimesSync(join(home, "spool", name), 1000, 1000);
    expect(pruneSpool(home, Date.now(), () => 0)).toBe(0);
    expect(readdirSync(join(home, "spool"))).toEqual([".0-2-alive.tmp"]);
  });

  test("nothing behind a link is pruned", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "elsewhere"));
    writeFileSync(join(home, "elsewhere", "letters.json"), "{}");
    symlinkSync(join(home, "elsewhere"), join(home, "spool"));
    expect(pruneSpool(home, Date.now(), () => 0, { bytes: 0, files: 0, ageMs: 0 })).toBe(0);
    expect(readdirSync(join(home, "elsewhere"))).toEqual(["letters.json"]);
  });
});
