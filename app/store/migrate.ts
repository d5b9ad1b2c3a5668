/** Brings a file to the newest layout: one transaction, the version written inside it, never past a file of a newer app. */
import { StoreError } from "../parts.ts";
import { MIGRATIONS, type Migration } from "./migrations/index.ts";
import { type Connection, inTransaction } from "./sqlite.ts";

export interface MigrateResult {
  from: number;
  to: number;
  /** What `backUp` answered; null when nothing had to be kept. */
  backup: string | null;
}

export async function versionOf(connection: Connection): Promise<number> {
  const row = await connection.first<{ user_version: number }>("PRAGMA user_version");
  return row?.user_version ?? 0;
}

/** @throws Error when two steps share a number or one stands before a smaller: a mistake in the list, met by the first test that opens a store */
export function assertRising(migrations: readonly Migration[]): void {
  migrations.forEach((migration, index) => {
    const before = migrations[index - 1]?.version ?? 0;
    if (migration.version <= before) throw new Error(`Migration ${migration.version} stands after ${before}; numbers must rise`);
  });
}

/** @throws StoreError newer_file; nothing was written (FIELD-FAULTS D9) */
export function assertNotNewer(version: number, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new StoreError("newer_file", `The database was written by a newer version of Agent Mascot (layout ${version}, this version knows ${newest}). Nothing was changed.`);
  }
}

/**
 * @param backUp called with the file's version once, only when a file with content is about to change
 * @throws StoreError newer_file, or what a step threw; the file is as it was
 */
export async function migrate(connection: Connection, backUp: (from: number) => Promise<string>, migrations: readonly Migration[] = MIGRATIONS): Promise<MigrateResult> {
  assertRising(migrations);
  const from = await versionOf(connection);
  assertNotNewer(from, migrations);
  const missing = migrations.filter((migration) => migration.version > from);
  const to = missing.at(-1)?.version ?? from;
  if (missing.length === 0) return { from, to, backup: null };
  const backup = from > 0 ? await backUp(from) : null;
  await inTransaction(connection, async () => {
    for (const migration of missing) await connection.exec(migration.sql);
    await connection.exec(`PRAGMA user_version = ${to}`);
  });
  return { from, to, backup };
}
