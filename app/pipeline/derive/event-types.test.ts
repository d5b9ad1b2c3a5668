import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES, type EventType } from "../../../schemas/generated/types.ts";
import { startHeartbeat } from "../heartbeat.ts";
import { bash, edit, type Road, road, run, SUB } from "./test-support.ts";

const root = resolve(import.meta.dirname, "../../..");
const text = (path: string) => readFileSync(resolve(root, path), "utf8");

const TASK = (status: string) => ({ tool_name: "TaskUpdate", tool_input: { taskId: "1", status }, tool_use_id: `u-${status}` });
const HELPER = { agent_id: SUB, agent_type: "Explore" };

/** What has to happen, by hook, for an event of the type. */
const STORIES: Partial<Record<EventType, (r: Road) => Promise<unknown>>> = {
  agent_started: (r) => r.hook("SubagentStart", HELPER),
  agent_stopped: (r) => r.hook("Stop"),
  agent_blocked: (r) => r.hook("PermissionRequest", bash("ls")),
  async agent_unblocked(r) {
    await r.hook("PermissionRequest", bash("touch a"));
    await r.hook("PostToolUse", { ...bash("touch a"), tool_use_id: "t", tool_response: {} });
  },
  agent_activated: (r) => r.hook("SubagentStart", HELPER),
  async agent_deactivated(r) {
    await r.hook("SubagentStart", HELPER);
    await r.hook("SubagentStop", HELPER);
  },
  task_created: (r) => r.hook("TaskCreated", { task_id: "1", task_subject: "a" }),
  task_started: (r) => r.hook("PreToolUse", TASK("in_progress")),
  task_progress: (r) => r.hook("PreToolUse", { tool_name: "TodoWrite", tool_input: { todos: [{ content: "a", status: "in_progress" }] }, tool_use_id: "t" }),
  task_completed: (r) => r.hook("TaskCompleted", { task_id: "1" }),
  task_failed: (r) => r.hook("PreToolUse", TASK("failed")),
  tool_started: (r) => r.hook("PreToolUse", { ...bash("ls"), tool_use_id: "t" }),
  tool_succeeded: (r) => run(r, bash("ls")),
  tool_failed: (r) => run(r, bash("ls"), { fails: "Exit code 2" }),
  session_started: (r) => r.hook("SessionStart", { source: "startup" }),
  session_ended: (r) => r.hook("SessionEnd", { reason: "other" }),
  user_prompt: (r) => r.hook("UserPromptSubmit", { prompt: "go" }),
  assistant_response: (r) => r.hook("Stop", { last_assistant_message: "done" }),
  compact: (r) => r.hook("PostCompact", { trigger: "auto" }),
  checkpoint_created: (r) => r.hook("PreCompact", { trigger: "auto" }),
  context_loaded: (r) => r.hook("InstructionsLoaded", { file_path: "/p/CLAUDE.md", memory_type: "Project", load_reason: "session_start" }),
  async context_overflow(r) {
    await r.hook("UserPromptSubmit", { prompt: "go" });
    r.derive.noteNews({ sessionId: r.store.events[0]?.session_id as string, model: null, context: { messageId: "m", tokens: 900 } });
    await r.settled();
  },
  quality_warning: (r) => run(r, bash("npx eslint ."), { fails: "Exit code 1\n✖ 1 problem (1 error, 0 warnings)" }),
  build_failed: (r) => run(r, bash("make"), { fails: "Exit code 2\nmake: *** [all] Error 1" }),
  test_failed: (r) => run(r, bash("npm test"), { fails: "Exit code 1\n1 failing" }),
  file_edit: (r) => run(r, edit("/p/a.ts")),
  async escalation(r) {
    for (const id of ["1", "2", "3"]) await r.hook("PermissionDenied", { ...bash("ls"), tool_use_id: id, reason: "no" });
  },
  decision: (r) => r.hook("PermissionDenied", { ...bash("ls"), tool_use_id: "t", reason: "no" }),
  async heartbeat(r) {
    await r.hook("SessionStart", { source: "startup" });
    const stop = startHeartbeat({ pipeline: r.pipeline, world: r.world, clock: r.time, after: r.time.after });
    r.time.advance(61_000);
    stop();
    await r.settled();
  },
  notification: (r) => r.hook("Notification", { message: "hello" }),
  schema_error: (r) => r.hook("NoSuchHook"),
};

/** Made by parts with tests of their own. */
const ELSEWHERE: Partial<Record<EventType, string>> = {
  port_created: "app/ports/ports.test.ts", port_started: "app/ports/ports.test.ts", port_ended: "app/ports/ports.test.ts", dependency_resolved: "app/ports/ports.test.ts",
  untracked_edit: "e2e/guard.spec.ts", edit_blocked: "e2e/guard.spec.ts",
};

describe("every event type is made by something real", () => {
  it.each(EVENT_TYPES)("%s", async (type) => {
    const story = STORIES[type];
    if (story === undefined) return expect(text(ELSEWHERE[type] ?? "")).toContain(type);
    const r = await road();
    expect(r.of(type)).toEqual([]);
    await story(r);
    expect(r.of(type).length).toBeGreaterThan(0);
  });
});

describe("docs/events.md", () => {
  const rows = [...text("docs/events.md").matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|$/gm)].map(([, type = "", what = "", by = "", payload = ""]) => ({
    type, what: what.trim(), by: by.trim(), fields: [...payload.matchAll(/`(\w+)`/g)].map(([, field]) => field),
  }));

  it("has each type of the schema once", () => expect(rows.map(({ type }) => type).sort()).toEqual([...EVENT_TYPES].sort()));
  it("says of each what happened and who makes it", () => expect(rows.filter(({ what, by }) => what === "" || by === "")).toEqual([]));

  const source = text("app/domain/event-payloads.ts") + text("app/domain/derived-payloads.ts");
  const ofTypes = new Map([...(/export interface EventPayloads \{([^}]*)\}/.exec(source)?.[1] ?? "").matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, type, name]) => [type, name as string]));
  it.each(rows)("has the fields of $type's payload", ({ type, fields }) => expect([...fields].sort()).toEqual([...fieldsOf(source, ofTypes.get(type) ?? "?")].sort()));
});

/** Own fields of an interface and of those that it extends; the common ones are left out. */
function fieldsOf(source: string, name: string): Set<string> {
  if (name === "PayloadCommon") return new Set();
  const found = new RegExp(`interface ${name}(?: extends ([^{]+?))? \\{(\\}|[\\s\\S]*?\\n\\})`).exec(source);
  if (found === null) throw new Error(`no interface ${name}`);
  const parents = (found[1] ?? "").split(",").map((parent) => parent.trim().replace(/^Partial<(\w+)>$/, "$1")).filter((parent) => parent !== "");
  const own = [...(found[2] ?? "").matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field as string);
  return new Set([...parents.flatMap((parent) => [...fieldsOf(source, parent)]), ...own]);
}
