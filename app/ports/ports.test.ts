import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PortAnswer, PortRefusal, PortSummary } from "../../schemas/generated/types.ts";
import { bundle, start } from "../store/testing/run-child.ts";
import { until } from "../store/testing/store-fixture.ts";
import { startWorkshop, type Workshop, type WorkshopOptions } from "./testing/workshop.ts";

let folder: string;
let garden: string;
let shop: Workshop;

beforeEach(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "ports-test-")));
  garden = project("garden");
  shop = await startWorkshop(folder);
});

afterEach(async () => {
  await shop.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

function project(name: string): string {
  const top = path.join(folder, name);
  fs.mkdirSync(path.join(top, ".git"), { recursive: true });
  fs.mkdirSync(path.join(top, "src"));
  return top;
}

async function again(options?: WorkshopOptions): Promise<void> {
  await shop.close();
  shop = await startWorkshop(folder, { wall: shop.time.wall, ...options });
}

type Outcome = { done: PortAnswer } | { refused: PortRefusal };
const done = (outcome: Outcome): PortAnswer => {
  if ("refused" in outcome) throw new Error(`refused: ${outcome.refused.message}`);
  return outcome.done;
};
const refused = (outcome: object): PortRefusal => (outcome as { refused: PortRefusal }).refused;
const create = async (id: string, more: object = {}) => done(await shop.ports.api.create({ id, cwd: garden, ...more }));
const begin = async (id: string, more: object = {}) => done(await shop.ports.api.start({ id, cwd: garden, ...more }));
const finish = async (id: string, more: object = {}) => done(await shop.ports.api.end({ id, cwd: garden, ...more }));
const show = async (id: string) => {
  const shown = await shop.ports.api.show({ id, cwd: garden });
  if ("refused" in shown) throw new Error(shown.refused.message);
  return shown.done;
};
const running = (session: string | null = null, where = garden) => shop.ports.running(where, session).map((port) => port.id);
const types = async () => (await shop.events.events({ after: 0 })).map((event) => event.event_type).filter((type) => type.startsWith("port_") || type === "dependency_resolved");

describe("a port's life", () => {
  it("is created, started and ended by events of the log, and is in the answer each time", async () => {
    expect((await create("login", { title: "로그인 고치기", priority: "high" })).port).toMatchObject({ id: "login", title: "로그인 고치기", state: "ready", project: garden, priority: "high", spent_ms: 0 });
    expect((await begin("login")).port).toMatchObject({ state: "running", session_id: null });
    shop.time.pass(90_000);
    expect((await show("login")).port.spent_ms).toBe(90_000);
    const ended = await finish("login");
    expect(ended.port).toMatchObject({ state: "done", spent_ms: 90_000 });
    expect(await types()).toEqual(["port_created", "port_started", "port_ended"]);
    const [last] = await shop.events.events({ event_type: "port_ended" });
    expect(last).toMatchObject({ id: ended.event_ids[0], source: "synthetic", trust: "verified", payload: { port_id: "login", project_dir: garden, outcome: "done", span_ms: 90_000 } });
  });

  it("belongs to the git top-level of the folder that is named, and to the folder where there is none", async () => {
    expect((await create("a", { cwd: path.join(garden, "src") })).port.project).toBe(garden);
    const plain = path.join(folder, "plain");
    fs.mkdirSync(plain);
    expect((await create("a", { cwd: plain })).port.project).toBe(plain);
    for (const cwd of ["src", ".", ""]) expect(refused(await shop.ports.api.create({ id: "b", cwd })), cwd).toMatchObject({ error: "no_project" });
  });

  it("paused it is ready again, and started again it is not over: time adds up", async () => {
    await create("a");
    await begin("a");
    shop.time.pass(10_000);
    expect((await finish("a", { outcome: "paused" })).port).toMatchObject({ state: "ready", spent_ms: 10_000 });
    shop.time.pass(5_000);
    await begin("a");
    shop.time.pass(1_000);
    expect((await finish("a")).port.spent_ms).toBe(11_000);
    await begin("a");
    expect((await show("a")).port).toMatchObject({ state: "running", ended_at: null, spent_ms: 11_000 });
  });

  it("what is so already is no event, and no error", async () => {
    await create("a");
    await begin("a");
    expect(await begin("a")).toMatchObject({ changed: false, event_ids: [] });
    await finish("a");
    expect(await finish("a")).toMatchObject({ changed: false, event_ids: [] });
    expect(await types()).toEqual(["port_created", "port_started", "port_ended"]);
  });

  it("an id that exists, one that does not, one that is none, one that looks like a secret", async () => {
    await create("a");
    expect(refused(await shop.ports.api.create({ id: "a", cwd: garden }))).toMatchObject({ error: "exists", state: "ready" });
    expect(refused(await shop.ports.api.start({ id: "b", cwd: garden }))).toMatchObject({ error: "unknown_port" });
    expect(refused(await shop.ports.api.create({ id: "Fix Login", cwd: garden }))).toMatchObject({ error: "bad_id", proposal: "fix-login" });
    expect(refused(await shop.ports.api.create({ id: `ghp_${"a1b2c3d4e5".repeat(4)}`.slice(0, 40), cwd: garden }))).toMatchObject({ error: "secret_id" });
    expect(await types()).toEqual(["port_created"]);
  });

  it("without a folder the only port of the name is meant; of two none", async () => {
    await create("a");
    expect(await shop.ports.api.show({ id: "a" })).toMatchObject({ done: { port: { id: "a", project: garden } } });
    await create("a", { cwd: project("lake") });
    expect(refused(await shop.ports.api.show({ id: "a" }))).toMatchObject({ error: "ambiguous" });
  });

  it("secrets in a title are masked wherever it stands", async () => {
    const secret = `ghp_${"Ab1Cd2Ef3G".repeat(4)}`.slice(0, 40);
    await create("a", { title: `use ${secret} here` });
    const everywhere = JSON.stringify([await shop.ports.api.list({}), await shop.events.events({ after: 0 }), await shop.portStore.all()]);
    expect(everywhere).not.toContain(secret);
    expect(everywhere).toContain("use ");
  });

  it("orders that come together are carried out one after the other: of two creations one is refused", async () => {
    const outcomes = await Promise.all([shop.ports.api.create({ id: "a", cwd: garden }), shop.ports.api.create({ id: "a", cwd: garden })]);
    expect(outcomes.map((outcome) => ("done" in outcome ? "done" : outcome.refused.error))).toEqual(["done", "exists"]);
  });
});

describe("which port counts for an edit", () => {
  it("G7: only a port of the session's own project, and with a session only for that session", async () => {
    const lake = project("lake");
    await create("a");
    await begin("a");
    await create("b", { cwd: lake });
    await begin("b", { cwd: lake, session_id: "S" });
    expect([running(), running("S"), running("T")]).toEqual([["a"], ["a"], ["a"]]);
    expect([running(null, lake), running("S", lake), running("T", lake)]).toEqual([[], ["b"], []]);
  });

  it("started by two sessions: refused with whose it is, and by force taken over while its time goes on", async () => {
    await create("a");
    await begin("a", { session_id: "A" });
    shop.time.pass(1_000);
    expect(refused(await shop.ports.api.start({ id: "a", cwd: garden, session_id: "B" }))).toMatchObject({ error: "other_session", session_id: "A" });
    expect(running("B")).toEqual([]);
    await begin("a", { session_id: "B", force: true });
    shop.time.pass(1_000);
    expect([running("A"), running("B")]).toEqual([[], ["a"]]);
    expect((await finish("a")).port.spent_ms).toBe(2_000);
    const [taken] = (await shop.events.events({ event_type: "port_started", limit: 1 }));
    expect(taken).toMatchObject({ session_id: "B", payload: { taken_from: "A" } });
  });

  it("before the table is read nobody can say that none runs", async () => {
    await create("a");
    await begin("a");
    await shop.close();
    shop = await startWorkshop(folder, { wall: shop.time.wall });
    expect(shop.ports.isKnown()).toBe(false);
    await shop.ports.api.list({});
    expect(shop.ports.isKnown()).toBe(true);
    expect(running()).toEqual(["a"]);
  });
});

describe("dependencies", () => {
  it("a start before they are done is refused with their names, unless forced", async () => {
    await create("a");
    await create("b", { depends_on: ["a"] });
    expect(refused(await shop.ports.api.start({ id: "b", cwd: garden }))).toMatchObject({ error: "waits", ids: ["a"] });
    expect((await begin("b", { force: true })).port).toMatchObject({ state: "running", waits_for: ["a"] });
  });

  it("a circle is refused with its names; what is not created yet is said", async () => {
    expect(await create("a", { depends_on: ["b"] })).toMatchObject({ unknown: ["b"], port: { waits_for: ["b"] } });
    expect(refused(await shop.ports.api.create({ id: "b", cwd: garden, depends_on: ["a"] }))).toMatchObject({ error: "circle", ids: ["b", "a", "b"] });
    expect(refused(await shop.ports.api.create({ id: "c", cwd: garden, depends_on: ["c"] }))).toMatchObject({ error: "circle", ids: ["c", "c"] });
  });

  it("the end of the last one tells each that waited, together with the end; a pause tells nobody", async () => {
    await create("a");
    await create("b");
    await create("c", { depends_on: ["a", "b"], title: "C" });
    await create("d", { depends_on: ["b"] });
    expect((await finish("a")).freed).toEqual([]);
    await begin("b");
    expect((await finish("b", { outcome: "paused" })).freed).toEqual([]);
    const last = await finish("b", { outcome: "dropped" });
    expect(last.freed).toEqual(["c", "d"]);
    const resolved = await shop.events.events({ event_type: "dependency_resolved" });
    expect(resolved.map((event) => event.payload)).toEqual([
      { port_id: "d", project_dir: garden, title: "d", resolved_by: "b" }, { port_id: "c", project_dir: garden, title: "C", resolved_by: "b" },
    ]);
    expect(last.event_ids).toHaveLength(3);
    await begin("c");
  });
});

describe("files it touched", () => {
  it("are those that its sessions edited while it ran, within the project, each once", async () => {
    await create("a");
    await shop.edit("S", garden, "before.ts");
    await begin("a", { session_id: "S" });
    await shop.edit("S", path.join(garden, "src"), "one.ts");
    await shop.edit("S", garden, "src/one.ts");
    await shop.edit("S", garden, "two.ts");
    await shop.edit("T", garden, "of-another-session.ts");
    await shop.edit("S", project("lake"), "elsewhere.ts");
    await shop.edit("S", garden, "../outside.ts");
    const { files, port } = await show("a");
    expect(files.map(({ path: file, edits }) => [file, edits])).toEqual([["src/one.ts", 2], ["two.ts", 1]]);
    expect(port.files).toBe(2);
    await finish("a");
    await shop.edit("S", garden, "after.ts");
    expect((await show("a")).port.files).toBe(2);
  });

  it("through a link to the project", async () => {
    const link = path.join(folder, "link");
    fs.symlinkSync(garden, link);
    await create("a");
    await begin("a");
    await shop.edit("S", link, "one.ts");
    expect((await show("a")).files.map((file) => file.path)).toEqual(["one.ts"]);
  });

  it("that somebody else names count too", async () => {
    await create("a");
    await begin("a");
    shop.ports.noteEdit(garden, "S", path.join(garden, "by-shell.txt"));
    expect((await show("a")).files.map((file) => file.path)).toEqual(["by-shell.txt"]);
  });

  it("heard of while nobody listened are found in the log, and none is counted twice", async () => {
    await create("a");
    await begin("a");
    await shop.edit("S", garden, "heard.ts");
    await show("a");
    await shop.close();
    const deaf = await startWorkshop(folder, { wall: shop.time.wall });
    deaf.ports.noteCommitted = () => {};
    await deaf.edit("S", garden, "unheard.ts");
    await deaf.edit("S", garden, "heard.ts");
    await deaf.events.close();
    shop = await startWorkshop(folder, { wall: shop.time.wall });
    expect((await show("a")).files.map(({ path: file, edits }) => [file, edits]).sort()).toEqual([["heard.ts", 2], ["unheard.ts", 1]]);
    await again();
    expect((await show("a")).files.map(({ path: file, edits }) => [file, edits]).sort()).toEqual([["heard.ts", 2], ["unheard.ts", 1]]);
  });
});

describe("time spent", () => {
  beforeEach(async () => {
    await create("a");
    await begin("a");
    shop.time.pass(60_000);
  });

  it("goes on over a restart", async () => {
    await again();
    shop.time.pass(30_000);
    expect((await show("a")).port).toMatchObject({ state: "running", spent_ms: 90_000 });
  });
  it.each([["back", -3_600_000], ["forward", 86_400_000]])("does not follow a clock that is set %s", async (_name, by) => {
    shop.time.set(by);
    expect((await show("a")).port.spent_ms).toBe(60_000);
    shop.time.pass(5_000);
    await again();
    expect((await show("a")).port.spent_ms).toBe(65_000);
    expect((await finish("a")).port.spent_ms).toBe(65_000);
  });
  it("is never less than nothing", async () => {
    await shop.close();
    shop = await startWorkshop(folder, { wall: shop.time.wall - 86_400_000 });
    expect((await finish("a")).port.spent_ms).toBe(0);
  });
});

describe("the list", () => {
  it("has running ones first, then the ready by priority, and those that ended only when asked for, newest first", async () => {
    for (const [id, priority] of [["low", "low"], ["old", "normal"], ["high", "high"], ["runs", "low"], ["gone", "normal"], ["done", "normal"]]) await create(id as string, { priority });
    await begin("runs");
    await finish("gone", { outcome: "dropped" });
    shop.time.pass(1);
    await finish("done");
    const ids = async (query: object) => (await shop.ports.api.list(query)).items.map((port: PortSummary) => port.id);
    expect(await ids({ cwd: garden })).toEqual(["runs", "high", "old", "low"]);
    expect(await ids({ cwd: garden, all: true })).toEqual(["runs", "high", "old", "low", "done", "gone"]);
    expect(await ids({ state: "dropped" })).toEqual(["gone"]);
    expect(await ids({ cwd: project("lake") })).toEqual([]);
    expect(await ids({ all: true, limit: 2 })).toEqual(["runs", "high"]);
  });
});

describe("what outlives what", () => {
  it("a deleted session takes no port with it: what ran for it alone pauses", async () => {
    await create("a");
    await begin("a", { session_id: "S" });
    await create("b");
    await begin("b");
    shop.time.pass(1_000);
    await shop.conversation.deleteSession("S");
    shop.ports.start();
    expect((await show("a")).port).toMatchObject({ state: "ready", session_id: null, spent_ms: 1_000 });
    expect(running()).toEqual(["b"]);
    expect(JSON.stringify(await shop.portStore.all())).not.toContain('"S"');
  });

  it("retention takes their events and leaves them", async () => {
    await create("a");
    await begin("a");
    shop.time.pass(40 * 86_400_000);
    await shop.conversation.prune({ days: 30, megabytes: null }, shop.time.wall);
    expect(await types()).toEqual([]);
    await again();
    await show("a");
    expect(running()).toEqual(["a"]);
  });

  it("an export brings them to another machine with their files; there nobody works on them", async () => {
    await create("a", { title: "A", depends_on: ["z"] });
    await begin("a", { force: true });
    await shop.edit("S", garden, "one.ts");
    shop.time.pass(5_000);
    await finish("a", { outcome: "paused" });
    await begin("a", { force: true });
    const lines: string[] = [];
    for await (const line of (await shop.conversation.exported({ what: "all", format: "jsonl" })) as AsyncIterable<string>) lines.push(line);
    await shop.close();
    fs.rmSync(path.join(folder, "events.db"));
    shop = await startWorkshop(folder, { wall: shop.time.wall });
    const text = async function* () {
      yield lines.join("");
    };
    expect(await shop.conversation.imported(text())).toMatchObject({ ports: 1, skipped: 0 });
    shop.ports.start();
    expect((await show("a")).port).toMatchObject({ state: "ready", title: "A", depends_on: ["z"], spent_ms: 5_000, session_id: null });
    expect((await show("a")).files.map((file) => file.path)).toEqual(["one.ts"]);
    expect(await shop.conversation.imported(text())).toMatchObject({ ports: 0, skipped: 0 });
  });
});

describe("killed at any moment", () => {
  it("table and log agree, what was acknowledged is there, and no edit is counted twice", async () => {
    await shop.close();
    const script = await bundle("../../ports/testing/working-child", folder);
    const acknowledged: string[] = [];
    for (const run of ["first", "second", "third"]) {
      const child = start(script, [folder, garden, run]);
      let text = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
      });
      await until(() => text.split("\n").length > 12);
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
      acknowledged.push(...text.split("\n").filter((line) => line !== ""));
    }
    shop = await startWorkshop(folder, { wall: Date.now() });
    const { items } = await shop.ports.api.list({ all: true, limit: 1000 });
    const told = new Map<string, string>();
    const after: Record<string, string> = { port_created: "ready", port_started: "running", port_ended: "done" };
    for (const event of await shop.events.tail(0, 1000)) if (after[event.event_type]) told.set(String(event.payload?.["port_id"]), after[event.event_type] as string);
    expect(Object.fromEntries(items.map((port) => [port.id, port.state]))).toEqual(Object.fromEntries(told));
    const rank = { created: 0, started: 1, ended: 2, ready: 0, running: 1, done: 2, dropped: 2 };
    for (const line of acknowledged) {
      const [what, id] = line.split(" ") as [keyof typeof rank, string];
      expect(rank[items.find((port) => port.id === id)?.state ?? "ready"], line).toBeGreaterThanOrEqual(rank[what]);
    }
    for (const port of items.filter((one) => one.state !== "ready")) for (const file of (await show(port.id)).files) expect(file.edits, `${port.id} ${file.path}`).toBe(1);
    // Each was started before the one in front of it was ended, so its own file was edited while it ran.
    for (const port of items.filter((one) => one.state === "done")) expect((await show(port.id)).files.map((file) => file.path)).toContain(`${port.id}.ts`);
  }, 60_000);
});
