import path from "node:path";
import { expect, test } from "@playwright/test";
import { type RunningApp, agentsOf, collectorFile, eventsOf, ingest, plainEnvironment } from "./support/app.ts";
import { run } from "./support/hooks.ts";
import { SharedScene } from "./support/shared-scene.ts";

const forwarder = path.resolve(import.meta.dirname, "../dist/forwarder/forward-to-mascot.mjs");
const started = '{"hook_type":"SubagentStart","session_id":"test","agent_name":"test-agent","team_name":"test-project","_meta":{"workspace_id":"test-project"}}';
const posted = '{"hook_type":"SubagentStart","session_id":"s1","agent_name":"worker-01","team_name":"my-project","_meta":{"workspace_id":"my-project","terminal_session_id":"t1","collected_at":"2026-02-20T15:00:00Z"}}';

test.describe("the commands that specification 1 gives people to try", () => {
  const shared = new SharedScene("commands", { mascots: "calm" });
  let home: string;
  let app: RunningApp;
  test.beforeEach(async () => {
    ({ home, app } = await shared.fresh());
  });
  test.afterAll(() => shared.clear());

  const shell = (command: string, env: Record<string, string> = {}) => run("/bin/bash", ["-c", command], "", plainEnvironment({ MASCOT_HOME: home, ...env }));
  const url = () => collectorFile(home)?.url as string;

  test("echo … | node forward-to-mascot.mjs brings the agent", async () => {
    const result = await shell(`echo '${started}' | node ${forwarder}`);
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await expect.poll(async () => (await agentsOf(home)).map((agent) => agent.agent_id)).toContain("test-project/test-agent");
    await expect((await app.mascots()).getByText("test-agent")).toBeVisible();
  });

  test("the same over TCP with MASCOT_COLLECTOR_URL", async () => {
    const result = await shell(`echo '${started}' | node ${forwarder}`, { MASCOT_COLLECTOR_URL: url() });
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await expect.poll(async () => (await eventsOf(home)).map((event) => event.trust)).toContain("verified");
  });

  test("curl /health says ok", async () => {
    expect((await shell(`curl -s ${url()}/health`)).stdout).toBe("ok");
  });

  test("curl -X POST /ingest stores the event and does not trust it", async () => {
    const result = await shell(`curl -s -X POST ${url()}/ingest -H 'Content-Type: application/json' -d '${posted}'`);
    expect(JSON.parse(result.stdout)).toEqual({ status: "stored", event_ids: [expect.stringMatching(/^evt_\d{8}_/)] });
    expect((await eventsOf(home)).at(-1)).toMatchObject({ event_type: "agent_started", agent_id: "my-project/worker-01", workspace_id: "my-project", terminal_session_id: "t1", trust: "unverified" });
  });

  test("text that is not JSON is refused with the reason", async () => {
    const answer = await ingest(home, "{not json");
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/JSON/);
  });

  test("the forwarder by hand says what is wrong and ends with 1", async () => {
    const result = await shell(`echo 'nonsense' | node ${forwarder}`);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^\[mascot-hook\] .+\n$/);
  });

  for (const payload of ["[]", "null", '"x"', "3", '{"hook_event_name":"Tomorrow","session_id":"s"}', `{"hook_event_name":"Stop","session_id":"s","__proto__":{"polluted":true}}`, `${"[".repeat(10_000)}${"]".repeat(10_000)}`]) {
    test(`the odd payload ${payload.slice(0, 40)} is answered and kept, and the app goes on`, async () => {
      const answer = await ingest(home, payload);
      expect(answer.status).toBe(200);
      expect((await answer.json()).event_ids.length).toBeGreaterThan(0);
      expect((await ingest(home, posted)).status).toBe(200);
    });
  }

  test("A17: the same payload twice within 20 ms is one event", async () => {
    const call = JSON.stringify({ hook_event_name: "PostToolUse", session_id: "s1", tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "" }, tool_use_id: "toolu_1", cwd: "/w" });
    const answers = await Promise.all([ingest(home, call), ingest(home, call)]);
    expect((await Promise.all(answers.map((answer) => answer.json()))).map((body) => body.status).sort()).toEqual(["duplicate", "stored"]);
  });
});
