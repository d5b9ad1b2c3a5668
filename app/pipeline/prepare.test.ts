import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOOK_EVENT_NAMES } from "../../schemas/generated/types.ts";
import { MascotEvent as isEvent } from "../../schemas/generated/validators.mjs";
import type { Delivery } from "../parts.ts";
import { createProviders } from "../providers/index.ts";
import { createUniqueIds, prepare } from "./prepare.ts";
import { BASE, delivery, eventsOf, recordedPayloads } from "./test-support.ts";

const keysOf = (payload: unknown, overrides: Partial<Delivery> = {}) => prepare(delivery(payload, overrides), { providers: createProviders(), uniqueId }).keys;
const uniqueId = createUniqueIds(() => BASE, "t");
const share = (a: string[], b: string[]) => b.some((key) => key === a[0]);

function expectOneSchemaError(payload: unknown, overrides: Partial<Delivery> = {}) {
  const events = eventsOf(payload, overrides);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ event_type: "schema_error", version: "1.1" });
  expect(isEvent(events[0]), JSON.stringify(isEvent.errors)).toBe(true);
  return events[0]!;
}

describe("input that nobody understands becomes a schema_error that keeps it", () => {
  it.each([[[]], [null], ["x"], [3], [{}], [false], [[[[]]]]])("%j", (payload) => {
    expect(expectOneSchemaError(payload).raw).toEqual(payload);
  });

  it("an unknown event keeps its session and its name", () => {
    const payload = { session_id: "s", cwd: "/p/app", hook_event_name: "Teleported", extra: { a: 1 } };
    expect(expectOneSchemaError(payload)).toMatchObject({
      session_id: "s", agent_id: "s", workspace_id: "app", severity: "warn", raw: payload, payload: { hook_event_name: "Teleported", reason: "unknown event Teleported" },
    });
  });

  it("a payload of another agent is that tells nothing of its own is kept quietly under its name", () => {
    expect(expectOneSchemaError({ conversation_id: "c", cursor_version: "2", hook_event_name: "beforeReadFile" })).toMatchObject({ provider: "cursor", severity: "debug" });
  });

  it("an id of a wrong type is not used", () => {
    const event = expectOneSchemaError({ session_id: 5, hook_event_name: "Stop" });
    expect(event.session_id).toBeNull();
    expect(event.payload).toMatchObject({ at: "/session_id" });
  });

  it("F9: of a body beyond all limits head and tail stay, and whose it is", () => {
    const head = '{"session_id":"abc","hook_event_name":"PostToolUse","tool_response":"xxxx';
    const event = expectOneSchemaError({ bytes: 80_000_000, head, tail: 'yyy"}' }, { truncated: true });
    expect(event).toMatchObject({ session_id: "abc", raw: { bytes: 80_000_000, head, tail: 'yyy"}' }, payload: { truncated: true, hook_event_name: "PostToolUse" } });
  });

  it("10,000 levels of nesting harm nothing", () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000)) as unknown;
    expectOneSchemaError(deep);
    expect(eventsOf({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: deep })[0]!.event_type).toBe("tool_started");
  });

  it("keys like __proto__ change nothing", () => {
    const payload = JSON.parse('{"hook_event_name":"Stop","session_id":"s","__proto__":{"agent_id":"evil"},"constructor":{"prototype":{"x":1}},"last_assistant_message":"a"}') as unknown;
    const [event] = eventsOf(payload);
    expect(event).toMatchObject({ event_type: "agent_stopped", agent_id: "s" });
    expect(JSON.stringify(event)).not.toContain("evil");
  });

  it("an adapter that throws loses nothing", () => {
    const providers = { adapt: () => { throw new Error("boom"); } };
    const { events } = prepare(delivery({ a: 1 }), { providers, uniqueId });
    expect(events[0]).toMatchObject({ event_type: "schema_error", raw: { a: 1 }, payload: { reason: "boom" } });
  });
});

describe("F9: long payloads", () => {
  it("8 MB in one field is an event with its ids, cut", () => {
    const [event] = eventsOf({ hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_use_id: "toolu_1", tool_input: {}, tool_response: { stdout: "x ".repeat(4_000_000) } });
    expect(event).toMatchObject({ event_type: "tool_succeeded", session_id: "s", payload: { tool_use_id: "toolu_1", truncated: true } });
    expect(JSON.stringify(event).length).toBeLessThan(400_000);
  });

  it("150 kB is kept whole in raw", () => {
    const stdout = "y ".repeat(75_000);
    expect(eventsOf({ hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_response: { stdout } })[0]!.raw).toMatchObject({ tool_response: { stdout } });
  });
});

describe("nothing throws, and every input gives valid events", () => {
  const name = fc.oneof(fc.constantFrom(...HOOK_EVENT_NAMES), fc.string());
  /** An object that came as JSON may say what making a text of it asks for. */
  const json = fc.oneof({ weight: 9, arbitrary: fc.jsonValue({ maxDepth: 4 }) }, { weight: 1, arbitrary: fc.constantFrom<unknown>({ toString: 1 }, { valueOf: null, toString: null }, { toJSON: 1 }) });
  const field = fc.constantFrom(
    "session_id", "agent_id", "agent_type", "agent_name", "team_name", "prompt_id", "cwd", "tool_name", "tool_input", "tool_response", "tool_use_id", "error", "exit_code", "prompt", "message", "level",
    "background_tasks", "tool_calls", "last_assistant_message", "task_id", "reason", "_meta", "permission_suggestions", "thinking", "elicitation_id", "source", "is_interrupt", "__proto__",
  );
  const payload = fc.tuple(name, fc.dictionary(field, fc.oneof(json, fc.string()))).map(([hook_event_name, fields]) => ({ ...fields, hook_event_name }));

  it("whatever JSON comes", () => {
    fc.assert(fc.property(fc.oneof(payload, payload, json), fc.option(fc.string(), { nil: null }), (raw, deliveryId) => {
      const events = eventsOf(raw, { deliveryId });
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
    }), { numRuns: 1_500 });
  });

  it("whatever a recorded payload is changed to", () => {
    const recorded = recordedPayloads().map(({ payload }) => payload);
    fc.assert(fc.property(fc.constantFrom(...recorded), fc.nat(), json, (original, at, value) => {
      const keys = Object.keys(original);
      for (const event of eventsOf({ ...original, [keys[at % keys.length]!]: value })) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
    }), { numRuns: 1_000 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e18])("a time of %s is replaced by the time of receipt", (collectedAt) => {
    expect(eventsOf({ hook_event_name: "Stop", session_id: "s" }, { collectedAt })[0]!.ts).toBe(new Date(BASE).toISOString());
  });
});

describe("keys of a delivery", () => {
  const call = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

  it("with a delivery id that id alone counts, however the payload came", () => {
    expect(keysOf(call, { deliveryId: "d1" })).toEqual(keysOf({ ...call, tool_input: {} }, { deliveryId: "d1", lane: "spool" }));
    expect(keysOf(call, { deliveryId: "d1" })).not.toEqual(keysOf(call, { deliveryId: "d2" }));
    expect(keysOf({ ...call, _meta: { delivery_id: "d1" } })).toEqual(keysOf(call, { deliveryId: "d1" }));
  });

  it("A17: without one, the same payload within a second is known again", () => {
    expect(share(keysOf(call), keysOf(call, { collectedAt: BASE + 11 }))).toBe(true);
    expect(share(keysOf(call, { collectedAt: BASE + 995 }), keysOf(call, { collectedAt: BASE + 1_006 }))).toBe(true);
    expect(share(keysOf(call), keysOf(call, { collectedAt: BASE + 2_500 }))).toBe(false);
    expect(share(keysOf(call), keysOf({ ...call, tool_input: { command: "pwd" } }))).toBe(false);
    expect(share(keysOf(call), keysOf({ ...call, session_id: "t" }))).toBe(false);
  });

  it("the forwarder's _meta is no part of a fingerprint", () => {
    expect(share(keysOf({ ...call, _meta: { collected_at: "a" } }), keysOf({ ...call, _meta: { collected_at: "b" } }))).toBe(true);
  });

  it.each(["PermissionRequest", "permission-request"])("two byte-identical %s are never duplicates of each other", (hook_event_name) => {
    const request = { ...call, hook_event_name };
    expect(share(keysOf(request), keysOf(request))).toBe(false);
  });
});

describe("what an unverified sender sends", () => {
  const call = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
  const both = (payload: unknown, overrides: Partial<Delivery>) => [eventsOf(payload, overrides), eventsOf(payload, { ...overrides, trust: "unverified" })].map((events) => events.map((event) => event.id));

  it.each([
    ["its delivery id", call, { deliveryId: "d1" }],
    ["a delivery id made to look like one of the other kind", call, { deliveryId: "u:d1" }],
    ["a delivery id too long for an id", call, { deliveryId: "d".repeat(400) }],
    ["its bytes", call, {}],
    ["a request's bytes", { ...call, hook_event_name: "PermissionRequest" }, {}],
  ])("is never first with %s: the proven delivery is none of its duplicates", (_what, payload, overrides) => {
    expect(share(keysOf(payload, overrides), keysOf(payload, { ...overrides, trust: "unverified" }))).toBe(false);
    const [proven, stranger] = both(payload, overrides);
    expect(share(proven!, stranger!)).toBe(false);
  });

  it("cannot choose the id of a proven event, nor its key", () => {
    for (const proven of ["d1", "u:d1", "u:u:d1", "d:d1"])
      for (const own of ["d1", "u:d1", "d:d1", "u:u:d1", ":d1"]) {
        expect(share(keysOf(call, { deliveryId: proven }), keysOf(call, { deliveryId: own, trust: "unverified" }))).toBe(false);
        expect(eventsOf(call, { deliveryId: proven })[0]!.id).not.toBe(eventsOf(call, { deliveryId: own, trust: "unverified" })[0]!.id);
      }
  });

  it("counts once when it comes twice", () => {
    expect(share(keysOf(call, { trust: "unverified" }), keysOf(call, { trust: "unverified", collectedAt: BASE + 11 }))).toBe(true);
    expect(keysOf(call, { trust: "unverified", deliveryId: "d1" })).toEqual(keysOf(call, { trust: "unverified", deliveryId: "d1" }));
  });
});

describe("ids of events", () => {
  it("a delivery id of any characters gives a valid id", () => {
    for (const deliveryId of ["a b", "../../x", "가나다", "x".repeat(5_000), "a\u0000b"]) {
      const [event] = eventsOf({ hook_event_name: "Stop", session_id: "s" }, { deliveryId });
      expect(isEvent(event)).toBe(true);
    }
  });

  it("without one they rise in the order of arrival, also when the clock goes back", () => {
    let now = BASE;
    const next = createUniqueIds(() => now, "run");
    const ids = Array.from({ length: 50 }, (_, i) => {
      now = BASE - i * 1_000;
      return next();
    });
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(50);
  });
});

describe("secrets", () => {
  const secret = `sk-ant-api03-${"aB3dE5".repeat(15)}`;

  it("X1: are in no field of what is written, raw and derived ones included", () => {
    for (const { payload } of recordedPayloads()) {
      const poisoned = JSON.parse(JSON.stringify(payload), (_key, value: unknown) => (typeof value === "string" && value.includes(" ") ? `${secret} ${value}` : value)) as unknown;
      const events = eventsOf(poisoned, { meta: { project_dir: `/p/${secret}` } });
      expect(JSON.stringify(events)).not.toContain(secret);
    }
  });

  it("leave an unparsable body's head and tail, too", () => {
    const events = eventsOf({ bytes: 9, head: `{"session_id":"s","prompt":"${secret}`, tail: `password=hunter2 "` }, { truncated: true });
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });

  it.each([
    ["a private part", "my own words</private> and more", " and more"],
    ["a key block", "aB3dE5aB3dE5aB3dE5\\n-----END PRIVATE KEY----- after", "***-----END PRIVATE KEY----- after"],
    ["a token", `${secret.slice(20)}" and more`, `***" and more`],
  ])("E5, X5: a tail that begins within %s loses its half", (_what, tail, kept) => {
    const [event] = eventsOf({ bytes: 9, head: "{", tail }, { truncated: true });
    expect(event).toMatchObject({ raw: { tail: kept } });
  });

  it("X1: what a tool reads from a .env file is nowhere in what is written", () => {
    const call = { session_id: "s", tool_use_id: "t", tool_name: "Read", tool_input: { file_path: "/p/.env" } };
    const events = [
      ...eventsOf({ ...call, hook_event_name: "PostToolUse", tool_response: { type: "text", file: { filePath: "/p/.env", content: "REGION=quiet-corner\nMODE=swordfish" } } }),
      ...eventsOf({ ...call, tool_name: "Bash", hook_event_name: "PostToolUse", tool_input: { command: "cat .env" }, tool_response: { stdout: "REGION=quiet-corner\nMODE=swordfish" } }),
    ];
    expect(JSON.stringify(events)).toContain("REGION=");
    expect(JSON.stringify(events)).not.toMatch(/quiet-corner|swordfish/);
  });
});
