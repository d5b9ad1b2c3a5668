import { describe, expect, it } from "vitest";
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import { circleWith, freedBy, waitsFor } from "./dependencies.ts";
import { editedPath } from "./edited.ts";
import { type PortRecord, portAfter } from "./port.ts";
import { isPortId, portTitle, proposedId } from "./port-id.ts";
import { changesByStart, MOST_OPEN, refusedCreation, refusedEnd, refusedId, refusedStart } from "./rules.ts";

const NOON = Date.UTC(2026, 10, 28, 12);

function port(id: string, changes: Partial<PortRecord> = {}): PortRecord {
  return {
    project: "/work/garden", id, title: id, state: "ready", session_id: null, priority: "normal", depends_on: [], spent_ms: 0, running_since: null, created_at: NOON, started_at: null, ended_at: null,
    seq: 0, noted_seq: 0, ...changes,
  };
}

const project = (...ports: PortRecord[]) => new Map(ports.map((one) => [one.id, one]));

describe("names of ports", () => {
  it.each(["a", "fix-login", "v1.2", "a_b", "_x", "0", "a".repeat(64)])("%s is one", (id) => expect(isPortId(id)).toBe(true));
  it.each(["", "Fix", "fix login", "-x", ".x", "..", "a/b", "a\\b", "로그인", "a\n", "a\0", "é", "a".repeat(65), "a;rm -rf ~", "$(x)"])("%j is none", (id) => expect(isPortId(id)).toBe(false));
  it.each([
    ["Fix Login!", "fix-login"], ["  --Fix--  ", "fix"], ["Café crème", "cafe-creme"], ["src/app/main.ts", "src-app-main.ts"], ["로그인 fix", "fix"], ["../../etc", "etc"], ["A".repeat(100), "a".repeat(64)],
    ["로그인", null], ["---", null], ["", null], ["ＦＵＬＬ", "full"], [`${"x".repeat(63)}-y`, "x".repeat(63)],
  ])("nearest to %j is %j, and it is one", (text, id) => {
    expect(proposedId(text)).toBe(id);
    if (id !== null) expect(isPortId(id)).toBe(true);
  });
  it("odd characters are refused with what to write instead", () => {
    expect(refusedId("Fix Login")).toMatchObject({ error: "bad_id", proposal: "fix-login" });
    expect(refusedId("로그인")).not.toHaveProperty("proposal");
    expect(refusedId("fix-login")).toBeNull();
  });
  it("a title is one line of at most 200 letters, in any script; the id where there is none", () => {
    expect(portTitle(" 로그인\n고치기\u202e ", "x")).toBe("로그인 고치기");
    expect([...portTitle("🙂".repeat(300), "x")]).toHaveLength(200);
    expect([portTitle(undefined, "x"), portTitle(" \n", "x")]).toEqual(["x", "x"]);
  });
});

describe("what ports wait for", () => {
  const ports = project(port("a", { depends_on: ["b", "c"] }), port("b", { state: "done" }), port("c", { depends_on: ["d"] }), port("d", { state: "running" }));

  it("those that are not done or dropped, also when they are not created yet", () => {
    expect(waitsFor(["a", "b", "later"], ports)).toEqual(["a", "later"]);
    expect(waitsFor(["x"], project(port("x", { state: "dropped" })))).toEqual([]);
  });
  it.each<[string, string[], string[] | null]>([
    ["x", ["x"], ["x", "x"]], ["d", ["a"], ["d", "a", "c", "d"]], ["x", ["a", "b", "c", "d"], null], ["d", ["a", "d"], ["d", "d"]],
  ])("%s waiting for %j closes the circle %j", (id, dependsOn, circle) => expect(circleWith(id, dependsOn, ports)).toEqual(circle));
  it("a long chain and a wide net end soon", () => {
    const wide = Array.from({ length: 1000 }, (_, n) => port(`p${n}`, { depends_on: n === 999 ? [] : [`p${n + 1}`, "p999"] }));
    expect(circleWith("new", ["p0"], project(...wide))).toBeNull();
    expect(circleWith("p999", ["p0"], project(...wide))).toHaveLength(3);
  });
  it("the end of the last one frees those that waited, and nobody else", () => {
    const net = project(port("a", { state: "running" }), port("one", { depends_on: ["a"] }), port("two", { depends_on: ["a", "one"] }), port("over", { state: "done", depends_on: ["a"] }), port("none"));
    expect(freedBy("a", net)).toEqual(["one"]);
    expect(freedBy("one", project(port("a", { state: "done" }), port("one", { depends_on: ["a"] }), port("two", { depends_on: ["a", "one"] })))).toEqual(["two"]);
    expect(freedBy("over", net)).toEqual([]);
  });
});

describe("what is refused", () => {
  it("an id that is taken, with what it is", () => {
    expect(refusedCreation("a", [], project(port("a", { state: "done" })))).toMatchObject({ error: "exists", state: "done" });
    expect(refusedCreation("b", [], project(port("a")))).toBeNull();
  });
  it("a circle, named", () => expect(refusedCreation("b", ["a"], project(port("a", { depends_on: ["b"] })))).toMatchObject({ error: "circle", ids: ["b", "a", "b"] }));
  it("more open ones than anybody can mean", () => {
    const many = Array.from({ length: MOST_OPEN }, (_, n) => port(`p${n}`));
    expect(refusedCreation("new", [], project(...many))).toMatchObject({ error: "too_many" });
    expect(refusedCreation("new", [], project(...many.map((one) => ({ ...one, state: "done" as const }))))).toBeNull();
  });
  it("a start while others are not done, unless forced", () => {
    const waiting = port("a", { depends_on: ["b", "c"] });
    expect(refusedStart(waiting, null, false, project(waiting, port("b")))).toMatchObject({ error: "waits", ids: ["b", "c"] });
    expect(refusedStart(waiting, null, true, project(waiting))).toBeNull();
  });

  const running = (session: string | null) => port("a", { state: "running", session_id: session, running_since: NOON });
  it.each<[string | null, string | null, boolean, string | null, boolean]>([
    // runs with, started with, forced, refused, changes
    ["A", "A", false, null, false], ["A", "B", false, "other_session", true], ["A", null, false, "other_session", true], ["A", "B", true, null, true], ["A", null, true, null, true],
    [null, null, false, null, false], [null, "B", false, null, false], [null, "B", true, null, true],
  ])("started by two: runs with %s, started with %s (force %s): %s", (has, wants, force, refused, changes) => {
    expect(refusedStart(running(has), wants, force, project(running(has)))?.error ?? null).toBe(refused);
    expect(changesByStart(running(has), wants, force)).toBe(changes);
  });

  it.each([
    ["running", "done", null], ["running", "dropped", null], ["running", "paused", null], ["ready", "done", null], ["ready", "dropped", null], ["ready", "paused", "not_running"],
    ["done", "done", null], ["done", "dropped", "ended"], ["dropped", "done", "ended"], ["done", "paused", "ended"],
  ] as const)("%s ended as %s: %s", (state, outcome, refused) => expect(refusedEnd(port("a", { state }), outcome)?.error ?? null).toBe(refused));
});

describe("a port as its events make it", () => {
  let seq = 0;
  const event = (event_type: MascotEvent["event_type"], at: number, payload: Record<string, unknown> = {}, changes: Partial<MascotEvent> = {}): MascotEvent => ({
    id: "evt_20261128_1", version: "1.1", ts: new Date(NOON + at).toISOString(), event_type, source: "synthetic", workspace_id: "w", terminal_session_id: "t", agent_id: "a", seq: ++seq,
    payload: { port_id: "a", project_dir: "/work/garden", ...payload }, ...changes,
  });
  const madeBy = (...events: MascotEvent[]) => events.reduce<PortRecord | null>(portAfter, null);

  it("created, started, paused, started again, done: time is the sum of its spans", () => {
    const story = [
      event("port_created", 0, { title: "A", priority: "high", depends_on: ["b"] }), event("port_started", 10, {}, { session_id: "S" }), event("port_ended", 60, { outcome: "paused", span_ms: 50 }),
      event("port_started", 100), event("port_ended", 130, { outcome: "done", span_ms: 30 }),
    ];
    expect(madeBy(...story.slice(0, 2))).toMatchObject({ state: "running", session_id: "S", running_since: NOON + 10, started_at: NOON + 10 });
    expect(madeBy(...story.slice(0, 3))).toMatchObject({ state: "ready", session_id: null, running_since: null, spent_ms: 50, ended_at: null });
    expect(madeBy(...story)).toMatchObject({ title: "A", priority: "high", depends_on: ["b"], state: "done", spent_ms: 80, started_at: NOON + 10, ended_at: NOON + 130 });
    expect([...story, ...story].reduce<PortRecord | null>(portAfter, null), "heard twice").toEqual(madeBy(...story));
  });
  it("taken over by another session its span goes on; started again after its end it is not over", () => {
    expect(madeBy(event("port_created", 0), event("port_started", 10, {}, { session_id: "A" }), event("port_started", 20, {}, { session_id: "B" }))).toMatchObject({ session_id: "B", running_since: NOON + 10 });
    expect(madeBy(event("port_created", 0), event("port_ended", 10, { outcome: "dropped" }), event("port_started", 20))).toMatchObject({ state: "running", ended_at: null });
  });
  it("a start whose creation the log does not know any more makes it", () => expect(madeBy(event("port_started", 5, { title: "A" }))).toMatchObject({ title: "A", state: "running" }));
  it("an end of nothing is nothing", () => expect(madeBy(event("port_ended", 5, { outcome: "done" }))).toBeNull());
});

describe("which file was written", () => {
  const told = (payload: Record<string, unknown> | undefined, changes: Partial<MascotEvent> = {}) => ({ event_type: "file_edit", trust: "verified", payload, ...changes }) as unknown as MascotEvent;
  it.each([
    [told({ file_path: "a.ts" }), "a.ts"], [told({ file_path: "a.ts" }, { trust: "unverified" }), null], [told({ file_path: "a.ts" }, { event_type: "tool_succeeded" }), null],
    [told({ file_path: "" }), null], [told({ file_path: 5 }), null], [told({}), null], [told(undefined), null],
  ])("case %#", (event, path) => expect(editedPath(event)).toBe(path));
});
