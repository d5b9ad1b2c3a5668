/**
 * The plugin that runs inside OpenCode, as text. It writes spool files, which costs OpenCode no process and no wait, and starts the hook command at a session's start alone, which
 * also starts the app. Whatever fails in it stays in it.
 */
import { MARKER } from "../../settings/installed-line.ts";

/** @param home absolute path @param startLine the installed line for a session's start */
export function pluginText(home: string, startLine: string): string {
  return `// ${MARKER.slice(2)}: tells the mascots what OpenCode does. Written by \`agent-mascot hooks install\`; changes are lost.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const HOME = ${JSON.stringify(home)};
const START = ${JSON.stringify(startLine)};
const PASSED = new Set(["session.created", "session.deleted", "session.idle", "session.error", "session.compacted", "permission.asked", "permission.updated", "permission.replied", "question.asked", "question.replied", "question.rejected"]);
let count = 0;

async function spool(payload) {
  const name = \`\${Date.now()}-\${process.pid}-\${(count++).toString(36)}\${Math.random().toString(36).slice(2, 12)}\`;
  const header = { delivery_id: name, provider: "opencode", collected_at: new Date().toISOString(), meta: { client_pid: process.pid } };
  const folder = join(HOME, "spool");
  const temporary = join(folder, \`.\${name}.tmp\`);
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await writeFile(temporary, JSON.stringify(header) + "\\n" + JSON.stringify(payload), { mode: 0o600, flag: "wx" });
  await rename(temporary, join(folder, \`\${name}.json\`));
}

function start(payload) {
  const child = spawn("/bin/sh", ["-c", START], { stdio: ["pipe", "ignore", "ignore"] });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(payload));
}

// In the order in which things happened, one after the other; nobody waits for it.
let last = Promise.resolve();
function tell(payload) {
  if (!existsSync(join(HOME, "installed"))) return;
  last = last.then(() => (payload.type === "session.created" && !payload.parentID ? start(payload) : spool(payload))).catch(() => {});
}

export const AgentMascot = async ({ directory }) => {
  const parents = new Map();
  const known = new Set();
  const replies = new Map();
  const speakers = new Map();
  const about = (sessionID, type, properties, text) => {
    if (typeof sessionID !== "string" || sessionID === "") return;
    // A session that was there before this plugin was: it is told of once it does something.
    if (!known.has(sessionID) && type !== "session.created" && type !== "session.deleted" && !parents.has(sessionID)) about(sessionID, "session.created", {});
    if (type === "session.created") known.add(sessionID);
    tell({ type, sessionID, parentID: parents.get(sessionID) ?? null, directory, properties: properties ?? {}, ...(text ? { text } : {}) });
  };
  const quietly = (act) => async (...values) => {
    try {
      act(...values);
    } catch {}
  };
  return {
    event: quietly(({ event }) => {
      const { type, properties = {} } = event;
      const sessionID = properties.sessionID ?? properties.info?.id;
      if (type === "message.updated") speakers.set(properties.info?.id, properties.info?.role);
      if (type === "message.part.updated" && properties.part?.type === "text" && speakers.get(properties.part.messageID) === "assistant") replies.set(properties.part.sessionID, properties.part.text);
      if (!PASSED.has(type)) return;
      if (type === "session.created" && properties.info?.parentID) parents.set(sessionID, properties.info.parentID);
      if (type === "session.created" && known.has(sessionID)) return;
      const text = type === "session.idle" ? replies.get(sessionID) : type === "question.asked" ? properties.questions?.[0]?.question : undefined;
      about(sessionID, type, type === "session.created" ? { title: properties.info?.title, agent: properties.info?.agent } : properties, text);
      if (type === "session.idle") {
        replies.delete(sessionID);
        speakers.clear();
      }
    }),
    "chat.message": quietly((input, output) => about(input.sessionID, "chat.message", { messageID: input.messageID ?? output.message?.id }, (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n"))),
    "tool.execute.before": quietly((input, output) => about(input.sessionID, "tool.execute.before", { tool: input.tool, callID: input.callID, args: output.args })),
    "tool.execute.after": quietly((input, output) => about(input.sessionID, "tool.execute.after", { tool: input.tool, callID: input.callID, args: input.args, output: output.output })),
    "experimental.session.compacting": quietly((input) => about(input.sessionID, "experimental.session.compacting", {})),
    dispose: async () => {
      for (const sessionID of known) if (!parents.has(sessionID)) about(sessionID, "dispose", {});
      await last;
    },
  };
};
`;
}
