/** Hook payloads of made-up sessions, sent to the running app as the forwarder does. */
import { request, Agent } from "node:http";
import type { RunningMascot } from "./apps.ts";

type Payload = Record<string, unknown> & { session_id: string; hook_event_name: string };
const connections = new Agent({ keepAlive: true, maxSockets: 16 });

/** A session that has begun, was asked for something and runs a command. */
export async function work(app: Pick<RunningMascot, "socket">, session: string): Promise<void> {
  const cwd = `/home/dev/${session}`;
  await send(app, { session_id: session, hook_event_name: "SessionStart", source: "startup", cwd });
  await send(app, { session_id: session, hook_event_name: "UserPromptSubmit", prompt: "Please tidy up.", cwd });
  await callTool(app, session, "Bash", { command: "npm test" });
}

/** Works, ends its turn, and is at rest once it has celebrated. */
export async function workAndStop(app: Pick<RunningMascot, "socket">, session: string): Promise<void> {
  await work(app, session);
  await send(app, { session_id: session, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." });
}

export function callTool(app: Pick<RunningMascot, "socket">, session: string, tool: string, input: Record<string, unknown>): Promise<void> {
  const call = `toolu_${session}_${Math.random().toString(36).slice(2)}`;
  return send(app, { session_id: session, hook_event_name: "PreToolUse", tool_name: tool, tool_use_id: call, tool_input: input });
}

/** @throws when it was not stored */
export function send(app: Pick<RunningMascot, "socket">, payload: Payload): Promise<void> {
  // The client is this process, which lives: sessions of dead clients leave.
  const body = JSON.stringify({ cwd: `/home/dev/${payload.session_id}`, permission_mode: "default", ...payload, _meta: { client_pid: process.pid, attended: true } });
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Host: "localhost", "X-Mascot-Provider": "claude" };
  return new Promise((resolve, reject) => {
    const post = request({ socketPath: app.socket, method: "POST", path: "/ingest", headers, agent: connections }, (response) => {
      response.resume().on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`POST /ingest: ${response.statusCode}`))));
    });
    post.on("error", reject);
    post.end(body);
  });
}
