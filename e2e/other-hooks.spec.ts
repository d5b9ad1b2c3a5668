import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { eventsOf, hideMascots, newHome, removeHome, RunningApp } from "./support/app.ts";
import { cli } from "./support/hooks.ts";
import { spawnSync } from "node:child_process";

const shots = path.resolve(import.meta.dirname, "../test-results");
const THEIRS = '{\r\n\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "echo mine" } ] } ] }\r\n}';

let home: string;
let app: RunningApp | null = null;

test.beforeEach(() => {
  home = newHome();
  hideMascots(home);
});
test.afterEach(async () => {
  await app?.quit();
  app = null;
  removeHome(home);
});

test("another agent's hooks are shown, put in after a yes, heard as a mascot of its own, and taken out to the byte", async () => {
  const person = path.join(home, "person");
  const file = path.join(person, ".codex", "hooks.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, THEIRS);
  const config = path.join(path.dirname(file), "config.toml");
  fs.writeFileSync(config, '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "true"\n');
  app = await RunningApp.start(home, { HOME: person, CODEX_HOME: path.dirname(file) });
  await cli(home, []);
  const page = await app.window("dashboard.html");
  await page.getByRole("button", { name: "Hooks", exact: true }).click();
  const product = page.getByRole("group", { name: "Codex CLI" });
  await expect(product).toHaveAttribute("data-state", "absent");
  await expect(page.getByText(/Not found on this computer: .*Gemini CLI/)).toBeVisible();

  await product.getByRole("button", { name: /^Install hooks/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(file)).toBeVisible();
  expect(fs.readFileSync(file, "utf8")).toBe(THEIRS);
  await page.screenshot({ path: path.join(shots, "other-hooks-preview.png") });
  await dialog.getByRole("button", { name: "Install hooks" }).click();
  await expect(product).toHaveAttribute("data-state", "installed");
  await expect(product.getByText(/asks you to review/)).toBeVisible();
  await expect(product.getByText(`warns at every start that ${config} holds hooks, too`)).toBeVisible();
  expect((await cli(home, ["hooks", "status"], { HOME: person, CODEX_HOME: path.dirname(file) })).stdout).toContain(`warns at every start that ${config} holds hooks, too`);
  await page.screenshot({ path: path.join(shots, "other-hooks.png"), fullPage: true });

  const written = JSON.parse(fs.readFileSync(file, "utf8")) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
  const payload = { session_id: "s-codex", turn_id: "1", cwd: person, hook_event_name: "UserPromptSubmit", prompt: "build it" };
  const ran = spawnSync("bash", ["-lc", written.hooks["UserPromptSubmit"]?.[0]?.hooks[0]?.command as string], { input: JSON.stringify(payload), encoding: "utf8", env: { PATH: process.env["PATH"], HOME: person } });
  expect(ran).toMatchObject({ status: 0, stdout: "", stderr: "" });
  await expect.poll(async () => (await eventsOf(home)).filter(({ provider }) => provider === "codex").map(({ event_type }) => event_type)).toContain("user_prompt");

  await product.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove hooks" }).click();
  await expect(product).toHaveAttribute("data-state", "absent");
  expect(fs.readFileSync(file, "utf8")).toBe(THEIRS);
});
