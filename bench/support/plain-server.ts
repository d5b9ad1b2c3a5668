/** The least that a server can do with an event: the floor of what posting costs on this machine. In a thread of its own. */
import { Worker } from "node:worker_threads";

const PROGRAM = `
const { createServer } = require("node:http");
const { parentPort } = require("node:worker_threads");
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader("Content-Type", "application/json");
    response.end('{"status":"stored","event_ids":[]}');
  });
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

export async function withPlainServer<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const worker = new Worker(PROGRAM, { eval: true });
  try {
    return await work(await new Promise<number>((resolve, reject) => worker.once("message", resolve).once("error", reject)));
  } finally {
    await worker.terminate();
  }
}
