import { describe, expect, test } from "vitest";
import { Clients } from "./clients.ts";

/** A spool file as the shell's line writes it. */
function file(payload: Record<string, unknown>, pid: number): { text: string } {
  return { text: `v=1\tprovider=codex\tPPID=${pid}\n${JSON.stringify(payload)}` };
}

describe("clients on another machine", () => {
  const alive = new Set<number>();
  const make = () => new Clients((pid) => alive.has(pid));

  test("one that is gone without a word is told once, with what names its session", () => {
    alive.add(70);
    const clients = make();
    clients.note(file({ hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: "/home/me" }, 70));
    expect(clients.lost()).toEqual([]);
    alive.delete(70);
    expect(clients.lost()).toMatchObject([{ sessionId: "s1", provider: "codex", cwd: "/home/me" }]);
    expect(clients.lost()).toEqual([]);
  });

  test("one that said goodbye is not told again", () => {
    alive.add(71);
    const clients = make();
    clients.note(file({ hook_event_name: "SessionStart", session_id: "s1" }, 71));
    clients.note(file({ hook_event_name: "SessionEnd", session_id: "s1" }, 71));
    alive.delete(71);
    expect(clients.lost()).toEqual([]);
    expect(clients.count).toBe(0);
  });

  test("a process that was never seen (of a container) is no reason to end anything", () => {
    const clients = make();
    clients.note(file({ hook_event_name: "SessionStart", session_id: "s1" }, 72));
    expect(clients.lost()).toEqual([]);
    expect(clients.count).toBe(0);
  });

  test("the forwarder's header is read too; what is no JSON, no object or without a session is passed over", () => {
    alive.add(73);
    const clients = make();
    for (const text of ["", "\n", "{}\n[]", "v=1\n{", '{"provider":"gemini"}\n{"session_id":7}', "v=1\tPPID=73\nnull"]) clients.note({ text });
    expect(clients.count).toBe(0);
    clients.note({ text: `{"provider":"gemini","meta":{"client_pid":73}}\n{"session_id":"s2"}` });
    alive.delete(73);
    expect(clients.lost()).toMatchObject([{ sessionId: "s2", provider: "gemini", cwd: null }]);
  });
});
