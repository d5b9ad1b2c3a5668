/** Our entries in another program's file: nothing else may change, whatever stands there. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addHooks, inspectHooks, removeHooks } from "./edit.ts";
import type { EditResult } from "./hooks-text.ts";
import { compareVersions, eventsFor, HOOK_EVENTS, versionIn } from "./events.ts";
import { lineAndColumn } from "./json-text.ts";
import { isHandWritten, isOurs, type PlannedHook, planHooks } from "./plan.ts";

const plan = planHooks({ platform: "linux", home: "/home/kim/.agent-mascot", node: "/usr/bin/node", clientVersion: "2.1.332" });
if (!plan.ok) throw new Error(plan.reason);
const HOOKS = plan.hooks;

/** fx-settings-rich of the field faults */
const RICH = `{
  "theme": "dark",
  "env": { "FOO": "bar" },
  "permissions": {"allow": ["Bash(git *)",   "Read"]},
  "mcpServers": {},
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "one" }, { "type": "command", "command": "two", "timeout": 1.50 } ] },
      { "matcher": "Edit", "hooks": [ { "type": "prompt", "prompt": "three" } ] }
    ],
    "Stop": [
      {
        "matcher": "",
        "hooks": [
          { "type": "command", "command": "afplay /x.wav" }
        ]
      }
    ],
    "SessionStart": [ { "hooks": [ { "type": "command", "command": "a" } ] }, { "matcher": "resume", "hooks": [] } ]
  },
  "enabledPlugins": { "b": true, "a": false },
  "statusLine": { "type": "command", "command": "x" },
  "big": 12345678901234567890
}
`;

function ok(result: EditResult): string {
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.bytes.toString("utf8");
}
const add = (text: string, hooks: readonly PlannedHook[] = HOOKS) => addHooks(Buffer.from(text), hooks);
const remove = (text: string) => removeHooks(Buffer.from(text));
const crlf = (text: string) => text.replaceAll("\n", "\r\n");

describe("adding and taking out", () => {
  test("S1: over a rich file only our entries are added; every other line stays, in its place", () => {
    const after = ok(add(RICH));
    const rest = after.split("\n");
    for (const line of RICH.split("\n")) {
      // A comma may have come behind the last of a list, our entry into a list that stands on one line.
      const at = rest.findIndex((candidate) => candidate === line || candidate === `${line},` || (line.endsWith("} ]") && candidate.startsWith(line.slice(0, -2))));
      expect(at, line).toBeGreaterThanOrEqual(0);
      rest.splice(0, at + 1);
    }
    const { hooks, ...others } = JSON.parse(after) as { hooks: Record<string, unknown[]> };
    const { hooks: before, ...othersBefore } = JSON.parse(RICH) as { hooks: Record<string, unknown[]> };
    expect(others).toEqual(othersBefore);
    for (const event of Object.keys(before)) expect(hooks[event]?.slice(0, -1)).toEqual(before[event]);
    expect(Object.keys(hooks).slice(0, 3)).toEqual(["PreToolUse", "Stop", "SessionStart"]);
    expect(after).toContain("12345678901234567890");
  });

  test.each([
    ["rich", RICH],
    ["CRLF with a mark", `\ufeff${crlf(RICH)}`],
    ["tabs", RICH.replaceAll("  ", "\t")],
    ["one line", '{"theme":"dark","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"z":1}'],
    ["no final newline", RICH.trimEnd()],
    ["no hooks", '{\n    "theme": "dark"\n}\n'],
    ["an object without anything", "{}\n"],
    ["http hook", '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"http","url":"http://127.0.0.1:1/x"}]}]}}'],
    ["no inner hooks", '{"hooks":{"Stop":[{"matcher":""}]}}'],
    ["foreign shapes", '{"hooks":{"Stop":[null,3,"x",[],{"hooks":"no"},{"hooks":[null,7,{"command":5}]}],"Other":"text"}}'],
  ])("S3, S9, S17: install twice, uninstall: the bytes are the same again: %s", (_, text) => {
    const once = ok(add(text));
    expect(ok(add(once))).toBe(once);
    expect(add(once)).toMatchObject({ changed: false });
    expect(ok(remove(once))).toBe(text);
    expect(remove(text)).toMatchObject({ changed: false });
  });

  test("S7: what we add has the client's current shape", () => {
    const { hooks } = JSON.parse(ok(add("{}"))) as { hooks: Record<string, { matcher: string; hooks: { type: string; command: string; timeout: number }[] }[]> };
    expect(Object.keys(hooks)).toEqual(HOOKS.map(({ event }) => event));
    for (const groups of Object.values(hooks)) {
      expect(groups).toHaveLength(1);
      expect(Object.keys(groups[0] ?? {})).toEqual(["matcher", "hooks"]);
      expect(groups[0]?.hooks).toEqual([{ type: "command", command: expect.stringMatching(/# agent-mascot$/), timeout: expect.any(Number) }]);
    }
    expect(hooks["PermissionRequest"]?.[0]?.hooks[0]?.timeout).toBe(600);
    expect(hooks["SessionStart"]?.[0]?.hooks[0]?.timeout).toBe(10);
    expect(hooks["SessionEnd"]?.[0]?.hooks[0]?.timeout).toBe(5);
  });

  test("a newer line replaces the old one where it stands, doubles go, events no longer wanted go", () => {
    const other = planHooks({ platform: "linux", home: "/other", node: null, clientVersion: null });
    if (!other.ok) throw new Error(other.reason);
    const old = ok(add(RICH, HOOKS));
    const renewed = ok(add(old, other.hooks));
    const status = inspectHooks(Buffer.from(renewed));
    expect(status).toMatchObject({ ok: true });
    if (!status.ok) return;
    expect(status.ours.map(({ event }) => event).sort()).toEqual(other.hooks.map(({ event }) => event).sort());
    expect(status.ours.every(({ handler }) => handler.type === "command" && handler.command.includes("/other"))).toBe(true);
    const doubled = JSON.parse(old) as { hooks: Record<string, unknown[]> };
    doubled.hooks["Stop"]?.push(...(doubled.hooks["Stop"]?.slice(-1) ?? []));
    const single = inspectHooks(Buffer.from(ok(add(JSON.stringify(doubled, null, 2), HOOKS))));
    expect(single.ok && single.ours.length).toBe(HOOKS.length);
    expect(ok(remove(renewed))).toBe(RICH);
  });

  test("our handler inside somebody's group goes, the group stays", () => {
    const mixed = { hooks: { Stop: [{ matcher: "", hooks: [{ type: "command", command: "a" }, HOOKS[0]?.handler, { type: "command", command: "b" }] }] } };
    expect(JSON.parse(ok(remove(JSON.stringify(mixed))))).toEqual({ hooks: { Stop: [{ matcher: "", hooks: [{ type: "command", command: "a" }, { type: "command", command: "b" }] }] } });
  });

  test("no file yet, or an empty one", () => {
    for (const bytes of [null, Buffer.from(""), Buffer.from(" \n")]) {
      const text = ok(addHooks(bytes, HOOKS));
      expect(Object.keys(JSON.parse(text) as object)).toEqual(["hooks"]);
      expect(text.endsWith("\n")).toBe(true);
    }
  });
});

describe("refused, with the place", () => {
  test.each([
    ["S5: a trailing comma", '{"theme":"dark","hooks":{},}', "not_json", 1, 28],
    ["a comment", '{\n  // note\n  "a": 1\n}', "not_json", 2, 3],
    ["levels without end", "[".repeat(200_000), "not_json", 1, 1],
    ["half a file", '{"a": [1, 2', "not_json", 1, 12],
    ["a control character", '{"a":"x\ny"}', "not_json", 1, 6],
    ["null", "null", "not_an_object", 1, 1],
    ["a list", "[]", "not_an_object", 1, 1],
    ["hooks as text", '{"hooks":"no"}', "hooks_not_an_object", 1, 10],
    ["hooks as null", '{"hooks":null}', "hooks_not_an_object", 1, 10],
    ["an event as object", '{"hooks":{\n"Stop":{}}}', "event_not_a_list", 2, 8],
    ["hooks twice", '{"hooks":{},"a":1,"hooks":{}}', "duplicate_key", 1, 19],
    ["an event twice", '{"hooks":{"Stop":[],"Stop":[]}}', "duplicate_key", 1, 21],
  ])("%s", (_, text, reason, line, column) => {
    expect(add(text)).toMatchObject({ ok: false, reason, line, column });
  });

  test("what is no UTF-8", () => {
    expect(addHooks(Buffer.from([0x7b, 0xff, 0x7d]), HOOKS)).toMatchObject({ ok: false, reason: "not_utf8" });
  });

  test("an uninstall is not stopped by shapes that cannot hold anything of ours", () => {
    expect(remove('{"hooks":{"Stop":{}}}')).toMatchObject({ ok: true, changed: false });
  });

  test("lines are counted for every kind of line end", () => {
    expect([lineAndColumn("a\nb", 2), lineAndColumn("a\r\nb", 3), lineAndColumn("a\rb", 2), lineAndColumn("", 0)]).toEqual([
      { line: 2, column: 1 }, { line: 2, column: 1 }, { line: 2, column: 1 }, { line: 1, column: 1 },
    ]);
  });
});

describe("status", () => {
  test("tells ours, hand-written ones and the off switch apart", () => {
    const text = '{"disableAllHooks":true,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"node /x/scripts/hooks/forward-to-mascot.mjs"}]}]}}';
    expect(inspectHooks(Buffer.from(text))).toMatchObject({ ok: true, ours: [], handWritten: ["Stop"], disabled: true, disableAll: true });
    expect(isOurs({ command: "x # agent-mascot" })).toBe(true);
    expect(isOurs({ command: "echo '# agent-mascot' is great" })).toBe(false);
    expect([isOurs(null), isOurs({ type: "http", url: "x" }), isOurs({ command: 3 }), isHandWritten(undefined)]).toEqual([false, false, false, false]);
  });
});

describe("which events", () => {
  test("only those that the client knows", () => {
    const names = (version: string | null) => eventsFor(version).map(({ name }) => name);
    expect(names("2.1.332")).toEqual(HOOK_EVENTS.map(({ name }) => name));
    expect(names("2.0.45")).toContain("PermissionRequest");
    expect(names("2.0.44")).not.toContain("PermissionRequest");
    expect(names("2.1.77")).not.toContain("StopFailure");
    expect(names(null)).toEqual(names("2.0.45"));
    expect(names("1.0.0")).toEqual(["PreToolUse", "PostToolUse", "Notification"]);
    expect(names("2.1.332")).not.toEqual(expect.arrayContaining(["MessageDisplay"]));
    for (const never of ["MessageDisplay", "PostToolBatch", "WorktreeCreate"]) expect(names("2.1.332")).not.toContain(never);
  });

  test.each([["2.1.9", "2.1.10", -1], ["2.1.10", "2.1.9", 1], ["2.1.332", "2.1.332", 0], ["2.1", "2.1.0", 0], ["2.1.332-beta.1", "2.1.332", 0]])("%s against %s", (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });

  test.each([["2.1.332 (Claude Code)\n", "2.1.332"], ["claude v2.0.1", "2.0.1"], ["", null], ["no version", null]])("%s → %s", (output, version) => {
    expect(versionIn(output)).toBe(version);
  });

  test("Windows: no shell, no old client", () => {
    const windows = { platform: "win32", home: "C:\\Users\\Kim Lee\\.agent-mascot", node: "C:\\node\\node.exe" };
    expect(planHooks({ ...windows, clientVersion: null })).toEqual({ ok: false, reason: "client_too_old_for_windows" });
    expect(planHooks({ ...windows, clientVersion: "2.1.138" })).toMatchObject({ ok: false });
    const planned = planHooks({ ...windows, clientVersion: "2.1.139" });
    if (!planned.ok) throw new Error(planned.reason);
    expect(planned.hooks.every(({ handler }) => handler.type === "command" && handler.command === windows.node && Array.isArray(handler.args) && isOurs(handler))).toBe(true);
  });

  test("a client that dropped `args` would run node with the payload as its program: no payload is one", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (payload) => {
        expect(() => new Function(JSON.stringify(payload))).toThrow(SyntaxError);
      }),
    );
  });
});

/** Settings as they might be, hooks of any shape among them; never with an empty container of hooks, which an uninstall cannot tell from its own. */
const handler = fc.oneof(
  fc.record({ type: fc.constantFrom("command", "http", "prompt"), command: fc.string(), timeout: fc.double({ noNaN: true, noDefaultInfinity: true }) }, { requiredKeys: [] }),
  fc.jsonValue(),
);
const group = fc.oneof(fc.record({ matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) }, { requiredKeys: ["hooks"] }), fc.jsonValue());
const eventName = fc.oneof(fc.constantFrom(...HOOK_EVENTS.map(({ name }) => name)), fc.string());
const hooksObject = fc.dictionary(eventName, fc.array(group, { minLength: 1, maxLength: 3 }), { minKeys: 1, maxKeys: 4 });
const settings = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), fc.option(hooksObject), fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }))
  .map(([before, hooks, after]) => ({ ...without(before), ...(hooks ? { hooks } : {}), ...without(after) }));
const style = fc.record({ indent: fc.constantFrom(undefined, 1, 2, 4, "\t"), eol: fc.constantFrom("\n", "\r\n"), mark: fc.boolean(), end: fc.boolean() });

function without(object: Record<string, unknown>): Record<string, unknown> {
  const { hooks: _, ...rest } = object;
  return rest;
}

/** Few and short, for speed; among them events that the generated files have, too. */
const SOME: PlannedHook[] = ["Stop", "PreToolUse", "SessionEnd"].map((event) => ({ event, handler: { type: "command", command: `: ${event} # agent-mascot`, timeout: 5 } }));

test("whatever the file holds: foreign content survives, twice is once, and an uninstall gives the bytes back", () => {
  fc.assert(
    fc.property(settings, style, (value, { indent, eol, mark, end }) => {
      const text = (mark ? "\ufeff" : "") + (JSON.stringify(value, null, indent) + (end ? "\n" : "")).replaceAll("\n", eol);
      const once = ok(add(text, SOME));
      const hooks = (JSON.parse(once.replace("\ufeff", "")) as { hooks: Record<string, unknown[]> }).hooks;
      for (const [event, groups] of Object.entries((value as { hooks?: Record<string, unknown[]> }).hooks ?? {})) expect(hooks[event]?.slice(0, groups.length)).toEqual(JSON.parse(JSON.stringify(groups)));
      expect(ok(add(once, SOME))).toBe(once);
      expect(ok(remove(once))).toBe(text);
    }),
    { numRuns: 300 },
  );
}, 60_000);

test("any bytes at all are refused or kept, and never throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string().map((text) => new TextEncoder().encode(text)), fc.json().map((text) => new TextEncoder().encode(text))), (bytes) => {
      const result = addHooks(bytes, HOOKS);
      expect(typeof result.ok).toBe("boolean");
    }),
    { numRuns: 300 },
  );
});

test("nesting without end is refused, not a crash", () => {
  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(add(deep)).toMatchObject({ ok: false });
});
