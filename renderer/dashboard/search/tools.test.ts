import { expect, it } from "vitest";
import type { SearchHit, SessionRow } from "../../../schemas/generated/types.ts";
import { toolsIn, toolsUsed } from "./tools.ts";

const session = (tools: Record<string, number>) => ({ stats: { tools } as SessionRow["stats"] });
const hit = (skill_name: string): SearchHit => ({ interaction_id: skill_name, seq: 1, session_id: "s", project: "", role: "assistant", skill_name, ts: 1, snippet: [] });

it("the tools of all sessions are offered once, the most used first", () => {
  expect(toolsUsed([session({ Read: 2, Bash: 2 }), session({ Edit: 5, Read: 1 }), session({})])).toEqual(["Edit", "Read", "Bash"]);
});

it("what was found tells of tools too, and not of what was said without one", () => {
  expect(toolsIn([hit("Bash"), hit("claude_response"), hit("user_prompt"), hit("Bash"), hit("session_summary"), hit("Grep")])).toEqual(["Bash", "Grep"]);
});
