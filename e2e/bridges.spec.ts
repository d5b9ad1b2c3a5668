import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { DiscordServer, TOKEN } from "../app/bridges/testing/discord-server.ts";
import { PASSWORD, PostgresServer } from "../app/bridges/testing/postgres-server.ts";
import { attributesOf, OtlpReceiver } from "../app/bridges/testing/otlp-receiver.ts";
import { clearScene, hookIn, repositoryIn, type Scene, setScene } from "./support/scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");
const CHANNEL = "700000000000000001";

let scene: Scene;
let garden: string;
let discord: DiscordServer;
let postgres: PostgresServer;

test.beforeEach(async () => {
  fs.mkdirSync(shots, { recursive: true });
  discord = await DiscordServer.start();
  discord.channels.set(CHANNEL, { kind: "text", allowed: true });
  postgres = await PostgresServer.start();
  scene = await setScene("bridges-work", { env: { MASCOT_DISCORD_API: discord.base }, mascots: "hidden" });
  garden = repositoryIn(scene.work, "garden");
});

test.afterEach(async () => {
  await clearScene(scene);
  await discord.close();
  await postgres.close();
});

test("a person turns on Discord and the central database, and a session of the chosen project is in both; no secret lies in the settings or comes back to the window", async () => {
  await scene.hooks.fire(hookIn(garden, "SessionStart", "before", { source: "startup" }), {}, garden);
  await (await scene.app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "bridges" }));
  const page = await scene.app.window("dashboard.html");
  await expect(page.getByRole("heading", { name: "Bridges", level: 2 })).toBeVisible();
  const card = page.getByRole("region", { name: "Discord" });
  const central = page.getByRole("region", { name: "Central PostgreSQL" });
  await card.getByLabel("Bot token").fill(TOKEN);
  await card.getByRole("button", { name: "Keep it" }).click();
  await expect(card.getByPlaceholder("is set", { exact: true })).toBeVisible();
  await card.getByLabel(/^Channel number/).fill(CHANNEL);
  await card.getByLabel(/^Channel number/).blur();
  await card.getByRole("switch", { name: garden }).click();
  await card.getByRole("switch", { name: "Tell Discord of sessions" }).click();
  await card.getByRole("button", { name: "Try the connection" }).click();
  await expect(card.getByText("It works: mascot-bot")).toBeVisible();

  await central.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await central.getByLabel("Port number", { exact: true }).fill(String(postgres.port));
  await central.getByLabel("Database", { exact: true }).fill("postgres");
  await central.getByLabel("User", { exact: true }).fill("owner");
  await central.getByRole("button", { name: "Save" }).click();
  await central.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await central.getByRole("button", { name: "Keep it" }).click();
  await central.getByRole("combobox", { name: garden }).selectOption("text");
  await central.getByRole("switch", { name: "Copy the record into the central database" }).click();

  await scene.hooks.fire(hookIn(garden, "SessionStart", "S", { source: "startup" }), {}, garden);
  await scene.hooks.fire(hookIn(garden, "UserPromptSubmit", "S", { prompt: "water the beans" }), {}, garden);
  await scene.hooks.fire(hookIn(garden, "Stop", "S", { last_assistant_message: "The beans are watered." }), {}, garden);
  await expect.poll(() => [...discord.threads.values()].map(({ name }) => name)).toContain("garden · water the beans");
  const thread = [...discord.threads.values()].find(({ name }) => name.includes("beans"));
  await expect.poll(() => discord.said(thread?.id ?? "").join("\n")).toContain("The beans are watered.");
  await expect.poll(async () => (await postgres.ask<{ content: string }>("SELECT content FROM semo.interaction_logs ORDER BY at").catch(() => [])).map(({ content }) => content)).toEqual(["water the beans", "The beans are watered."]);
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.getByRole("region", { name: "Team" }).getByText("water the beans")).toBeVisible();
  await page.screenshot({ path: path.join(shots, "bridges.png"), fullPage: true });

  const state = await page.evaluate(() => window.mascot.bridges());
  for (const text of [JSON.stringify(state), fs.readFileSync(path.join(scene.home, "settings.json"), "utf8")]) for (const secret of [TOKEN, PASSWORD]) expect(text).not.toContain(secret);
  expect(fs.statSync(path.join(scene.home, "secrets.json")).mode & 0o077).toBe(0);
  expect(discord.violations).toBe(0);
});

test("a person turns on OpenTelemetry: a session is a trace at the receiver; the command line and the doctor tell how bridges stand, and a word goes into a session's thread", async () => {
  const receiver = await OtlpReceiver.start();
  try {
    await scene.hooks.fire(hookIn(garden, "SessionStart", "before", { source: "startup" }), {}, garden);
    await (await scene.app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "bridges" }));
    const page = await scene.app.window("dashboard.html");
    const card = page.getByRole("region", { name: "OpenTelemetry" });
    await card.getByLabel(/^Address of the receiver/).fill("http://elsewhere.example.com:4318");
    await expect(card.getByText("https://…, or http:// on this computer")).toBeVisible();
    await expect(card.getByRole("button", { name: "Save" })).toBeDisabled();
    await card.getByLabel(/^Address of the receiver/).fill(receiver.endpoint);
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByLabel("Headers with your key").fill("Authorization=Bearer%20only-for-tests");
    await card.getByRole("button", { name: "Keep it" }).click();
    await expect(card.getByPlaceholder("is set", { exact: true })).toBeVisible();
    await card.getByRole("combobox", { name: garden }).selectOption("metadata");
    await card.getByRole("switch", { name: "Send sessions by OpenTelemetry" }).click();
    await card.getByRole("button", { name: "Try the connection" }).click();
    await expect(card.getByText(`It works: ${receiver.endpoint}`)).toBeVisible();

    const call = { tool_name: "Bash", tool_use_id: "toolu_1", tool_input: { command: "echo watered" } };
    await scene.hooks.fire(hookIn(garden, "SessionStart", "S", { source: "startup" }), {}, garden);
    await scene.hooks.fire(hookIn(garden, "UserPromptSubmit", "S", { prompt: "water the beans" }), {}, garden);
    await scene.hooks.fire(hookIn(garden, "PreToolUse", "S", call), {}, garden);
    await scene.hooks.fire(hookIn(garden, "PostToolUse", "S", { ...call, tool_response: { stdout: "watered" } }), {}, garden);
    await scene.hooks.fire(hookIn(garden, "Stop", "S", { last_assistant_message: "The beans are watered." }), {}, garden);
    await scene.hooks.fire(hookIn(garden, "SessionEnd", "S", { reason: "other" }), {}, garden);
    await expect.poll(() => receiver.spans.map(({ name }) => name).sort(), { timeout: 20_000 }).toEqual(["execute_tool Bash", "session", "turn"]);
    expect(receiver.faults).toEqual([]);
    const tool = receiver.spans.find(({ name }) => name === "execute_tool Bash");
    expect(tool?.parentSpanId).toBe(receiver.spans.find(({ name }) => name === "turn")?.spanId);
    expect(attributesOf(tool?.attributes ?? [])).toMatchObject({ "mascot.project": "garden", "gen_ai.tool.name": "Bash" });
    expect(receiver.requests.every(({ headers }) => headers.authorization === "Bearer only-for-tests")).toBe(true);
    const sent = receiver.requests.map(({ body }) => body).join("");
    for (const word of ["water the beans", "The beans are watered", "echo watered", garden]) expect(sent).not.toContain(word);

    receiver.instead(/traces/, (response) => (response.writeHead(401).end(), true));
    await scene.hooks.fire(hookIn(garden, "SessionStart", "T", { source: "startup" }), {}, garden);
    await scene.hooks.fire(hookIn(garden, "SessionEnd", "T", { reason: "other" }), {}, garden);
    await expect(card.getByText("Stopped: this needs you.")).toBeVisible({ timeout: 20_000 });
    await expect(card.getByText("The receiver does not accept the key.")).toBeVisible();
    const cli = (...words: string[]) => runCli(scene.home, words);
    expect((await cli("bridges")).stdout).toMatch(/OpenTelemetry: stopped, see the page Bridges \(it does not let us in\) · waiting [1-9]/);
    expect((await cli("doctor")).stdout).toMatch(/✗ Bridges: OpenTelemetry has stopped: it does not let us in/);
    receiver.mend();
    expect((await cli("bridges", "now")).code).toBe(0);
    await expect.poll(async () => (await cli("bridges")).stdout, { timeout: 20_000 }).toContain("OpenTelemetry: everything is carried");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(() => window.mascot.changeSettings({ locale: "ko" }));
    await expect(page.getByRole("heading", { name: "바깥으로 잇기", level: 2 })).toBeVisible();
    await page.screenshot({ path: path.join(shots, "bridges-dark-ko.png"), fullPage: true });
  } finally {
    await receiver.close();
  }
});

test("a bridge that has nowhere to send to says so, on the page and the command line, and counts nothing as carried; what a chosen project said waits for its channel", async () => {
  await (await scene.app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "bridges" }));
  const page = await scene.app.window("dashboard.html");
  await page.evaluate(async ([project, token]) => {
    await window.mascot.setBridgeSecret({ name: "discord_token", value: token });
    const { rules } = await window.mascot.bridges();
    await window.mascot.changeBridges({
      discord: { ...rules.discord, enabled: true, channel: null, projects: { [project]: { channel: null } } },
      postgres: { ...rules.postgres, enabled: true, host: "127.0.0.1", port: 1, database: "postgres", user: "owner" },
      opentelemetry: { ...rules.opentelemetry, enabled: true, endpoint: "http://127.0.0.1:1" },
    });
  }, [garden, TOKEN] as const);
  const standing = (name: string) => page.getByRole("region", { name }).locator(".bridge-standing");
  await expect(standing("Discord")).toContainText("On, but nothing is sent. No channel is set");
  await scene.hooks.fire(hookIn(garden, "SessionStart", "S", { source: "startup" }), {}, garden);
  await scene.hooks.fire(hookIn(garden, "UserPromptSubmit", "S", { prompt: "water the beans" }), {}, garden);
  await scene.hooks.fire(hookIn(garden, "Stop", "S", { last_assistant_message: "The beans are watered." }), {}, garden);
  await expect(standing("Discord")).toContainText("Stopped: this needs you. No channel is set");
  for (const name of ["Central PostgreSQL", "OpenTelemetry"]) await expect(standing(name)).toContainText("On, but nothing is sent. No project is chosen.");
  const told = async () => (await runCli(scene.home, ["bridges"])).stdout;
  await expect.poll(told, { timeout: 20_000 }).toMatch(/Discord: stopped, see the page Bridges \(no channel is set\) · waiting [1-9].*\nPostgreSQL: on, but nothing is sent \(no project is chosen\) · waiting 0 .*\nOpenTelemetry: on, but nothing is sent \(no project is chosen\) · waiting 0/);
  expect((await page.evaluate(() => window.mascot.bridges())).bridges.map(({ carried, last_carried_at }) => [carried, last_carried_at])).toEqual([[0, null], [0, null], [0, null]]);

  const card = page.getByRole("region", { name: "Discord" });
  await card.getByLabel(/^Channel number/).fill(CHANNEL);
  await card.getByLabel(/^Channel number/).blur();
  await expect.poll(() => [...discord.threads.values()].map(({ id }) => discord.said(id).join("\n")).join()).toContain("The beans are watered.");
  await expect(standing("Discord")).toContainText("Everything is carried.");
  await page.evaluate(() => window.mascot.changeSettings({ locale: "ko" }));
  await expect(standing("OpenTelemetry")).toContainText("켜져 있지만 보내는 것이 없습니다. 고른 프로젝트가 없습니다.");
});

function runCli(home: string, words: readonly string[]): Promise<{ code: number; stdout: string }> {
  const program = path.resolve(import.meta.dirname, "../dist/forwarder/agent-mascot.mjs");
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, LANG: "C.UTF-8", MASCOT_HOME: home, CLAUDE_CONFIG_DIR: path.join(home, "client-config") };
  return new Promise((resolve) => execFile(process.execPath, [program, ...words], { env, cwd: home }, (error, stdout) => resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout })));
}
