import { describe, expect, it } from "vitest";
import { earlyQuit, orderlyQuit, type QuitStep } from "./quit.ts";
import { ThreadStuck } from "../machine/worker-end.ts";
import { recordingLog } from "./test-support.ts";

function quitWith(steps: QuitStep[]) {
  const exits: (number | "killed")[] = [];
  const log = recordingLog();
  let late = () => {};
  const quit = orderlyQuit({ steps, boundMs: 3000, log, exit: (code) => exits.push(code), kill: () => exits.push("killed"), timers: { after: (_ms, run) => ((late = run), () => {}) } });
  return { quit, exits, log, timeUp: () => late() };
}

describe("L17: the end", () => {
  it("lets each part finish, in order, and knows who asked", async () => {
    const done: string[] = [];
    const step = (name: string): QuitStep => ({ name, run: async (byPerson) => void done.push(`${name} ${byPerson}`) });
    const { quit, exits } = quitWith([step("windows"), step("collector"), step("store")]);
    await quit(true);
    expect(done).toEqual(["windows true", "collector true", "store true"]);
    expect(exits).toEqual([0]);
  });

  it("comes also when a part fails", async () => {
    const done: string[] = [];
    const { quit, exits, log } = quitWith([
      { name: "collector", run: () => { throw new Error("port gone"); } },
      { name: "store", run: () => void done.push("store") },
    ]);
    await quit(false);
    expect({ done, exits }).toEqual({ done: ["store"], exits: [0] });
    expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", details: { part: "collector", error: "port gone" } }));
  });

  it("comes also when a part hangs, which an ordinary exit would wait for", async () => {
    const { quit, exits, timeUp } = quitWith([{ name: "store", run: () => new Promise(() => {}) }]);
    const ended = quit(false);
    timeUp();
    await ended;
    expect(exits).toEqual(["killed"]);
  });

  it("comes also when a thread is stuck: the other parts end first", async () => {
    const done: string[] = [];
    const { quit, exits } = quitWith([
      { name: "spool", run: () => Promise.reject(new ThreadStuck()) },
      { name: "store", run: () => void done.push("store") },
    ]);
    await quit(false);
    expect({ done, exits }).toEqual({ done: ["store"], exits: ["killed"] });
  });

  it("comes once however often it is asked for", async () => {
    let runs = 0;
    const { quit, exits } = quitWith([{ name: "store", run: () => void (runs += 1) }]);
    await Promise.all([quit(true), quit(false), quit(true)]);
    expect({ runs, exits }).toEqual({ runs: 1, exits: [0] });
  });
});

describe("an end that is asked for while the app still starts", () => {
  const started = () => {
    const exits: number[] = [];
    let giveUp = () => {};
    let stopped = false;
    const begun: string[] = [];
    const early = earlyQuit({ giveUpMs: 10_000, onBegin: () => void begun.push("begun"), exit: (code) => exits.push(code), timers: { after: (_ms, run) => ((giveUp = run), () => (stopped = true)) } });
    return { ...early, begun, exits, timeUp: () => giveUp(), isStopped: () => stopped };
  };

  it("waits until there is something to end", async () => {
    const { quit, partsAreMade, exits, isStopped } = started();
    const ends: boolean[] = [];
    const asked = quit(true);
    expect(ends).toEqual([]);
    partsAreMade(async (byPerson) => void ends.push(byPerson));
    await asked;
    expect({ ends, exits, stopped: isStopped() }).toEqual({ ends: [true], exits: [], stopped: true });
  });

  it("is known from its first word on", () => {
    const { quit, begun, isEnding } = started();
    expect(isEnding()).toBe(false);
    void quit(true);
    void quit(false);
    expect({ begun, ending: isEnding() }).toEqual({ begun: ["begun"], ending: true });
  });

  it("comes also when the start never comes to its end", () => {
    const { quit, exits, timeUp } = started();
    void quit(true);
    timeUp();
    expect(exits).toEqual([0]);
  });
});
