import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { DiscordServer, TOKEN } from "../app/bridges/testing/discord-server.ts";
import { PASSWORD, PostgresServer } from "../app/bridges/testing/postgres-server.ts";
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
  scene = await setScene("bridges-work", { MASCOT_DISCORD_API: discord.base });
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
