/**
 * Promises around `sqlite3`, and nothing more: one Connection is one handle, its prepared statements are kept until it closes.
 * Only this file knows the driver.
 *
 * Texts are cheap to bind and everything else is not: the driver asks JavaScript for `RegExp` and `Date` for each null and number,
 * which costs twice what a short text costs. Hot statements therefore bind texts only and say NULLIF(?, '') in SQL.
 */
import sqlite3 from "sqlite3";

export type Param = string | number | null;

/** What the driver throws: `code` is SQLite's primary result code, e.g. SQLITE_FULL. */
export interface SqliteError extends Error {
  code: string;
  errno: number;
}

/** One prepared statement. Its calls run in the order they are made; calls of two statements have no order: await between them. */
export class PreparedStatement {
  constructor(private readonly statement: sqlite3.Statement) {}

  /** Converts the parameters now, so that they are ready when the statement before has ended. */
  bind(params: readonly Param[]): Promise<void> {
    return new Promise((resolve, reject) => this.statement.bind(params, (error: Error | null) => (error ? reject(error) : resolve())));
  }

  /** Runs with what was bound. Resolves with the rowid of the last row inserted. */
  runBound(): Promise<number> {
    return new Promise((resolve, reject) => {
      const ended = (error: Error | null, result: sqlite3.RunResult) => (error ? this.fail(error, reject) : resolve(result.lastID));
      this.statement.run(function (this: sqlite3.RunResult, error: Error | null) {
        ended(error, this);
      } as (error: Error | null) => void);
    });
  }

  run(params: readonly Param[]): Promise<{ lastId: number; changes: number }> {
    return new Promise((resolve, reject) => {
      const ended = (error: Error | null, { lastID, changes }: sqlite3.RunResult) => (error ? this.fail(error, reject) : resolve({ lastId: lastID, changes }));
      this.statement.run(params, function (this: sqlite3.RunResult, error: Error | null) {
        ended(error, this);
      });
    });
  }

  /** Reads to the end, so that no read transaction stays open behind a kept statement. */
  all<Row>(params: readonly Param[]): Promise<Row[]> {
    return new Promise((resolve, reject) => this.statement.all<Row>(params, (error, rows) => (error ? this.fail(error, reject) : resolve(rows))));
  }

  /**
   * A statement that met a lock has not ended for SQLite: it stays where it was until it is reset, and while it does, later statements that commit by themselves
   * only seem to. The driver resets it at its next use, which may be much later and takes those others back.
   */
  private fail(error: Error, reject: (error: Error) => void): void {
    this.statement.reset(() => reject(error));
  }

  finalize(): Promise<void> {
    return new Promise((resolve) => this.statement.finalize(() => resolve()));
  }
}

export class Connection {
  /** By copy, then by text: joining a number and a long text into a key would cost more than the look. */
  private readonly kept: Map<string, Promise<PreparedStatement>>[] = [];

  private constructor(private readonly database: sqlite3.Database) {}

  /**
   * Opens a file that exists; SQLite looks into it only at the first statement.
   * @throws SqliteError SQLITE_CANTOPEN
   */
  static open(file: string, busyTimeoutMs: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) => {
        if (error) return reject(error);
        database.configure("busyTimeout", busyTimeoutMs);
        resolve(new Connection(database));
      });
    });
  }

  /** Runs a script of statements without parameters. */
  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => this.database.exec(sql, (error) => (error ? reject(error) : resolve())));
  }

  /** The kept statement of this text; `copy` keeps a second one of the same text. */
  prepared(sql: string, copy = 0): Promise<PreparedStatement> {
    this.kept[copy] ??= new Map();
    const kept = this.kept[copy];
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const made = this.prepare(sql);
    kept.set(sql, made);
    made.catch(() => kept.delete(sql));
    return made;
  }

  async all<Row>(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return (await this.prepared(sql)).all<Row>(params);
  }

  async first<Row>(sql: string, params: readonly Param[] = []): Promise<Row | null> {
    return (await this.all<Row>(sql, params))[0] ?? null;
  }

  async run(sql: string, params: readonly Param[] = []): Promise<{ lastId: number; changes: number }> {
    return (await this.prepared(sql)).run(params);
  }

  /** Stops the statement that runs now; it fails with SQLITE_INTERRUPT. */
  interrupt(): void {
    this.database.interrupt();
  }

  async close(): Promise<void> {
    const statements = await Promise.allSettled(this.kept.flatMap((kept) => [...kept.values()]));
    this.kept.length = 0;
    for (const statement of statements) if (statement.status === "fulfilled") await statement.value.finalize();
    await new Promise<void>((resolve, reject) => this.database.close((error) => (error ? reject(error) : resolve())));
  }

  private prepare(sql: string): Promise<PreparedStatement> {
    return new Promise((resolve, reject) => {
      const statement = this.database.prepare(sql, (error: Error | null) => (error ? reject(error) : resolve(new PreparedStatement(statement))));
    });
  }
}

/**
 * All of `work` or nothing.
 * @throws what `work` or the commit threw, after the rollback
 */
export async function inTransaction<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  await begin(connection);
  try {
    const result = await work();
    await connection.run("COMMIT");
    return result;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/** A rollback that failed must not make every later transaction fail: what it left open is ended here. */
async function begin(connection: Connection): Promise<void> {
  try {
    await connection.run("BEGIN IMMEDIATE");
  } catch (error) {
    if (!(error as Error).message.includes("within a transaction")) throw error;
    await rollBack(connection);
    await connection.run("BEGIN IMMEDIATE");
  }
}

/** SQLite has ended the transaction itself after some failures (disk full, I/O): then there is nothing to roll back, and it says so. */
async function rollBack(connection: Connection): Promise<void> {
  await connection.exec("ROLLBACK").catch((error: Error) => {
    if (!error.message.includes("no transaction is active")) throw error;
  });
}
