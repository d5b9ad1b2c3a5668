import { describe, expect, it } from "vitest";
import type { EventType, MascotEvent } from "../../schemas/generated/types.ts";
import type { EventPayloads } from "../domain/event-payloads.ts";
import { maskText } from "../domain/masking.ts";
import type { Reading } from "./digest.ts";
import type { Fact } from "./facts.ts";
import { HOLD_MS, SessionDesk } from "./session-desk.ts";
import { BASE, S } from "./test-support.ts";
import type { Reply } from "./told-replies.ts";

/** A desk with a clock of its own. */
function atDesk(hooked = false) {
  const facts: Fact[] = [];
  let now = BASE;
  let timers: { at: number; act: () => void }[] = [];
  const desk = new SessionDesk(S, {
    now: () => now,
    after: (ms, act) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    deliver: (fact) => void facts.push(fact),
  }, hooked);
  return {
    desk, facts,
    wait(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { act } of due) act();
    },
    hook<T extends EventType>(event_type: T, payload: EventPayloads[T], at = 0, agent = S) {
      const event: MascotEvent = {
        id: `evt_20261128_${event_type}`, version: "1.1", ts: new Date(BASE + at).toISOString(), event_type, source: "hook", workspace_id: "p", terminal_session_id: "t", session_id: S, agent_id: agent,
        payload: { ...payload },
      };
      desk.onEvents([event]);
    },
    told: () => facts.filter(({ event_type }) => event_type === "assistant_response").map(({ payload }) => (payload as { text?: string }).text),
  };
}

const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  messageId: `m-${text}`, agentId: null, promptId: "p1", text, thinking: "", model: "opus", atMs: BASE, sidechain: false, endsTurn: true, lastBlock: text, ...more,
});
const reading = (more: Partial<Omit<Reading, "news">> & { news?: Partial<Reading["news"]> }): Reading => ({
  agentId: null, cwd: "/p", history: false, refusals: [], stops: [], ...more,
  news: { sessionId: S, path: "/x", replies: [], usages: [], interrupts: [], prompts: [], model: "opus", turnCount: 1, ...more.news },
});
const replies = (...all: Reply[]) => reading({ news: { replies: all } });

/** A session whose hooks come and whose model is known. */
function hooked() {
  const at = atDesk();
  at.hook("session_started", {});
  at.hook("assistant_response", { text: "before", model: "opus" });
  return at;
}

describe("a turn's last words", () => {
  it("are its Stop hook's, whichever comes first", () => {
    const at = hooked();
    at.desk.onReading(replies(reply("done")));
    at.hook("assistant_response", { text: "done" }, 20);
    at.hook("agent_stopped", { scope: "turn" }, 20);
    at.wait(HOLD_MS * 2);
    expect(at.facts).toEqual([]);
    at.hook("assistant_response", { text: "done again" }, 5_000);
    at.hook("agent_stopped", { scope: "turn" }, 5_000);
    at.desk.onReading(replies(reply("done again", { atMs: BASE + 4_900 })));
    at.wait(HOLD_MS * 2);
    expect(at.facts).toEqual([]);
  });

  it("T1: are the transcript's when the hook has none, at once", () => {
    const at = hooked();
    at.hook("agent_stopped", { scope: "turn" }, 20);
    at.desk.onReading(replies(reply("only in the file")));
    expect(at.told()).toEqual(["only in the file"]);
  });

  it("are the transcript's when no Stop comes", () => {
    const at = hooked();
    at.desk.onReading(replies(reply("no stop")));
    expect(at.told()).toEqual([]);
    at.wait(HOLD_MS);
    expect(at.told()).toEqual(["no stop"]);
  });

  it("T5: that come late are told once, with the id that the reply has in the transcript", () => {
    const at = hooked();
    at.hook("agent_stopped", { scope: "turn" }, 0);
    at.desk.onReading(replies(reply("late", { atMs: BASE + 10, messageId: "msg_1" })));
    expect(at.facts).toMatchObject([{ event_type: "assistant_response", agent_id: S, turn_id: "p1", payload: { text: "late", message_id: "msg_1" } }]);
    expect(at.facts[0]?.deliveryId).toMatch(/^reply-.*-msg_1-[0-9a-f]{16}$/);
  });

  it("with thinking that no hook tells are told with it, to meet the same row", () => {
    const at = hooked();
    at.hook("assistant_response", { text: "done" }, 10);
    at.hook("agent_stopped", { scope: "turn" }, 10);
    at.desk.onReading(replies(reply("done", { thinking: "because" })));
    expect(at.facts).toMatchObject([{ thinking_text: "because", payload: { text: "done" } }]);
  });

  it("of which the hook told the last block only are told as far as it did not", () => {
    const at = hooked();
    at.hook("assistant_response", { text: "second part" }, 10);
    at.hook("agent_stopped", { scope: "turn" }, 10);
    at.desk.onReading(replies(reply("first part\nsecond part", { lastBlock: "second part" })));
    expect(at.told()).toEqual(["first part"]);
  });

  it("are known again although what the hook told was masked", () => {
    const at = hooked();
    const words = `the token is ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}, keep it`;
    expect(maskText(words)).not.toBe(words);
    at.hook("assistant_response", { text: maskText(words) }, 10);
    at.hook("agent_stopped", { scope: "turn" }, 10);
    at.desk.onReading(replies(reply(words)));
    at.wait(HOLD_MS);
    expect(at.facts).toEqual([]);
  });

  it("said twice are two replies", () => {
    const at = hooked();
    at.hook("assistant_response", { text: "Done." }, 10);
    at.hook("agent_stopped", { scope: "turn" }, 10);
    at.desk.onReading(replies(reply("Done.", { messageId: "m1" })));
    at.desk.onReading(replies(reply("Done.", { messageId: "m2", endsTurn: false })));
    expect(at.facts).toMatchObject([{ payload: { message_id: "m2" } }]);
  });

  it("of a sub-agent are its own stop's", () => {
    const at = hooked();
    at.hook("agent_stopped", { scope: "agent", last_message: "report" }, 10, `${S}:a1`);
    at.desk.onReading(replies(reply("report", { agentId: "a1", sidechain: true }), reply("looking", { agentId: "a1", sidechain: true, endsTurn: false })));
    expect(at.facts).toMatchObject([{ agent_id: `${S}:a1`, payload: { role: "subagent", text: "looking" } }]);
    expect(at.facts[0]?.payload).not.toHaveProperty("model");
  });
});

describe("what hooks leave out", () => {
  it("words in the middle of a turn are told at once", () => {
    const at = hooked();
    at.desk.onReading(replies(reply("Starting.", { endsTurn: false })));
    expect(at.told()).toEqual(["Starting."]);
  });

  it("the model is told once, with the first reply that shows it", () => {
    const at = atDesk();
    at.hook("session_started", {});
    for (const words of ["one", "two"]) {
      at.hook("assistant_response", { text: words }, 10);
      at.hook("agent_stopped", { scope: "turn" }, 10);
      at.desk.onReading(replies(reply(words)));
    }
    expect(at.facts).toMatchObject([{ payload: { text: "one", model: "opus" } }]);
  });

  it("an interrupt ends the turn at its own time", () => {
    const at = hooked();
    at.desk.onReading(reading({ news: { interrupts: [{ atMs: BASE + 3_000, promptId: "p1" }] } }));
    expect(at.facts).toMatchObject([{ event_type: "agent_stopped", at: BASE + 3_000, payload: { scope: "turn", reason: "interrupted" } }]);
  });

  it("an interrupt of a sub-agent or teammate ends its run, and nobody else's", () => {
    const at = hooked();
    at.desk.onReading(reading({ stops: [{ agentId: "a1", atMs: BASE + 3_000 }, { agentId: "aresearcher-9d0c", atMs: BASE + 3_001 }] }));
    expect(at.facts).toMatchObject([
      { event_type: "agent_stopped", agent_id: `${S}:a1`, at: BASE + 3_000, payload: { scope: "agent", reason: "interrupted", role: "subagent" } },
      { event_type: "agent_stopped", agent_id: `${S}:aresearcher-9d0c`, payload: { scope: "agent", reason: "interrupted" } },
    ]);
  });

  it("a refused call will not run", () => {
    const at = hooked();
    at.desk.onReading(reading({ refusals: [{ callId: "t1", tool: "Bash", reason: "user-rejected", agentId: "a1", atMs: BASE }] }));
    expect(at.facts).toMatchObject([{ event_type: "decision", agent_id: `${S}:a1`, payload: { decision: "permission_denied", tool_use_id: "t1", tool_name: "Bash", reason: "user-rejected" } }]);
  });
});

describe("history", () => {
  const history = (atMs: number | null) => ({ ...replies(reply("old", { atMs, endsTurn: false })), history: true });

  it("from before this run's hooks is not told", () => {
    const at = hooked();
    at.desk.onReading(history(BASE - 60_000));
    at.desk.onReading(history(null));
    expect(at.facts).toEqual([]);
  });

  it("since the first hook that was kept for us is", () => {
    const at = atDesk();
    at.hook("user_prompt", { text: "go", injected: false }, -90_000);
    at.hook("assistant_response", { text: "before", model: "opus" });
    at.desk.onReading(history(BASE - 60_000));
    expect(at.told()).toEqual(["old"]);
  });
});

describe("a session without hooks", () => {
  it("is found after a while, with its prompts and replies", () => {
    const at = atDesk();
    at.desk.onReading(reading({ news: { prompts: [{ promptId: "p1", text: "go", byPerson: true, atMs: BASE - 10 }], replies: [reply("done")] } }));
    expect(at.facts).toEqual([]);
    at.wait(3_000);
    expect(at.facts).toMatchObject([
      { event_type: "session_started", deliveryId: `found-${S}`, payload: { cwd: "/p" } },
      { event_type: "user_prompt", turn_id: "p1", payload: { text: "go", injected: false } },
      { event_type: "assistant_response", payload: { text: "done" } },
    ]);
  });

  it("is none when its hooks come within that while: prompts are theirs", () => {
    const at = atDesk();
    at.desk.onReading(reading({ news: { prompts: [{ promptId: "p1", text: "go", byPerson: true, atMs: BASE }], replies: [reply("mid", { endsTurn: false })] } }));
    at.hook("user_prompt", { text: "go", injected: false }, 0);
    at.wait(3_000);
    expect(at.facts.map(({ event_type }) => event_type)).toEqual(["assistant_response"]);
  });

  it("is not found by what is history", () => {
    const at = atDesk();
    at.desk.onReading({ ...replies(reply("old")), history: true });
    at.wait(10_000);
    expect(at.facts).toEqual([]);
  });
});
