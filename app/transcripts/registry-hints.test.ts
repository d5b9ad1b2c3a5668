import { describe, expect, it } from "vitest";
import type { SessionView } from "../../schemas/generated/types.ts";
import type { RegistryEntry } from "../providers/transcript.ts";
import { type Hint, HOOKS_FIRST_MS, RegistryHints } from "./registry-hints.ts";
import { BASE, S } from "./test-support.ts";

type Session = Pick<SessionView, "phase" | "state" | "cause" | "client_pid">;

function watching(session: Session | undefined) {
  const hints: Hint[] = [];
  const at = { session, now: BASE, due: [] as (() => void)[], hints };
  const registry = new RegistryHints({
    session: () => at.session, now: () => at.now, tell: (hint) => void hints.push(hint),
    after: (ms, act) => {
      expect(ms).toBe(HOOKS_FIRST_MS);
      at.due.push(act);
      return () => void (at.due = []);
    },
  });
  return {
    ...at, registry,
    says(status: RegistryEntry["status"], since: number | null = at.now - 10, more: Partial<RegistryEntry> = {}) {
      registry.onRegistry([{ pid: 100, sessionId: S, cwd: "/p", status, waitingFor: null, statusAtMs: since, processStart: null, startedAtMs: null, ...more }]);
      return this;
    },
    world(phase: Session["phase"], more: Partial<Session> = {}) {
      at.session = { phase, state: "active", cause: null, client_pid: 100, ...more };
      return this;
    },
    pass() {
      at.now += HOOKS_FIRST_MS;
      for (const act of at.due.splice(0)) act();
      return hints.splice(0).map(({ payload, atMs }) => `${payload.client_status}${payload.waiting_for ? ` ${payload.waiting_for}` : ""} at ${atMs - BASE}`);
    },
  };
}
const begun = (phase: Session["phase"], more: Partial<Session> = {}) => watching({ phase, state: "active", cause: null, client_pid: 100, ...more });

describe("a hint is told", () => {
  it.each([
    ["Esc in the middle of a turn", "busy", "idle", "idle at -10"],
    ["a dialog that was refused", "waiting_permission", "idle", "idle at -10"],
    ["a dialog that was allowed in the terminal", "waiting_permission", "busy", "busy at -10"],
  ] as const)("%s", (_what, phase, status, told) => expect(begun(phase).says(status).pass()).toEqual([told]));

  it("a question that no hook told of", () => {
    expect(begun("busy").says("waiting", BASE - 10, { waitingFor: "question" }).pass()).toEqual(["waiting question at -10"]);
  });

  it("a session of which no hook tells, with its process", () => {
    const at = watching(undefined).says("idle");
    at.registry.onEvents([S]);
    expect(at.pass()).toEqual(["idle at -10"]);
  });

  it("once a change, however often the registry is read", () => {
    const at = begun("busy").says("idle", BASE - 10);
    expect(at.pass()).toHaveLength(1);
    expect(at.says("idle", BASE - 10).pass()).toEqual([]);
    expect(at.says("busy", BASE + 1).world("busy").pass()).toEqual([]);
    expect(at.says("idle", BASE + 2).pass()).toEqual(["idle at 2"]);
  });

  it("at the time it was seen, where the registry tells none", () => {
    const at = begun("busy").says("idle", null);
    expect(at.pass()).toEqual(["idle at 0"]);
    at.says("busy", null).world("busy").pass();
    expect(at.says("idle", null).pass()).toEqual([`idle at ${2 * HOOKS_FIRST_MS}`]);
    const later = begun("busy").says("idle", BASE + 3_600_000);
    expect(later.pass()).toEqual(["idle at 0"]);
  });

  it("after an event that parts the two", () => {
    const at = begun("busy").says("busy");
    expect(at.pass()).toEqual([]);
    at.world("waiting_permission").registry.onEvents([S]);
    expect(at.pass()).toEqual(["busy at -10"]);
  });
});

describe("no hint is told", () => {
  it.each([
    ["both say busy", "busy", "busy"], ["agents in the background", "waiting_background", "busy"], ["both say waiting", "waiting_question", "waiting"], ["both say at rest", "interactable", "idle"],
    ["the registry lags behind a Stop", "interactable", "busy"],
  ] as const)("%s", (_what, phase, status) => expect(begun(phase).says(status).pass()).toEqual([]));

  it("when the hook comes in that moment", () => {
    expect(begun("busy").says("idle").world("interactable").pass()).toEqual([]);
  });

  it("for a session that has ended, or sixty seconds after its rest", () => {
    expect(begun(null, { state: "completed" }).says("busy").pass()).toEqual([]);
    expect(begun("waiting_question", { cause: "idle" }).says("idle").pass()).toEqual([]);
  });

  it("when the entry goes before it was looked at", () => {
    const at = begun("busy").says("idle");
    at.registry.onRegistry([]);
    expect(at.pass()).toEqual([]);
  });
});
