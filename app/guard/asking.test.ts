import { expect, it, vi } from "vitest";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { GuardMode } from "../domain/guard/rules.ts";
import { createAsking } from "./asking.ts";

function session(project_dir: string, event_type = "session_started", trust = "verified"): MascotEvent[] {
  return [{ event_type, trust, payload: { project_dir } } as unknown as MascotEvent];
}

function asking(modes: Record<string, GuardMode>) {
  const onNeeded = vi.fn();
  const made = createAsking({ modes: { of: async (project) => ({ mode: modes[project] ?? "off", autoCreate: true, waiting: null }) }, projectOf: async (folder) => folder.replace(/\/sub$/, ""), onNeeded });
  return { ...made, onNeeded };
}

it("a session in a folder of a guarded project makes hooks of tool calls wait", async () => {
  const { noteCommitted, isNeeded, onNeeded } = asking({ "/shop": "strict" });
  noteCommitted(session("/shop/sub"));
  await vi.waitFor(() => expect(onNeeded).toHaveBeenCalledOnce());
  expect(isNeeded()).toBe(true);
});

it("rules written in mid-session are seen with the next prompt", async () => {
  const modes: Record<string, GuardMode> = {};
  const { noteCommitted, onNeeded } = asking(modes);
  noteCommitted(session("/shop/sub"));
  await Promise.resolve();
  modes["/shop"] = "warn";
  noteCommitted(session("/shop/sub", "user_prompt"));
  await vi.waitFor(() => expect(onNeeded).toHaveBeenCalledOnce());
});

it.each([
  ["at the top of the project the installed line sees the rules itself", session("/shop")],
  ["a project without rules", session("/other/sub")],
  ["strangers' sessions", session("/shop/sub", "session_started", "unverified")],
])("not for %s", async (_, events) => {
  const { noteCommitted, isNeeded } = asking({ "/shop": "strict" });
  noteCommitted(events);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNeeded()).toBe(false);
});
