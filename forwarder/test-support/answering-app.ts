/** An app that the command line finds over its socket: takes a request, answers as told, and goes with the test. */
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface AskedOfApp {
  method: string;
  url: URL;
  /** Path and query as they came. */
  target: string;
  /** Parsed; null for none. */
  body: unknown;
}

export interface AppAnswer {
  status?: number;
  body: unknown;
}

export async function serveApp(home: string, answer: (asked: AskedOfApp) => AppAnswer): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const target = request.url ?? "/";
      const { status = 200, body } = answer({ method: request.method ?? "", url: new URL(target, "http://localhost"), target, body: text === "" ? null : JSON.parse(text) });
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(join(home, "mascot.sock"), resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}
