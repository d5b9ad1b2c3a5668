/** `agent-mascot bridges`, as a process. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BridgeStatus } from "../schemas/generated/types.ts";
import { serveApp } from "./test-support/answering-app.ts";
import { buildForwarder } from "./test-support/built.ts";
import { temporaryFolder } from "./test-support/homes.ts";
import { run } from "./test-support/run.ts";

const built = buildForwarder();

const status = (bridge: BridgeStatus["bridge"], changes: Partial<BridgeStatus> = {}): BridgeStatus => ({ bridge, state: "idle", reason: null, since: null, next_try_at: null, pending: 0, oldest_at: null, aside: 0, carried: 0, last_carried_at: null, history: null, ...changes });

function person() {
  const folder = realpathSync(temporaryFolder());
  const home = join(folder, ".agent-mascot");
  const cli = (args: string[], lang = "C") => run(process.execPath, [built.cli, ...args], { cwd: folder, env: { HOME: folder, LANG: lang } });
  return { home, cli };
}

async function startApp(home: string, items: BridgeStatus[]): Promise<unknown[]> {
  const asked: unknown[] = [];
  await serveApp(home, ({ method, target, body }) => {
    asked.push(method === "GET" ? `${method} ${target}` : body);
    return { body: { items } };
  });
  return asked;
}

const TROUBLED = [status("discord", { aside: 2 }), status("postgres", { state: "stopped", reason: "postgres_wrong_password", pending: 7 }), status("opentelemetry", { state: "off" })];

test("how each stands is told in a line, in the person's language", async () => {
  const { home, cli } = person();
  await startApp(home, TROUBLED);
  expect((await cli(["bridges"])).stdout).toBe("Discord: everything is carried · waiting 0 · set aside 2\nPostgreSQL: stopped, see the page Bridges (it does not let us in) · waiting 7 · set aside 0\nOpenTelemetry: off\n");
  expect((await cli(["bridges", "status"], "ko_KR.UTF-8")).stdout).toContain("PostgreSQL: 멈춤. ‘바깥으로 잇기’ 페이지를 보세요 (들여보내 주지 않습니다) · 기다리는 것 7 · 따로 둔 것 0");
});

test("a bridge that is on and sends nothing says why", async () => {
  const { home, cli } = person();
  await startApp(home, [status("discord", { state: "stopped", reason: "discord_no_channel", pending: 4 }), status("postgres", { state: "unset", reason: "no_project" }), status("opentelemetry", { state: "unset", reason: "otel_nothing" })]);
  expect((await cli(["bridges"])).stdout).toBe(
    "Discord: stopped, see the page Bridges (no channel is set) · waiting 4 · set aside 0\nPostgreSQL: on, but nothing is sent (no project is chosen) · waiting 0 · set aside 0\nOpenTelemetry: on, but nothing is sent (neither traces nor figures are chosen) · waiting 0 · set aside 0\n",
  );
  const korean = (await cli(["bridges"], "ko_KR.UTF-8")).stdout;
  expect(korean).toContain("Discord: 멈춤. ‘바깥으로 잇기’ 페이지를 보세요 (정해진 채널이 없습니다)");
  expect(korean).toContain("PostgreSQL: 켜져 있지만 보내는 것이 없습니다 (고른 프로젝트가 없습니다)");
});

test("now tries what is stuck and nothing else; again sends what was set aside", async () => {
  const { home, cli } = person();
  const asked = await startApp(home, TROUBLED);
  await cli(["bridges", "now"]);
  await cli(["bridges", "again"]);
  expect(asked).toEqual(["GET /api/bridges", { bridge: "postgres", how: "now" }, "GET /api/bridges", { bridge: "discord", how: "again" }]);
});

test("without an app, or with another word, it fails and says so", async () => {
  const { cli } = person();
  const alone = await cli(["bridges"]);
  expect([alone.code === 0, alone.stderr === ""]).toEqual([false, false]);
  const odd = await cli(["bridges", "drop"]);
  expect([odd.code === 0, odd.stderr === ""]).toEqual([false, false]);
});
