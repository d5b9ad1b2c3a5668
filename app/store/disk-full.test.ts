import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { StoreError } from "../parts.ts";
import { type BatchContext, writeItems } from "./batch.ts";
import { prepareItem } from "./event-row.ts";
import { prepareIntake } from "./intake.ts";
import { migrate } from "./migrate.ts";
import { RecentKeys } from "./recent-keys.ts";
import { SightingFilter } from "./sightings.ts";
import { Connection } from "./sqlite.ts";
import { cleanUp, item, look, newFile, NOON, open, temporaryFolder } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const big = (bytes: number, keys?: string[]) => item({ raw: "x".repeat(bytes) }, keys);

describe("a disk that is full", () => {
  /** A database that may have so many pages and no more. */
  async function limitedTo(pages: number): Promise<{ context: BatchContext; connection: Connection }> {
    const file = newFile();
    fs.writeFileSync(file, "");
    const connection = await Connection.open(file, 1000);
    await connection.exec("PRAGMA journal_mode = WAL");
    await migrate(connection, async () => "");
    await prepareIntake(connection);
    await connection.exec(`PRAGMA max_page_count = ${pages}`);
    return { connection, context: { connection, clock: { now: () => NOON }, recent: new RecentKeys(100), sightings: new SightingFilter(100), avatarSeed: () => 1, lastSeq: 0 } };
  }

  it("D7: fails exactly the deliveries that have no room, says disk_full, and stores again when there is room", async () => {
    const { context, connection } = await limitedTo(60);
    const items = [item({}, ["small 1"]), big(1_000_000, ["big"]), item({}, ["small 2"])].map((one) => prepareItem(one, NOON));
    const results = await writeItems(context, items);
    expect(results).toMatchObject([{ status: "stored" }, { reason: "disk_full" }, { status: "stored" }]);
    await connection.exec("PRAGMA max_page_count = 100000");
    expect(await writeItems(context, items)).toMatchObject([{ status: "duplicate" }, { status: "stored" }, { status: "duplicate" }]);
    expect(await connection.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    await connection.close();
  });

  it("is not asked again for each of a thousand small deliveries", async () => {
    const { context, connection } = await limitedTo(40);
    const filler = Array.from({ length: 400 }, () => prepareItem(big(2000), NOON));
    await writeItems(context, filler);
    let begun = 0;
    const run = connection.run.bind(connection);
    connection.run = (sql, params) => {
      if (sql.startsWith("BEGIN")) begun++;
      return run(sql, params);
    };
    const results = await writeItems(context, Array.from({ length: 1000 }, () => prepareItem(big(2000), NOON)));
    expect(results.every((result) => result instanceof StoreError && result.reason === "disk_full")).toBe(true);
    expect(begun).toBeLessThan(20);
    await connection.close();
  });

  it.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)("D7: as a real small disk: every acknowledged append is there, and appends work again when space is back", async (context) => {
    const folder = path.join(temporaryFolder(), "disk");
    fs.mkdirSync(folder);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
    } catch {
      return context.skip();
    }
    try {
      const file = path.join(folder, "events.db");
      const { store } = await open(file);
      const ballast = path.join(folder, "ballast");
      fs.writeFileSync(ballast, Buffer.alloc(1_000_000));
      const acknowledged: string[] = [];
      let refused = 0;
      while (refused < 5) {
        const one = big(20_000);
        const outcome = await store.append([one]).catch((error: unknown) => error);
        if (outcome instanceof StoreError) {
          expect(outcome.reason).toBe("disk_full");
          refused++;
        } else acknowledged.push(one.events[0]?.id ?? "");
      }
      expect(acknowledged.length).toBeGreaterThan(0);
      fs.rmSync(ballast);
      const after = big(20_000);
      expect(await store.append([after])).toMatchObject([{ status: "stored" }]);
      await store.close();
      const rows = await look<{ id: string }>(file, "SELECT id FROM events ORDER BY seq");
      expect(rows.map((row) => row.id)).toEqual([...acknowledged, after.events[0]?.id]);
      expect(await look(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    } finally {
      execFileSync("umount", [folder], { stdio: "ignore" });
    }
  });
});
