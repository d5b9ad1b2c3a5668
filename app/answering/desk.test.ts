import { beforeEach, describe, expect, it } from "vitest";
import { type AnsweringRules, type AskAnswer, type MascotEvent, SLOT_COUNTS } from "../../schemas/generated/types.ts";
import { generateAppearance } from "../domain/appearance.ts";
import type { DecisionPayload } from "../domain/event-payloads.ts";
import type { Delivery } from "../parts.ts";
import { readAsk } from "../providers/claude/ask.ts";
import { type Answering, ARMED_AFTER_MS, createAnswering, DRAWN_WITHIN_MS, HELD_AT_MOST_MS } from "./desk.ts";

let now: number;
let timers: Set<{ at: number; run: () => void }>;
let rules: AnsweringRules | undefined;
let quiet: boolean;
let told: { id: string; payload: DecisionPayload }[];
let desk: Answering;
let count: number;
let names: Record<string, string>;

beforeEach(() => {
  now = 1_000_000;
  count = 0;
  timers = new Set();
  rules = { on: true, projects: {} };
  quiet = false;
  told = [];
  names = {};
  const log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => log };
  desk = createAnswering({
    rules: () => rules, doNotDisturb: () => quiet, projectOf: async (folder) => folder, read: (_, payload) => readAsk(payload), who: (id) => (names[id] === undefined ? null : { name: names[id], appearance: generateAppearance(id, SLOT_COUNTS) }),
    tell: (id, _, payload) => void told.push({ id, payload }), clock: { now: () => now }, log,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  });
  desk.setWatched(true);
});

function pass(ms: number): void {
  now += ms;
  for (const timer of [...timers]) {
    if (timer.at > now) continue;
    timers.delete(timer);
    timer.run();
  }
}

interface Waiting {
  id: string;
  /** `open` while it is held */
  outcome(): unknown;
  leave(): void;
}

/** A hook of the client that waits. */
async function asked(tool_input: object = { command: "touch a" }, meta: Delivery["meta"] = { attended: true, project_dir: "/w/app" }, more: Partial<Delivery> = {}, tool_name = "Bash"): Promise<Waiting> {
  const id = `evt_20261128_${++count}`;
  const event = { id, event_type: "agent_blocked", trust: "verified", session_id: "s", agent_id: "s", ts: new Date(now).toISOString(), payload: { kind: "permission", tool_name, input_digest: "d", target: "touch a" } } as unknown as MascotEvent;
  const payload = { hook_event_name: "PermissionRequest", session_id: "s", cwd: "/w/app", permission_mode: "default", tool_name, tool_input };
  let outcome: unknown = "open";
  let leave = () => {};
  const delivery: Delivery = { lane: "http_hook", provider: "claude", payload, meta, deliveryId: id, collectedAt: now, receivedAt: now, trust: "verified", whenSenderLeaves: (listener) => { leave = listener; }, ...more };
  void desk.hold(delivery, [event]).then((output) => { outcome = output; });
  await settled();
  return { id, outcome: () => outcome, leave: () => leave() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const show = (...ids: string[]) => desk.seen("bubble", { ids, as: "card" });
/** The person reads for a second, then clicks. */
function click(id: string, answer: Omit<AskAnswer, "id"> = { how: "allow" }) {
  show(id);
  pass(1_000);
  return desk.answer("bubble", { id, ...answer });
}

describe("a held request", () => {
  it("waits without a decision until the person answers; what they told is noted", async () => {
    const hook = await asked();
    expect(hook.outcome()).toBe("open");
    expect(desk.list()).toMatchObject([{ id: hook.id, project: "/w/app", content: { main: "touch a" } }]);
    expect(click(hook.id, { how: "deny", reason: "not there" })).toEqual({ ok: true });
    await settled();
    expect(hook.outcome()).toEqual({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "not there" } } });
    expect(told).toEqual([{ id: `answer:${hook.id}`, payload: { decision: "deny_sent", about: "permission", blocked_event_id: hook.id, tool_name: "Bash", input_digest: "d", target: "touch a", reason: "not there" } }]);
    expect(desk.list()).toEqual([]);
  });

  it("is shown under the name that its agent has now", async () => {
    names = { s: "shop" };
    await asked();
    const shown: string[][] = [];
    desk.onChange(() => shown.push(desk.list().map(({ name }) => name)));
    names = { s: "Oven Chef" };
    desk.renamed("somebody-else");
    expect(shown).toEqual([]);
    desk.renamed("s");
    expect(shown).toEqual([["Oven Chef"]]);
  });

  it("takes the first answer and no other", async () => {
    const hook = await asked();
    expect(click(hook.id)).toEqual({ ok: true });
    expect(desk.answer("dashboard", { id: hook.id, how: "deny" })).toEqual({ ok: false, problem: "gone" });
    expect(told).toHaveLength(1);
  });

  it("takes no click in the first half second that its buttons are in sight, in each window by itself", async () => {
    const { id } = await asked();
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: false, problem: "too_soon" });
    show(id);
    pass(ARMED_AFTER_MS - 1);
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: false, problem: "too_soon" });
    pass(1);
    expect(desk.answer("dashboard", { id, how: "allow" })).toEqual({ ok: false, problem: "too_soon" });
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: true });
  });

  it("takes no click either in the half second after it came to another place, where another request was answered", async () => {
    const { id } = await asked();
    show(id);
    pass(ARMED_AFTER_MS);
    show(id);
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: false, problem: "too_soon" });
    pass(ARMED_AFTER_MS - 1);
    show(id);
    pass(ARMED_AFTER_MS - 1);
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: false, problem: "too_soon" });
    pass(1);
    expect(desk.answer("bubble", { id, how: "allow" })).toEqual({ ok: true });
  });

  it.each([["everything", null], ["its session", "s"]])("is answered although %s was deleted meanwhile, and nothing is noted of it", async (_what, sessionId) => {
    const hook = await asked();
    desk.forget("another");
    desk.forget(sessionId);
    expect(click(hook.id)).toEqual({ ok: true });
    await settled();
    expect(hook.outcome()).toMatchObject({ hookSpecificOutput: { decision: { behavior: "allow" } } });
    expect(told).toEqual([]);
  });

  it("stays when an answer does not fit it", async () => {
    const hook = await asked();
    expect(click(hook.id, { how: "allow", always: [0] })).toEqual({ ok: false, problem: "unfit" });
    expect(hook.outcome()).toBe("open");
  });

  it("Q7: two identical requests at the same time are two", async () => {
    const [first, second] = [await asked(), await asked()];
    expect(desk.list()).toHaveLength(2);
    click(second.id);
    await settled();
    expect(second.outcome()).toMatchObject({ hookSpecificOutput: {} });
    expect(first.outcome()).toBe("open");
  });
});

describe("no decision, and the client asks as usual", () => {
  const gone = async (hook: Waiting) => {
    await settled();
    expect(hook.outcome()).toBeUndefined();
    expect(desk.list()).toEqual([]);
    expect(told).toEqual([]);
  };

  it("when the person leaves it to the terminal", async () => {
    const hook = await asked();
    click(hook.id, { how: "terminal" });
    await gone(hook);
  });

  it("when the person closes its bubble", async () => {
    const hook = await asked();
    desk.leave(hook.id);
    await gone(hook);
  });

  it("Q13: when it was answered in the terminal, the call ran, or the registry says that nobody waits", async () => {
    const hook = await asked();
    desk.noteCommitted([{ event_type: "agent_unblocked", payload: { how: "registry", blocked_event_id: hook.id } } as unknown as MascotEvent]);
    await gone(hook);
  });

  it("when that was told before the request could be held", async () => {
    desk.noteCommitted([{ event_type: "agent_unblocked", payload: { how: "answered", blocked_event_id: "evt_20261128_1" } } as unknown as MascotEvent]);
    await gone(await asked());
  });

  it("when the hook was ended: its connection is closed", async () => {
    const hook = await asked();
    hook.leave();
    await gone(hook);
  });

  it("when the sender is gone before it could be held", async () => {
    await gone(await asked(undefined, undefined, { whenSenderLeaves: (listener) => listener() }));
  });

  it("Q1: when time is up, before the hook and the client would end it", async () => {
    const hook = await asked();
    show(hook.id);
    pass(HELD_AT_MOST_MS - 1);
    expect(hook.outcome()).toBe("open");
    pass(1);
    await gone(hook);
  });

  it("when no window draws it in time: the app is busy", async () => {
    const hook = await asked();
    pass(DRAWN_WITHIN_MS);
    await gone(hook);
  });

  it("Q3: when the last window goes out of sight while it is held, and while none is in sight", async () => {
    const hook = await asked();
    desk.setWatched(false);
    await gone(hook);
    await gone(await asked());
  });

  it("when the person wants quiet, then and while it is held", async () => {
    const hook = await asked();
    quiet = true;
    desk.rulesChanged();
    await gone(hook);
    await gone(await asked());
  });

  it("when it is switched off for the project, also while it is held", async () => {
    const hook = await asked();
    rules = { on: true, projects: { "/w/app": false } };
    desk.rulesChanged();
    await gone(hook);
    await gone(await asked());
  });

  it("until the person has switched it on", async () => {
    rules = undefined;
    await gone(await asked());
  });

  it("when the app quits, and after that", async () => {
    const hook = await asked();
    desk.close();
    await gone(hook);
    await gone(await asked());
  });

  it("in an unattended run, or one that does not say", async () => {
    await gone(await asked(undefined, { attended: false, project_dir: "/w/app" }));
    await gone(await asked(undefined, { project_dir: "/w/app" }));
  });

  it("from a sender that has not shown whose it is, or that reads no answer", async () => {
    await gone(await asked(undefined, undefined, { trust: "unverified" }));
    await gone(await asked(undefined, undefined, { whenSenderLeaves: undefined }));
  });
});

it("nothing is left behind by what is over: no timer, no entry", async () => {
  for (let i = 0; i < 5; i++) {
    const { id } = await asked();
    click(id);
  }
  expect(timers.size).toBe(0);
  expect(desk.list()).toEqual([]);
});
