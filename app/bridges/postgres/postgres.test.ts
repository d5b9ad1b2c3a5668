import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Interaction, PostgresRules, SessionRow } from "../../../schemas/generated/types.ts";
import { centralDatabase, SENDER } from "../testing/central-database.ts";
import { eventOf, MemoryOutbox } from "../testing/memory-outbox.ts";
import { makeCertificate, PASSWORD, PostgresServer } from "../testing/postgres-server.ts";
import { createPostgresCarrier, type PostgresCarrier } from "./carrier.ts";

const NOON = Date.UTC(2026, 10, 28, 12);
const server = centralDatabase();
const carriers: PostgresCarrier[] = [];

afterEach(async () => {
  for (const carrier of carriers.splice(0)) await carrier.close();
});

function carrierFor(changes: Partial<PostgresRules> = {}, password = PASSWORD, bounds = { connectMs: 2_000, queryMs: 5_000 }): PostgresCarrier {
  const rules: PostgresRules = { ...server().rules, projects: { "/home/kim/shop": "all", "/home/kim/quiet": "metadata", "/home/kim/talk": "text" }, ...changes };
  const carrier = createPostgresCarrier({ rules, password: async () => password, sender: async () => SENDER, projectOf: async (folder) => folder, now: () => NOON, bounds });
  carriers.push(carrier);
  return carrier;
}

async function drain(store: MemoryOutbox, carrier: PostgresCarrier) {
  const items = await store.take("postgres", carrier.batch);
  const carried = await carrier.carry(items);
  await store.settle("postgres", [...carried.settled, ...carried.passed]);
  await store.setAside("postgres", carried.aside);
  return carried;
}

const sessionRow = (id: string, project: string, prompts = 1): SessionRow => ({
  session_id: id, provider: "claude", project, cwd: project, model: "m", source: "startup", title: "secret plan", state: "active", started_at: NOON - 1_000, last_at: NOON, ended_at: null, end_reason: null, trust: "verified", tty: null,
  parent_pid: null, start_time: null, fingerprint: null, first_prompt: "do it", summary: null,
  stats: { prompts, replies: 1, tool_calls: 2, failures: 0, tools: {}, files: [], input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 },
});
const interaction = (id: string, project: string, changes: Partial<Interaction> = {}): Interaction => ({
  seq: 1, id, user_id: "local", session_id: "s", agent_id: "s", role: "user", content: "the words", skill_name: "user_prompt", skill_args: null, metadata: { thinking: "thoughts" }, turn_id: null, project, ts: NOON, ...changes,
});

function fill(store: MemoryOutbox, project = "/home/kim/shop", events = 3): void {
  store.put({ kind: "session", session: sessionRow("s", project) });
  store.put({ kind: "interaction", interaction: interaction("i1", project) });
  store.put({ kind: "interaction", interaction: interaction("i2", project, { skill_name: "Bash", role: "assistant", content: "ls output", skill_args: { command: "ls" } }) });
  for (let n = 0; n < events; n++) store.putEvent(eventOf("tool_started", { tool_name: "Bash", input: { command: `echo ${n}` } }), project);
}

const count = async (table: string) => Number((await server().ask<{ n: string }>(`SELECT count(*) AS n FROM semo.${table}`))[0]?.n);

describe("the central database", () => {
  it.each<[string, Partial<PostgresRules>, string | null]>([["a shared project", {}, null], ["no shared project", { projects: {} }, "no_project"], ["no server", { host: "" }, "postgres_incomplete"]])("with %s: what the settings lack", (_, changes, lacks) => {
    expect(carrierFor(changes).lacks).toBe(lacks);
  });

  it("that does not answer is asked nothing for rows of projects that are not shared, which are passed over", async () => {
    const store = new MemoryOutbox();
    fill(store);
    store.put({ kind: "gone" });
    expect(await drain(store, carrierFor({ port: 1, projects: {} }))).toEqual({ settled: [], passed: [1, 2, 3, 4, 5, 6, 7], aside: [], trouble: null });
    fill(store);
    fill(store, "/home/kim/elsewhere", 0);
    expect(await drain(store, carrierFor({ port: 1 }))).toMatchObject({ settled: [], passed: [14, 15, 16], trouble: { reason: "postgres_away" } });
  });

  it("is made when it is not there, and filled: sessions, interactions, events by month", async () => {
    const store = new MemoryOutbox();
    fill(store);
    expect(await drain(store, carrierFor())).toMatchObject({ aside: [], trouble: null });
    expect(store.rows).toEqual([]);
    expect(await server().ask("SELECT member, machine, project, title, prompts FROM semo.sessions")).toEqual([{ member: "Kim", machine: "desk", project: "shop", title: "secret plan", prompts: 1 }]);
    expect(await server().ask("SELECT role, content, skill_name, skill_args FROM semo.interaction_logs ORDER BY skill_name DESC")).toEqual([
      { role: "user", content: "the words", skill_name: "user_prompt", skill_args: null }, { role: "assistant", content: "ls output", skill_name: "Bash", skill_args: { command: "ls" } },
    ]);
    expect(await server().ask("SELECT tableoid::regclass::text AS part, count(*)::int AS n FROM semo.events GROUP BY 1")).toEqual([{ part: "semo.events_2026_11", n: 3 }]);
  });

  it("has each row once, however often it is sent, and the newest state of what changed", async () => {
    const store = new MemoryOutbox();
    fill(store);
    const rows = [...store.rows];
    const carrier = carrierFor();
    await drain(store, carrier);
    store.rows = [...rows, ...rows.map((row) => ({ ...row }))];
    store.put({ kind: "session", session: sessionRow("s", "/home/kim/shop", 7) });
    expect(await drain(store, carrier)).toMatchObject({ aside: [], trouble: null });
    expect([await count("sessions"), await count("interaction_logs"), await count("events")]).toEqual([1, 2, 3]);
    expect(await server().ask("SELECT prompts FROM semo.sessions")).toEqual([{ prompts: 7 }]);
  });

  it("gets no more than the person chose: figures, words, or all, and nothing of projects that are not listed", async () => {
    const store = new MemoryOutbox();
    for (const project of ["/home/kim/quiet", "/home/kim/talk", "/home/kim/unlisted"]) {
      store.put({ kind: "session", session: sessionRow(`of ${project.split("/").at(-1)}`, project) });
      store.put({ kind: "interaction", interaction: interaction(`p${project}`, project) });
      store.put({ kind: "interaction", interaction: interaction(`t${project}`, project, { skill_name: "Bash", content: "output", skill_args: { command: "cat plan" } }) });
      store.putEvent(eventOf("user_prompt", { text: "the words" }), project);
      store.putEvent(eventOf("tool_started", { tool_name: "Bash", input: { command: "cat plan" } }), project);
    }
    await drain(store, carrierFor());
    expect(store.rows).toEqual([]);
    const everything = async (project: string) => JSON.stringify([await server().ask("SELECT * FROM semo.sessions WHERE project = $1", [project]), await server().ask("SELECT * FROM semo.interaction_logs WHERE project = $1", [project]), await server().ask("SELECT * FROM semo.events WHERE project = $1", [project])]);
    const [quiet, talk, unlisted] = [await everything("quiet"), await everything("talk"), await everything("unlisted")];
    expect(unlisted).toBe("[[],[],[]]");
    for (const word of ["the words", "secret plan", "cat plan", "output\"", "thoughts", "/home/kim"]) expect(quiet).not.toContain(word);
    expect(quiet).toContain('"tool_name":"Bash"');
    expect(talk).toContain("the words");
    for (const word of ["cat plan", "thoughts", "/home/kim"]) expect(talk).not.toContain(word);
  });

  it("takes what no text may hold: NUL, half of a pair, a clock gone wrong", async () => {
    const store = new MemoryOutbox();
    store.put({ kind: "interaction", interaction: interaction("odd", "/home/kim/shop", { content: "a\u0000b\ud83dc", metadata: { result: "x\u0000\udc00" } }) });
    store.putEvent(eventOf("tool_started", { tool_name: "\u0000\ud83d" }, { ts: "1970-01-01T00:00:00.000Z" }), "/home/kim/shop");
    expect(await drain(store, carrierFor())).toMatchObject({ aside: [], trouble: null });
    expect(await server().ask("SELECT content FROM semo.interaction_logs")).toEqual([{ content: "ab\ufffdc" }]);
    expect(await server().ask("SELECT tableoid::regclass::text AS part FROM semo.events")).toEqual([{ part: "semo.events_other" }]);
  });

  it("has every sign of a text as it was", async () => {
    const words = ["NULL", "", "{a,b}", 'said "no"', "C:\\dir\\", "line\nline\r\n\ttab", "\u2028 \u0001 \u007f", "'; DROP TABLE semo.events; --", "콩에 물 주기 🫘"];
    const store = new MemoryOutbox();
    words.forEach((content, n) => store.put({ kind: "interaction", interaction: interaction(`w${n}`, "/home/kim/shop", { content, turn_id: content, metadata: { [content]: content }, ts: NOON + n }) }));
    expect(await drain(store, carrierFor())).toMatchObject({ aside: [], trouble: null });
    const rows = await server().ask<{ content: string; turn_id: string; metadata: object }>("SELECT content, turn_id, metadata - 'length' AS metadata FROM semo.interaction_logs ORDER BY at");
    expect(rows).toEqual(words.map((content) => ({ content, turn_id: content, metadata: { [content]: content } })));
  });

  it("a row that it refuses is set aside alone", async () => {
    const store = new MemoryOutbox();
    await drain(store, carrierFor());
    fill(store, "/home/kim/shop", 20);
    await carrierFor().tryOut();
    await server().ask("ALTER TABLE semo.events ADD CONSTRAINT no_sevens CHECK (payload->'input'->>'command' <> 'echo 7')");
    const carried = await drain(store, carrierFor());
    expect(carried).toMatchObject({ aside: [{ reason: "postgres_refused" }], trouble: null });
    expect(await count("events")).toBe(19);
  });

  it("tells the team who works where, and today's figures", async () => {
    const store = new MemoryOutbox();
    fill(store);
    const carrier = carrierFor();
    await drain(store, carrier);
    expect(await carrier.team(NOON - 3_600_000)).toEqual({
      reason: null, now: [{ member: "Kim", machine: "desk", project: "shop", state: "active", title: "secret plan", last_at: NOON }],
      today: [{ member: "Kim", sessions: 1, prompts: 1, replies: 1, tool_calls: 2, failures: 0, tokens: 15 }],
    });
    expect((await carrier.team(NOON + 1)).today).toEqual([]);
  });

  it("two who bring it up at one moment end with one schema and all rows", async () => {
    const stores = [new MemoryOutbox(), new MemoryOutbox(), new MemoryOutbox()];
    for (const store of stores) fill(store);
    for (let round = 0; round < 4; round++) await Promise.all(stores.map((store) => drain(store, carrierFor())));
    expect(stores.map(({ rows }) => rows.length)).toEqual([0, 0, 0]);
    expect(await server().ask("SELECT version FROM semo.schema_versions")).toEqual([{ version: 1 }]);
  });

  it("a role with the documented rights and no more can do all of it", async () => {
    await carrierFor().tryOut();
    await server().ask("DROP ROLE IF EXISTS mascot_writer").catch(() => undefined);
    await server().ask("CREATE ROLE mascot_writer LOGIN PASSWORD 'writer-of-tests'");
    for (const line of (await documentedGrants())) await server().ask(line);
    const store = new MemoryOutbox();
    fill(store);
    const carrier = carrierFor({ user: "mascot_writer" }, "writer-of-tests");
    for (let round = 0; round < 2; round++) expect(await drain(store, carrier)).toMatchObject({ aside: [], trouble: null });
    fill(store);
    expect(await drain(store, carrier)).toMatchObject({ aside: [], trouble: null });
    expect((await carrier.team(0)).reason).toBeNull();
    const client = carrierFor({ user: "mascot_writer" }, "writer-of-tests");
    await client.tryOut();
    expect(await server().ask("SELECT has_table_privilege('mascot_writer', 'semo.events', 'DELETE') AS may, has_table_privilege('mascot_writer', 'semo.events', 'SELECT') AS reads")).toEqual([{ may: false, reads: false }]);
    await server().ask("DROP OWNED BY mascot_writer");
    await server().ask("DROP ROLE mascot_writer");
  });
});

/** From the page that administrators read. */
async function documentedGrants(): Promise<string[]> {
  const { readFile } = await import("node:fs/promises");
  const page = await readFile(new URL("../../../docs/central-postgres.md", import.meta.url), "utf8");
  return [...page.matchAll(/^GRANT .*;$/gm)].map(([line]) => line);
}

describe("a database that is not well", () => {
  const troubleWith = async (carrier: PostgresCarrier) => {
    const store = new MemoryOutbox();
    fill(store);
    const carried = await drain(store, carrier);
    expect(store.rows).toHaveLength(6);
    return carried.trouble;
  };

  it("O11: killed in the middle of a batch: nothing is lost or doubled, and it goes on when the server is back", async () => {
    const store = new MemoryOutbox();
    const carrier = carrierFor();
    await carrier.tryOut();
    fill(store, "/home/kim/shop", 500);
    await server().ask("CREATE FUNCTION semo.slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$");
    await server().ask("CREATE TRIGGER slow BEFORE INSERT ON semo.events FOR EACH ROW EXECUTE FUNCTION semo.slow()");
    const cut = drain(store, carrier);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await server().fall();
    expect((await cut).trouble).toMatchObject({ next: "wait" });
    expect(store.rows).toHaveLength(503);
    expect((await drain(store, carrier)).trouble).toMatchObject({ next: "wait", reason: "postgres_away" });
    await server().rise();
    await server().ask("DROP TRIGGER slow ON semo.events");
    expect(await drain(store, carrier)).toMatchObject({ aside: [], trouble: null });
    expect([await count("events"), store.rows.length]).toEqual([500, 0]);
  }, 60_000);

  it("its disk is full: waited for, and said so", async () => {
    await carrierFor().tryOut();
    await server().ask("CREATE FUNCTION semo.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$");
    await server().ask("CREATE TRIGGER full_disk BEFORE INSERT ON semo.events FOR EACH ROW EXECUTE FUNCTION semo.full()");
    expect(await troubleWith(carrierFor())).toMatchObject({ next: "wait", reason: "postgres_disk_full" });
    expect(await count("sessions")).toBe(0);
  });

  it("its schema is of a newer app: nothing is written, a person is told", async () => {
    await carrierFor().tryOut();
    await server().ask("INSERT INTO semo.schema_versions (version) VALUES (999)");
    expect(await troubleWith(carrierFor())).toEqual({ next: "stop", reason: "postgres_newer" });
  });

  it.each(["host", "database", "user"] as const)("its %s was left empty: a person is told, and the environment fills nothing in", async (field) => {
    vi.stubEnv("PGHOST", server().rules.host).stubEnv("PGDATABASE", server().rules.database).stubEnv("PGUSER", server().rules.user);
    try {
      expect(await troubleWith(carrierFor({ [field]: " " }))).toEqual({ next: "stop", reason: "postgres_incomplete" });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("a wrong password, an unknown database and a role without rights stop it", async () => {
    expect(await troubleWith(carrierFor({}, "wrong"))).toEqual({ next: "stop", reason: "postgres_wrong_password" });
    expect(await troubleWith(carrierFor({ database: "nowhere" }))).toEqual({ next: "stop", reason: "postgres_no_database" });
    await server().ask("CREATE ROLE stranger LOGIN PASSWORD 'stranger-of-tests'");
    expect(await troubleWith(carrierFor({ user: "stranger" }, "stranger-of-tests"))).toEqual({ next: "stop", reason: "postgres_no_schema" });
    await server().ask("DROP ROLE stranger");
  });

  it("O11: a black hole is left within the bounds, before and after the connection stands", async () => {
    const sockets: Socket[] = [];
    const hole: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => hole.listen(0, "127.0.0.1", resolve));
    const began = Date.now();
    expect(await troubleWith(carrierFor({ port: (hole.address() as AddressInfo).port }, PASSWORD, { connectMs: 300, queryMs: 300 }))).toMatchObject({ next: "wait", reason: "postgres_away" });
    expect(Date.now() - began).toBeLessThan(3_000);
    for (const socket of sockets) socket.destroy();
    hole.close();
    const carrier = carrierFor({}, PASSWORD, { connectMs: 2_000, queryMs: 400 });
    await carrier.tryOut();
    await server().ask("CREATE FUNCTION semo.stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$");
    await server().ask("CREATE TRIGGER stuck BEFORE INSERT ON semo.sessions FOR EACH ROW EXECUTE FUNCTION semo.stuck()");
    expect(await troubleWith(carrier)).toMatchObject({ next: "wait" });
  });
});

describe("over a network", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "postgres-tls-"));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([["good", 30, null], ["expired", -1, "postgres_certificate_expired"]])("a certificate that is %s", async (_name, days, reason) => {
    const { ca, cert, key } = await makeCertificate(folder, days);
    const secure = await PostgresServer.start({ tls: { cert, key } });
    try {
      const store = new MemoryOutbox();
      fill(store);
      const carried = await drain(store, carrierFor({ port: secure.port, ca_file: ca }));
      expect(carried.trouble?.reason ?? null).toBe(reason);
      if (reason !== null) return;
      expect(await secure.ask("SELECT count(*)::int AS n FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'agent-mascot' AND s.ssl")).toEqual([{ n: 1 }]);
      fill(store);
      // Signed by nobody that the system trusts, and no file of certificates that says otherwise.
      const { tlsFor } = await import("./connection.ts");
      expect(await tlsFor({ ...server().rules, host: "db.example.com" })).toEqual({ rejectUnauthorized: true, servername: "db.example.com" });
    } finally {
      await secure.close();
    }
  }, 60_000);

  it("a server without TLS gets neither password nor rows", async () => {
    const { ca } = await makeCertificate(folder, 30);
    const store = new MemoryOutbox();
    fill(store);
    expect((await drain(store, carrierFor({ ca_file: ca }))).trouble).toEqual({ next: "stop", reason: "postgres_no_tls" });
  });

  it.each(["relative.pem", "/nowhere/ca.pem", "/dev/zero", tmpdir(), new URL(import.meta.url).pathname])("%s is no file of certificates: a person is told, and nothing waits for it", async (ca_file) => {
    const store = new MemoryOutbox();
    fill(store);
    expect((await drain(store, carrierFor({ ca_file }))).trouble).toEqual({ next: "stop", reason: "postgres_ca_file" });
  });

  it("a certificate of another authority is refused", async () => {
    const { cert, key } = await makeCertificate(folder, 30);
    const secure = await PostgresServer.start({ tls: { cert, key } });
    try {
      const other = await mkdtemp(join(tmpdir(), "postgres-ca-"));
      const { ca } = await makeCertificate(other, 30);
      const store = new MemoryOutbox();
      fill(store);
      expect((await drain(store, carrierFor({ port: secure.port, ca_file: ca }))).trouble).toEqual({ next: "stop", reason: "postgres_certificate" });
      await rm(other, { recursive: true });
    } finally {
      await secure.close();
    }
  }, 60_000);
});
