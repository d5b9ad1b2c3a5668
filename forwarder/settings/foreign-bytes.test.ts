/** Our entries in files that were written by hand or by other tools: whatever their spelling, it stays. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addHooks, inspectHooks, removeHooks } from "./edit.ts";
import { folded } from "./folded-text.ts";
import { isCommandLine, isOurs, type PlannedHook, planHooks, planHttpHooks } from "./plan.ts";

const plan = planHooks({ platform: "linux", home: "/h", node: "/usr/bin/node", clientVersion: "2.1.332" });
const HOOKS = plan.ok ? plan.hooks : [];
/** Few and short, for speed. */
const SOME: PlannedHook[] = ["Stop", "PreToolUse", "SessionEnd"].map((event) => ({ event, handler: { type: "command", command: `: ${event} # agent-mascot`, timeout: 5 } }));

const bytesOf = (text: string, hooks = SOME) => {
  const result = addHooks(Buffer.from(text), hooks);
  if (!result.ok) throw new Error(result.detail);
  return result.bytes.toString("utf8");
};
const without = (text: string) => {
  const result = removeHooks(Buffer.from(text));
  if (!result.ok) throw new Error(result.detail);
  return result.bytes.toString("utf8");
};

/** JSON as text, with every freedom of spelling that JSON gives. */
const space = fc.constantFrom("", " ", "\n", "\n  ", "\n   ", "\n\t", "\r\n    ", "  ");
const number = fc.constantFrom("0", "-0", "1e3", "1E+3", "1.50", "-0.0e-2", "12345678901234567890", "0.1");
const text = fc.constantFrom('""', '"x"', '"\\u0041\\u00e9"', '"한글"', '"a\\/b"', '"\\"{[,:"', '"tab\\t"', '"\\ud83d\\ude00"', '"# agent-mascot "');
const word = fc.constantFrom("true", "false", "null");
const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthIdentifier: "json" }, number, text, word, tie("array"), tie("object")),
  array: fc.tuple(fc.array(fc.tuple(space, tie("value"), space), { maxLength: 3 }), space).map(([items, inner]) => (items.length === 0 ? `[${inner}]` : `[${items.map((item) => item.join("")).join(",")}]`)),
  object: fc.tuple(fc.array(fc.tuple(space, tie("value"), space), { maxLength: 3 }), space).map(([items, inner]) => (items.length === 0 ? `{${inner}}` : `{${items.map(([a, b, c], n) => `${a}"k${n}"${c}:${a}${b}${c}`).join(",")}}`)),
}));
/** Groups of a list under `hooks`; an empty list cannot be told from one that we made. */
const groups = fc.array(fc.tuple(space, value, space), { minLength: 1, maxLength: 3 }).map((items) => `[${items.map((item) => item.join("")).join(",")}]`);
const hooksText = fc.uniqueArray(fc.constantFrom("Stop", "PreToolUse", "SessionEnd", "Notification", "Other"), { minLength: 1, maxLength: 4 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(space, groups, space).map(([a, list, b]) => `${a}"${name}"${b}:${a}${list}${b}`))))
  .map((entries) => `{${entries.join(",")}}`);
const file = fc.tuple(fc.array(fc.tuple(space, value, space), { maxLength: 3 }), fc.option(fc.tuple(space, hooksText, space)), fc.nat(3), fc.constantFrom("", "\n", "\r\n", "\n\n"), fc.constantFrom("", "\ufeff"))
  .filter(([others, hooks]) => others.length > 0 || hooks !== null)
  .map(([others, hooks, place, end, mark]) => {
    const entries = others.map(([a, b, c], n) => `${a}"key${n}"${c}:${a}${b}${c}`);
    if (hooks) entries.splice(Math.min(place, entries.length), 0, `${hooks[0]}"hooks":${hooks[2]}${hooks[1]}${hooks[0]}`);
    return `${mark}{${entries.join(",")}}${end}`;
  });

describe("any spelling of JSON", () => {
  test("S1, S3: installing adds only, twice is once, and taking out gives the bytes back", () => {
    fc.assert(
      fc.property(file, (before) => {
        const once = bytesOf(before);
        expect(bytesOf(once)).toBe(once);
        expect(without(once)).toBe(before);
        // Nothing but insertions: what was there is there, in its order.
        let at = 0;
        for (const char of before) {
          at = once.indexOf(char, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += char.length;
        }
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  test("a file is edited alike whether its large values are folded away or not", () => {
    fc.assert(
      fc.property(file, (before) => {
        const small = before.replace("\ufeff", "");
        const back = folded(small, ["hooks"]);
        expect(back.unfold(back.text)).toBe(small);
      }),
    );
    const long = JSON.stringify("y".repeat(500));
    expect(without(bytesOf(`{ "a": ${long}, "b": "folded-0-", "hooks": {"Stop": [1]},\r\n "c": [${long}] }`))).toBe(`{ "a": ${long}, "b": "folded-0-", "hooks": {"Stop": [1]},\r\n "c": [${long}] }`);
  });
});

test("a refusal of a large file names the line and the column of the whole file", () => {
  const large = JSON.stringify({ permissions: { allow: Array.from({ length: 100 }, (_, n) => `Bash(${n})`) } }, null, 2).slice(0, -2);
  const result = addHooks(Buffer.from(`${large},\n  "hooks": {\n    "Stop": {}\n  }\n}`), HOOKS);
  expect(result).toMatchObject({ ok: false, reason: "event_not_a_list", line: 107, column: 13 });
});

test("a file of two megabytes is edited, and comes back to the byte", () => {
  const large = `${JSON.stringify({ permissions: { allow: Array.from({ length: 60_000 }, (_, n) => `Bash(command-${n} --with some)`) }, hooks: { Stop: [{ hooks: [{ type: "command", command: "x" }] }] } }, null, 2)}\n`;
  expect(large.length).toBeGreaterThan(2_000_000);
  const once = bytesOf(large, HOOKS);
  expect(without(once)).toBe(large);
}, 30_000);

describe("what else stands in a settings file", () => {
  const status = (settings: unknown) => {
    const found = inspectHooks(Buffer.from(JSON.stringify(settings)));
    if (!found.ok) throw new Error(found.detail);
    return found;
  };

  test.each([
    [{ enabledPlugins: { "agent-mascot@agent-mascot": true } }, true], [{ enabledPlugins: { "agent-mascot@elsewhere": false } }, false], [{ enabledPlugins: { "agent-mascot-more@x": true } }, null], [{}, null], [{ enabledPlugins: [] }, null],
  ])("our plugin: %j → %s", (settings, on) => expect(status(settings).plugin).toBe(on));

  test("switches of hooks, and of where they may post", () => {
    expect(status({ disableAllHooks: false, allowManagedHooksOnly: true, allowedHttpHookUrls: ["http://127.0.0.1:*", 3] })).toMatchObject({ disableAll: false, managedOnly: true, allowedUrls: ["http://127.0.0.1:*"] });
    expect(status({})).toMatchObject({ disableAll: null, managedOnly: false, allowedUrls: null });
  });

  test.each([
    ["agent-mascot hook context", true], ["/usr/bin/agent-mascot hook context", true], ["'/opt/Agent Mascot/agent-mascot' hook user-message", true], ["node /x/agent-mascot.mjs hook context || true", true],
    ["agent-mascot hooks status", false], ["echo agent-mascot hook", true], ["agent-mascot-hook", false], ["h='/h';x # agent-mascot", false],
  ])("the command line as a hook: %s → %s", (command, wrong) => expect(isCommandLine({ type: "command", command })).toBe(wrong));

  test("S9: entries by which the client posts itself are known by their address, taken out again, and need a client that can", () => {
    const http = planHttpHooks({ port: 4825, clientVersion: "2.1.332" });
    if (!http.ok) throw new Error(http.reason);
    expect(http.hooks.map(({ event }) => event)).not.toContain("SessionStart");
    expect(http.hooks.every(({ handler }) => isOurs(handler) && handler.type === "http" && handler.url.startsWith("http://127.0.0.1:4825/hooks/claude"))).toBe(true);
    // No header, no variable: whoever holds the port while the app is away would be given the token.
    for (const { handler } of http.hooks) expect(Object.keys(handler).sort()).toEqual(["timeout", "type", "url"]);
    const before = '{\n  "hooks": {\n    "Stop": [ { "hooks": [ { "type": "http", "url": "http://127.0.0.1:4825/hooks/claude" } ] } ]\n  }\n}\n';
    const posted = bytesOf(before, http.hooks);
    expect(without(posted)).toBe(before);
    expect(inspectHooks(Buffer.from(bytesOf(posted, HOOKS)))).toMatchObject({ ours: expect.arrayContaining([expect.objectContaining({ event: "SessionStart" })]) });
    expect(without(bytesOf(posted, HOOKS))).toBe(before);
    for (const version of [null, "2.1.62"]) expect(planHttpHooks({ port: 1, clientVersion: version })).toEqual({ ok: false, reason: "client_too_old_for_http" });
  });
});
