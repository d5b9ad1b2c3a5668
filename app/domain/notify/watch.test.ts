import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentView, Change, SessionView, WaitView } from "../../../schemas/generated/types.ts";
import { agent as anAgent } from "../../shell/test-support.ts";
import { notifyRules } from "./rules.ts";
import { type Hearing, NotifyWatch, type Telling } from "./watch.ts";

const START = Date.parse("2026-03-10T10:00:00.000Z");
const SECOND = 1_000;
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

function session(id: string, at: number, more: Partial<SessionView> = {}): SessionView {
  return {
    session_id: id, provider: "claude", workspace_id: id, project_dir: `/w/${id}`, state: "active", phase: "busy", cause: null, failure: null, model: null, client_pid: null, tty: null, parent_pid: null,
    start_time: null, fingerprint: null, attended: true, entrypoint: "cli", title: null, started_at: iso(START), last_event_at: iso(at), ended_at: null, end_reason: null, waits: [], background_count: 0, trust: "verified", ...more,
  };
}
const wait = (id: string, at: number, more: Partial<WaitView> = {}): WaitView => ({ kind: "permission", agent_id: id, tool_name: "Bash", target: "npm test", since: iso(at), ...more });

/** A desk where time moves by hand and everything told is written down. */
function desk(hearing: Partial<Hearing> = {}) {
  const watch = new NotifyWatch();
  const heard: Hearing = { rules: notifyRules({}), quiet: false, isLookedAt: () => false, ...hearing };
  const told: string[] = [];
  const closed: string[] = [];
  let now = START;
  let nextAt: number | null = null;
  const hear = () => {
    const tellings = watch.due(now, heard);
    for (const telling of tellings.show) told.push(nameOf(telling));
    closed.push(...tellings.close);
    nextAt = tellings.nextAt;
  };
  const change = (...changes: Change[]) => {
    watch.note(changes, now);
    hear();
  };
  return {
    watch, told, closed, heard, hear,
    now: () => now,
    session: (id: string, more: Partial<SessionView> = {}) => change({ kind: "session-update", session: session(id, now, more) }),
    asks: (id: string, more: Partial<WaitView> = {}, sessionMore: Partial<SessionView> = {}) => change({ kind: "session-update", session: session(id, now, { phase: "waiting_permission", waits: [wait(id, now, more)], ...sessionMore }) }),
    agent: (id: string, more: Partial<AgentView>) => change({ kind: "mascot://agent-update", agent: anAgent({ agent_id: id, session_id: id, display_name: id, ...more }) }),
    done: (id: string) => change({ kind: "session-update", session: session(id, now, { phase: "interactable" }) }, { kind: "mascot://agent-update", agent: anAgent({ agent_id: id, session_id: id, display_name: id, moment: { kind: "done", at: iso(now), seq: now } }) }),
    fails: (id: string, failure: AgentView["failure"] = "rate_limit") => change({ kind: "mascot://agent-update", agent: anAgent({ agent_id: id, session_id: id, display_name: id, state: "failed", failure, state_since: iso(now) }) }),
    gone: (id: string) => change({ kind: "session-gone", session_id: id }),
    /** Time passes; what was to be asked again is asked at its time. */
    pass(ms: number) {
      const end = now + ms;
      for (let i = 0; nextAt !== null && nextAt <= end && i < 1_000; i += 1) {
        now = Math.max(now, nextAt);
        hear();
      }
      now = end;
    },
  };
}

function nameOf(telling: Telling): string {
  if ("many" in telling) return `many ${Object.entries(telling.many).map(([kind, count]) => `${kind}:${count}`).join(" ")}`;
  return telling.id;
}

describe("somebody needs the person", () => {
  it("is told when the wait is still open after a moment, and taken back when it is answered", () => {
    const { session, asks, pass, told, closed } = desk();
    session("shop");
    asks("shop");
    expect(told).toEqual([]);
    pass(2 * SECOND);
    expect(told).toEqual(["needs:shop"]);
    session("shop");
    expect(closed).toEqual(["needs:shop"]);
    pass(10 * MINUTE);
    expect(told).toHaveLength(1);
  });

  it("is not told when the answer comes at once", () => {
    const { session, asks, pass, told } = desk();
    asks("shop");
    pass(SECOND);
    session("shop");
    pass(MINUTE);
    expect(told).toEqual([]);
  });

  it("is told again for the next wait of that session, not more often than every twenty seconds", () => {
    const { session, asks, pass, told } = desk();
    for (let i = 0; i < 10; i += 1) {
      asks("shop", { target: `step ${i}` });
      pass(3 * SECOND);
      session("shop");
      pass(SECOND);
    }
    expect(told.length).toBeLessThanOrEqual(3);
    asks("shop", { target: "last" });
    pass(30 * SECOND);
    expect(told.at(-1)).toBe("needs:shop");
  });

  it("of three sessions at once is one line, and a lasting storm stays a trickle", () => {
    const { asks, pass, told } = desk();
    for (const id of ["a", "b", "c", "d"]) asks(id);
    pass(3 * SECOND);
    expect(told).toEqual(["many needs:4"]);
    for (let i = 0; i < 60; i += 1) {
      for (const id of ["a", "b", "c", "d", "e", "f"]) asks(id, { target: `${i}` });
      pass(SECOND);
    }
    expect(told.length).toBeLessThanOrEqual(1 + 60 / 3);
  });

  it("waits while the person looks at that conversation, and is told when they look away without an answer", () => {
    const looked = new Set(["shop"]);
    const { asks, pass, told } = desk({ isLookedAt: (id) => looked.has(id) });
    asks("shop");
    pass(MINUTE);
    expect(told).toEqual([]);
    looked.clear();
    pass(11 * SECOND);
    expect(told).toEqual(["needs:shop"]);
  });

  it("outlasts do not disturb: a wait that is still open then is told", () => {
    const { asks, pass, told, heard, hear } = desk({ quiet: true });
    asks("shop");
    pass(10 * MINUTE);
    expect(told).toEqual([]);
    heard.quiet = false;
    hear();
    expect(told).toEqual(["needs:shop"]);
  });

  it.each([
    ["a run that nobody attends", { attended: false }],
    ["the client's reminder that it is idle", { phase: "waiting_question" as const, cause: "idle", waits: [] }],
  ])("is not told of %s", (_what, more) => {
    const { session, pass, told } = desk();
    session("shop", { phase: "waiting_permission", waits: [wait("shop", START)], ...more });
    pass(MINUTE);
    expect(told).toEqual([]);
  });

  it("is told of a hint that names no call", () => {
    const { session, pass, told } = desk();
    session("shop", { phase: "waiting_permission" });
    pass(5 * SECOND);
    expect(told).toEqual(["needs:shop"]);
  });

  it.each([
    ["needs switched off", { needs: false }, "shop", []],
    ["the project muted", { muted_projects: ["/w/shop"] }, "shop", []],
    ["the session muted", { muted_sessions: ["shop"] }, "shop", []],
    ["another project muted", { muted_projects: ["/w/other"] }, "shop", ["needs:shop"]],
  ])("keeps to the person's wishes: %s", (_what, notify, id, expected) => {
    const { asks, pass, told } = desk({ rules: notifyRules({ notify }) });
    asks(id);
    pass(MINUTE);
    expect(told).toEqual(expected);
  });

  it("is no news when it was open before the app began to look, or comes out of a spool hours later", () => {
    const { watch, session, pass, told } = desk();
    watch.begin([{ ...sessionOf("old"), waits: [wait("old", START - MINUTE)], phase: "waiting_permission" }], [], START);
    session("late", { phase: "waiting_permission", waits: [wait("late", START - 3 * 60 * MINUTE)] });
    pass(MINUTE);
    expect(told).toEqual([]);
  });

  it("a session that is gone takes its notification with it", () => {
    const { asks, pass, gone, told, closed } = desk();
    asks("shop");
    pass(3 * SECOND);
    gone("shop");
    expect([told, closed]).toEqual([["needs:shop"], ["needs:shop"]]);
  });
});

const sessionOf = (id: string) => session(id, START);

describe("a turn that ended", () => {
  it("is told when it took as long as the rules say, and not when it was short", () => {
    const { session, done, pass, told } = desk();
    session("long");
    session("short");
    pass(2 * MINUTE);
    done("short");
    pass(MINUTE);
    done("long");
    expect(told).toEqual(["finished:long"]);
  });

  it("counts from its prompt through waits and background work, not from the turn before", () => {
    const { session, done, pass, told } = desk();
    session("shop");
    pass(2 * MINUTE);
    session("shop", { phase: "waiting_background" });
    pass(90 * SECOND);
    done("shop");
    expect(told).toEqual(["finished:shop"]);
    pass(30 * MINUTE);
    session("shop");
    pass(SECOND);
    done("shop");
    expect(told).toHaveLength(1);
  });

  it("that began and ended within one batch is a short one, however long ago the last one began", () => {
    const { session, done, pass, told } = desk();
    session("shop");
    session("shop", { phase: "interactable" });
    pass(30 * MINUTE);
    done("shop");
    expect(told).toEqual([]);
  });

  it("is not told in an unattended run, nor under do not disturb, nor afterwards", () => {
    const { session, done, pass, told, heard, hear } = desk();
    session("run", { attended: false });
    session("shop");
    pass(10 * MINUTE);
    done("run");
    heard.quiet = true;
    done("shop");
    heard.quiet = false;
    hear();
    expect(told.filter((one) => one !== "finished:run")).toEqual([]);
  });
});

describe("whether the person looks there", () => {
  const candidates = (of: ReturnType<typeof desk>) => of.watch.candidates(of.now(), of.heard).map(({ session_id }) => session_id);
  /** Told of by the watch alone, so that nothing is asked for before. */
  function ended(minutes: number, hearing: Partial<Hearing> = {}) {
    const of = desk({ quiet: true, ...hearing });
    of.session("shop");
    of.pass(minutes * MINUTE);
    of.watch.note([{ kind: "session-update", session: session("shop", of.now(), { phase: "interactable" }) }, { kind: "mascot://agent-update", agent: anAgent({ agent_id: "shop", session_id: "shop", display_name: "shop", moment: { kind: "done", at: iso(of.now()), seq: of.now() } }) }], of.now());
    of.heard.quiet = hearing.quiet ?? false;
    return of;
  }

  it("matters only of whom they would be told", () => {
    expect(candidates(ended(10))).toEqual(["shop"]);
    expect(candidates(ended(0.1))).toEqual([]);
    expect(candidates(ended(10, { quiet: true }))).toEqual([]);
    expect(candidates(ended(10, { rules: notifyRules({ notify: { muted_projects: ["/w/shop"] } }) }))).toEqual([]);
  });
});

describe("a turn that failed", () => {
  it("is told once for the same failure in five minutes, and at once for another", () => {
    const { session, fails, pass, told } = desk();
    session("shop");
    for (let i = 0; i < 5; i += 1) {
      fails("shop", "rate_limit");
      pass(30 * SECOND);
    }
    expect(told).toEqual(["failed:shop"]);
    fails("shop", "auth");
    expect(told).toHaveLength(2);
    pass(6 * MINUTE);
    fails("shop", "auth");
    expect(told).toHaveLength(3);
  });
});

it("whatever happens, nothing is shown twice within three seconds, and nothing that is closed is shown as open", () => {
  const step = fc.record({ what: fc.constantFrom("asks", "session", "done", "fails", "gone", "pass"), id: fc.constantFrom("a", "b", "c", "d"), ms: fc.integer({ min: 1, max: 30_000 }) });
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const d = desk();
    const times: number[] = [];
    for (const { what, id, ms } of steps) {
      const before = d.told.length;
      if (what === "pass") d.pass(ms);
      else if (what === "asks") d.asks(id, { target: String(ms) });
      else d[what as "session" | "done" | "fails" | "gone"](id);
      if (d.told.length > before && what !== "pass") times.push(d.now());
    }
    for (let i = 1; i < times.length; i += 1) expect(times[i]! - times[i - 1]!).toBeGreaterThanOrEqual(3_000);
    d.pass(60_000);
    for (const id of ["a", "b", "c", "d"]) d.gone(id);
    expect(new Set(d.told.filter((one) => one.startsWith("needs:")).filter((one) => !d.closed.includes(one)))).toEqual(new Set());
  }), { numRuns: 60 });
});
