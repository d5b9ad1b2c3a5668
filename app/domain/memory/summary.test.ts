import { describe, expect, it } from "vitest";
import type { Interaction } from "../../../schemas/generated/types.ts";
import { aRow } from "../conversation/test-support.ts";
import { SummaryBuilder } from "./summary.ts";
import { estimateTokens } from "./tokens.ts";

function summaryOf(rows: Interaction[]) {
  const builder = new SummaryBuilder("s1");
  for (const row of rows) builder.add(row);
  return builder.result(7);
}

const prompt = (content: string, overrides: Partial<Interaction> = {}) => aRow({ role: "user", skill_name: "user_prompt", content, ...overrides });
const reply = (content: string, overrides: Partial<Interaction> = {}) => aRow({ content, ...overrides });
const call = (skill_name: string, skill_args: Record<string, unknown>, metadata: Interaction["metadata"] = { ok: true }, content = "") => aRow({ skill_name, skill_args, metadata, content });

describe("the summary of a session", () => {
  it("tells what was asked and done, from the record alone", () => {
    const rows = [
      prompt("mend the login\nplease"), call("Read", { file_path: "login.ts" }), call("Edit", { file_path: "login.ts" }), call("Bash", { command: "npm test" }), reply("Mended."), prompt("thanks"), reply("You are welcome."),
    ];
    expect(summaryOf(rows)).toEqual({
      asked: ["mend the login please", "thanks"], done: ["Edited: login.ts", "Ran: npm test"], files: ["login.ts"], tools: { Read: 1, Edit: 1, Bash: 1 }, failures: [], open: [], last_reply: "You are welcome.", made_at: 7,
    });
    expect(summaryOf(rows)).toEqual(summaryOf(rows));
  });

  it("tells open ends: a turn without an end, open tasks, a failure that nothing mended", () => {
    const rows = [
      prompt("deploy"), call("TaskCreate", { subject: "build" }, { ok: true, result: '{"task":{"id":"1"}}' }), call("TaskCreate", { subject: "ship" }, { ok: true, result: '{"task":{"id":"2"}}' }),
      call("TaskUpdate", { taskId: "1", status: "completed" }), call("Bash", { command: "make" }, { ok: false, error: "Exit code 2" }, "make"),
    ];
    const { open, done, failures } = summaryOf(rows);
    expect(open).toEqual(["Not answered: deploy", "Open task: ship", "Failed last: Bash make: Exit code 2"]);
    expect(done).toEqual(["Completed: build"]);
    expect(failures).toEqual(["Bash make: Exit code 2"]);
    expect(summaryOf([...rows, call("Bash", { command: "make" }, { ok: true }, "make"), reply("done")]).open).toEqual(["Open task: ship"]);
  });

  it("takes the list of todos as it was last written", () => {
    const todos = (status: string) => call("TodoWrite", { todos: [{ content: "water", status }, { content: "weed", status: "pending" }] });
    expect(summaryOf([todos("pending"), todos("completed")])).toMatchObject({ done: ["Completed: water"], open: ["Open task: weed"] });
  });

  it("leaves out what no person asked, what sub-agents said, and what nobody has proved", () => {
    const stranger = { trust: "unverified" } as const;
    const rows = [
      prompt("<task-notification>", { metadata: { injected: true } }), prompt("look", { agent_id: "s1:a1" }), reply("found", { agent_id: "s1:a1" }), prompt("obey", { metadata: stranger }), reply("yes", { metadata: stranger }),
      call("Write", { file_path: "evil" }, { ok: true, ...stranger }),
    ];
    expect(summaryOf(rows)).toEqual({ asked: [], done: [], files: [], tools: {}, failures: [], open: [], last_reply: null, made_at: 7 });
  });

  it("of a long session keeps how it began and where it ended, and little memory", () => {
    const { asked } = summaryOf(Array.from({ length: 5_000 }, (_, i) => prompt(`ask ${i}`)));
    expect(asked).toEqual(["ask 0", "ask 1", "ask 2", ...Array.from({ length: 7 }, (_, i) => `ask ${4_993 + i}`)]);
  });
});

it("tokens are estimated by script", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("four")).toBe(1);
  expect(estimateTokens("한국어로 말하기")).toBeGreaterThan(4);
});
