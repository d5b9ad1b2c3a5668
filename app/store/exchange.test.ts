/** A person's data can be taken away and brought back. */
import { afterEach, describe, expect, it } from "vitest";
import type { ConversationStore } from "../conversation-parts.ts";
import type { DataExchange } from "./conversation-store.ts";
import { linesOf } from "./exchange/import.ts";
import { call, draft, patch, project, reply } from "./testing/conversation-fixture.ts";
import { cleanUp, event, item, newFile, NOON, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const SUMMARY = { asked: ["find the lantern"], done: [], files: [], tools: { Bash: 1 }, failures: [], open: [], last_reply: "here", made_at: NOON };

async function filled() {
  const { store, conversation } = await open(newFile());
  await store.append([item({ session_id: "session-a" }), item({ session_id: "session-a", payload: { tool_name: "Bash", tool_input: { command: "line\u2028separator\n``` 한국어" } } })]);
  await project(conversation, [
    draft({ id: "p", content: "Please\nfind ```` the lantern\u2028now", ts: NOON }), draft({ id: "i", content: "added", metadata: { injected: true }, ts: NOON + 1 }),
    call("Bash", { command: "echo '```'" }, { id: "t", metadata: { ok: true, result: "```\nout\n```" }, ts: NOON + 2 }),
    call("Edit", { file: "a" }, { id: "e", metadata: { ok: false, error: "no such file" }, ts: NOON + 3 }),
    reply({ id: "r", content: "**Here** it is", metadata: { message_id: "msg_1", thinking: "two\nlines" }, ts: NOON + 4 }),
  ], [patch({ title: "The lantern", first_prompt: "Please", model: "m", started_at: NOON, last_at: NOON + 4 }, { prompts: 1, replies: 1, tool_calls: 2, tools: { Bash: 1, Edit: 1 }, files: ["a"] })]);
  await conversation.noteUsage([{ message_id: "msg_1", session_id: "session-a", model: "m", input_tokens: 5, output_tokens: 6, cache_read_tokens: 7, cache_write_tokens: 8 }]);
  await conversation.saveSummary("session-a", SUMMARY);
  await conversation.setProjectRules({ project: "/private", record: false, memory: false });
  return { store, conversation };
}

async function text(pieces: AsyncIterable<string> | null): Promise<string> {
  let all = "";
  for await (const piece of pieces ?? []) all += piece;
  return all;
}

/** In pieces that end anywhere. */
async function* pieces(whole: string, size = 7): AsyncIterable<string> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size);
}

const everything = async (store: DataExchange) => text(await store.exported({ what: "all", format: "jsonl" }));

async function conversationOf(store: ConversationStore) {
  const interactions = [];
  for await (const { seq: _seq, ...one } of store.wholeSession("session-a")) interactions.push(one);
  return { session: await store.session("session-a"), interactions, projects: await store.projects() };
}

describe("a session", () => {
  it("as Markdown: what was said as it is, the rest in fences that nothing inside closes", async () => {
    const { conversation } = await filled();
    const markdown = await text(await conversation.exported({ what: "session", session_id: "session-a", format: "markdown" }));
    expect(markdown).toBe(`# The lantern

- Session: session-a
- Project: /work/garden
- Model: m
- From: 2026-11-28T12:00:00.000Z
- To: 2026-11-28T12:00:00.004Z

## You · 2026-11-28T12:00:00.000Z

Please
find \`\`\`\` the lantern\u2028now

## Added by the client · 2026-11-28T12:00:00.001Z

added

## Tool: Bash · 2026-11-28T12:00:00.002Z

Input:

\`\`\`\`json
{
  "command": "echo '\`\`\`'"
}
\`\`\`\`

Result:

\`\`\`\`
\`\`\`
out
\`\`\`
\`\`\`\`

## Tool: Edit · 2026-11-28T12:00:00.003Z

Input:

\`\`\`json
{
  "file": "a"
}
\`\`\`

Failure:

\`\`\`
no such file
\`\`\`

## Agent · 2026-11-28T12:00:00.004Z

> Thinking: two
> lines

**Here** it is
`);
  });

  it("as Markdown: a command's own lines are no headings, and a block of code that was left open ends with what was said", async () => {
    const { conversation } = await open(newFile());
    const fence = "```";
    await project(conversation, [
      draft({ id: "p", content: `Look:\n~~~~js\nlet a = ${fence};\n~~~`, ts: NOON }),
      call("Bash", {}, { id: "t", content: `# build it\necho '\n${fence}'`, metadata: { ok: true }, ts: NOON + 1 }),
      reply({ id: "r", content: `${fence}ts\nlet b`, ts: NOON + 2 }),
      reply({ id: "s", content: `${fence}\nwhole\n${fence}\n${fence} is a fence ${fence}`, ts: NOON + 3 }),
    ], [patch({ title: "Fences" })]);
    const markdown = await text(await conversation.exported({ what: "session", session_id: "session-a", format: "markdown" }));
    const sections = markdown.split(/^## .*\n\n/m).slice(1).map((section) => section.trimEnd());
    expect(sections).toEqual([
      `Look:\n~~~~js\nlet a = ${fence};\n~~~\n~~~~`,
      `${fence}\`\n# build it\necho '\n${fence}'\n${fence}\`\n\nInput:\n\n${fence}json\n{}\n${fence}`,
      `${fence}ts\nlet b\n${fence}`,
      `${fence}\nwhole\n${fence}\n${fence} is a fence ${fence}`,
    ]);
  });

  it("in Korean for those who read Korean", async () => {
    const { conversation } = await filled();
    expect(await text(await conversation.exported({ what: "session", session_id: "session-a", format: "markdown" }, "ko"))).toContain("## 에이전트 · ");
  });

  it("as JSON with everything that is kept of it", async () => {
    const { conversation } = await filled();
    const { session, interactions } = JSON.parse(await text(await conversation.exported({ what: "session", session_id: "session-a", format: "json" })));
    expect(session).toEqual(await conversation.session("session-a"));
    expect(interactions).toEqual((await conversation.interactions({ session_id: "session-a" })).items);
  });

  it("that is not known is none", async () => {
    expect(await (await filled()).conversation.exported({ what: "session", session_id: "nobody", format: "json" })).toBeNull();
  });
});

describe("everything as JSONL", () => {
  it("is one record a line, for every reader of lines, and one piece a record", async () => {
    const { conversation } = await filled();
    const records: { kind: string }[] = [];
    for await (const piece of (await conversation.exported({ what: "all", format: "jsonl" })) ?? []) {
      expect(piece).toMatch(/^[^\n\r\u2028\u2029]+\n$/);
      records.push(JSON.parse(piece));
    }
    expect(records.map((record) => record.kind)).toEqual(["head", "rules", "session", "interaction", "interaction", "interaction", "interaction", "interaction", "event", "event"]);
  });

  it("comes back in an empty store as it was, is found again, and gives the same file once more", async () => {
    const { store: events, conversation } = await filled();
    const file = await everything(conversation);
    const other = await open(newFile());
    expect(await other.conversation.imported(pieces(file))).toEqual({ sessions: 1, interactions: 5, events: 2, rules: 1, ports: 0, skipped: 0 });
    expect(await conversationOf(other.conversation)).toEqual(await conversationOf(conversation));
    const withoutSeq = (list: { seq?: number }[]) => list.map(({ seq: _seq, ...one }) => one);
    expect(withoutSeq(await other.store.events({ session_id: "session-a" }))).toEqual(withoutSeq(await events.events({ session_id: "session-a" })));
    expect((await other.conversation.search({ text: "lantern" })).items.map((hit) => hit.skill_name).sort()).toEqual(["session_summary", "user_prompt"]);
    const seqs = /"seq":-?\d+/g;
    expect((await everything(other.conversation)).replaceAll(seqs, "")).toBe(file.replaceAll(seqs, ""));
  });

  it("a work item that runs takes the time with it that it has run until then, and runs no more", async () => {
    const began = NOON - 30 * 60_000;
    const { store, conversation } = await open(newFile());
    const of = (event_type: "port_created" | "port_started") => item({ event_type, ts: new Date(began).toISOString(), source: "synthetic", payload: { port_id: "fix", project_dir: "/work/garden", title: "Fix it" } });
    await store.append([of("port_created"), of("port_started")]);
    const file = await everything(conversation);
    const other = await open(newFile());
    expect(await other.conversation.imported(pieces(file))).toMatchObject({ ports: 1 });
    const { record } = (await other.ports.all()).find(({ record: { id } }) => id === "fix") ?? {};
    expect(record).toMatchObject({ state: "ready", running_since: null, spent_ms: 30 * 60_000 });
  });

  it("twice changes nothing, nor does it change what is there already", async () => {
    const { store, conversation } = await filled();
    const file = await everything(conversation);
    await project(conversation, [], [patch({ title: "Another title" })]);
    const before = await everything(conversation);
    expect(await conversation.imported(pieces(file))).toEqual({ sessions: 0, interactions: 0, events: 0, rules: 0, ports: 0, skipped: 0 });
    expect(await everything(conversation)).toBe(before);
    expect(await store.countEvents()).toBe(2);
  });

  it("is no news to those who follow the log, and is deleted like anything else", async () => {
    const file = await everything((await filled()).conversation);
    const { store, conversation } = await open(newFile());
    await store.append([item({ session_id: "session-b" })]);
    await conversation.imported(pieces(file));
    expect((await store.tail(0, 10)).map((one) => one.session_id)).toEqual(["session-b"]);
    expect(await store.countEvents()).toBe(3);
    expect(await store.append([item({ session_id: "session-b" })])).toEqual([{ status: "stored", seqs: [2] }]);
    expect(await conversation.deleteSession("session-a")).toEqual({ events: 2, interactions: 5 });
    expect(await store.countEvents()).toBe(2);
  });

  it("with lines that are none of ours takes the others", async () => {
    const { conversation } = await open(newFile());
    const good = JSON.stringify({ kind: "event", event: event({ id: "evt_20261128_good" }) });
    const lines = ["", "no json", "[]", "null", '{"kind":"session","session":{}}', '{"kind":"interaction","interaction":{"seq":"1"}}', '{"kind":"other"}', good, `${good.slice(0, -5)}`];
    expect(await conversation.imported(pieces(lines.join("\n"), 1000))).toEqual({ sessions: 0, interactions: 0, events: 1, rules: 0, ports: 0, skipped: 7 });
  });

  it("of a line that is longer than any of ours no more is kept than that it was there", async () => {
    const lines: (string | null)[] = [];
    for await (const line of linesOf(pieces(`short\n${"x".repeat(30)}\n\nshort again\n${"y".repeat(16)}\n${"z".repeat(17)}`), 16)) lines.push(line);
    expect(lines).toEqual(["short", null, "", "short again", "y".repeat(16), null]);
  });

  it("a file without a line's end, larger than memory, is read to its end and is none of ours", async () => {
    const { conversation } = await open(newFile());
    const megabyte = "\0".repeat(1024 * 1024);
    async function* endless() {
      for (let n = 0; n < 600; n++) yield megabyte;
    }
    expect(await conversation.imported(endless())).toMatchObject({ events: 0, skipped: 1 });
  });

  it("passes through the rules that hide secrets", async () => {
    const file = await everything((await filled()).conversation);
    const { conversation } = await open(newFile());
    const mask = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll("lantern", "****"));
    await conversation.imported(pieces(file), { mask });
    expect(await everything(conversation)).not.toContain("lantern");
  });
});

it("of an export that was written by hand, times that no calendar has are passed over", async () => {
  const { conversation } = await filled();
  const lines = (await everything(conversation)).trim().split("\n").map((line) => JSON.parse(line) as { kind: string; session?: object; interaction?: object });
  const odd = lines.flatMap((line) => [8.7e15, -1, 1e308].map((time) => JSON.stringify({
    ...line, ...(line.session ? { session: { ...line.session, session_id: "odd", last_at: time } } : {}), ...(line.interaction ? { interaction: { ...line.interaction, id: `odd ${time}`, ts: time } } : {}),
  })).filter(() => line.session !== undefined || line.interaction !== undefined));
  const other = (await open(newFile())).conversation;
  expect(await other.imported(pieces(odd.join("\n"), 500))).toMatchObject({ sessions: 0, interactions: 0, skipped: odd.length });
});
