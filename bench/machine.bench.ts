/**
 * How fast this machine is, by things that are not ours: the budgets in absolute figures were set on a machine of which these are known, and a machine that takes three
 * times as long for an empty server cannot be asked for the same milliseconds.
 *   npm run bench -- --only=machine
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
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

async function measure(): Promise<{ measurements: Measurement[] }> {
  const starts = Array.from({ length: STARTS }, emptyNode);
  return {
    measurements: [
      { id: "machine.node", what: "`node -e 0`, whole process", figure: rounded(median(starts)), unit: "ms", samples: STARTS },
      { id: "machine.express", what: "Express 5 with `express.json`, small posts over 10 connections, nothing behind it", figure: rounded(await emptyExpress()), unit: "/s", samples: ROUNDS * REQUESTS },
    ],
  };
}

bench(measure);
