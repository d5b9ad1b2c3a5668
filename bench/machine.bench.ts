/**
 * How fast this machine is, by things that are not ours: the budgets in absolute figures were set on a machine of which these are known, and a machine that takes three
 * times as long for an empty server cannot be asked for the same milliseconds.
 *   npm run bench -- --only=machine
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { join } from "node:path";
import sqlite3 from "sqlite3";
import { withFolder } from "./support/apps.ts";
import { bench, type Measurement, rounded } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const STARTS = 41;
const REQUESTS = 20_000;
const ROUNDS = 3;
const CONNECTIONS = 10;

/** Express with its own JSON parser and nothing behind it. */
const SERVER = `
const express = require("express");
const app = express().use(express.json());
app.post("/", (request, response) => response.json({ status: "stored" }));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const BODY = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "5f0c1c5e", tool_name: "Bash", tool_input: { command: "ls -la" } });

function emptyNode(): number {
  const from = performance.now();
  spawnSync(process.execPath, ["-e", "0"], { env: { PATH: process.env.PATH } });
  return performance.now() - from;
}

async function emptyExpress(): Promise<number> {
  const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await portOf(server);
    await posts(port, REQUESTS / 4);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rates.push(await posts(port, REQUESTS));
    return median(rates);
  } finally {
    server.kill();
  }
}

async function portOf(server: ChildProcess): Promise<number> {
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return Number(line.toString());
}

/** Requests per second over keep-alive connections, each answered before the next. */
async function posts(port: number, count: number): Promise<number> {
  const request = Buffer.from(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`);
  const from = performance.now();
  let begun = 0;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = createConnection(port, "127.0.0.1").setNoDelay(true);
      const next = () => {
        if (begun++ >= count) return socket.end(resolve);
        socket.write(request);
      };
      socket.on("connect", next).on("data", next).on("error", reject);
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (count * 1000) / (performance.now() - from);
}

const ROWS_OF_A_TRANSACTION = 100;
const TRANSACTIONS = 100;

/** The database module by itself: rows a second, each a statement, a hundred of them a transaction, in the journal that the log has. */
async function plainInserts(): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push(await withFolder((folder) => insertsInto(join(folder, "plain.db"))));
  return median(rates);
}

async function insertsInto(file: string): Promise<number> {
  const database = new sqlite3.Database(file);
  const done = (start: (callback: (error: Error | null) => void) => void) => new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
  await done((end) => database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE rows (id INTEGER PRIMARY KEY, at TEXT, body TEXT)", end));
  const insert = database.prepare("INSERT INTO rows (at, body) VALUES (?, ?)");
  const from = performance.now();
  for (let transaction = 0; transaction < TRANSACTIONS; transaction++) {
    await done((end) => database.exec("BEGIN", end));
    for (let row = 0; row < ROWS_OF_A_TRANSACTION; row++) await done((end) => insert.run(["2026-11-28T12:00:00.000Z", BODY], end));
    await done((end) => database.exec("COMMIT", end));
  }
  const rate = (TRANSACTIONS * ROWS_OF_A_TRANSACTION * 1000) / (performance.now() - from);
  await done((end) => insert.finalize(() => database.close(end)));
  return rate;
}

async function measure(): Promise<{ measurements: Measurement[] }> {
  const starts = Array.from({ length: STARTS }, emptyNode);
  return {
    measurements: [
      { id: "machine.node", what: "`node -e 0`, whole process", figure: rounded(median(starts)), unit: "ms", samples: STARTS },
      { id: "machine.express", what: "Express 5 with `express.json`, small posts over 10 connections, nothing behind it", figure: rounded(await emptyExpress()), unit: "/s", samples: ROUNDS * REQUESTS },
      { id: "machine.sqlite", what: `\`sqlite3\` by itself: short rows, a statement each, ${ROWS_OF_A_TRANSACTION} a transaction (WAL)`, figure: rounded(await plainInserts()), unit: "/s", samples: ROUNDS * TRANSACTIONS * ROWS_OF_A_TRANSACTION },
    ],
  };
}

bench(measure);
