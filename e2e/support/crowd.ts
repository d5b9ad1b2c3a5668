import { type RunningApp, ingest } from "./app.ts";

const PROJECTS = ["garden", "bakery", "lighthouse", "orchard", "harbour"];
const STEPS: readonly [string, Record<string, unknown>][] = [
  ["Edit", { file_path: "/work/src/hedge.ts" }], ["Bash", { command: "npm test" }], ["Read", { file_path: "/work/README.md" }], ["Grep", { pattern: "TODO" }], ["WebFetch", { url: "https://example.org/docs" }],
];

/** Sessions at work in several projects, every fourth of them with two helpers, until there are so many agents. */
export async function crowd(app: RunningApp, count: number, projects = PROJECTS.length): Promise<void> {
  const tell = (payload: Record<string, unknown>) => ingest(app.home, payload);
  let agents = 0;
  for (let n = 0; agents < count; n += 1) {
    const [tool_name, tool_input] = STEPS[n % STEPS.length] as (typeof STEPS)[number];
    const who = { session_id: `crowd-${n}`, cwd: `/work/${PROJECTS[n % projects]}` };
    await tell({ ...who, hook_event_name: "UserPromptSubmit", prompt: "go on" });
    await tell({ ...who, hook_event_name: "PreToolUse", tool_name, tool_input, tool_use_id: `toolu_crowd_${n}` });
    agents += 1;
    for (let helper = 0; n % 4 === 0 && helper < 2 && agents < count; helper += 1, agents += 1) {
      await tell({ ...who, hook_event_name: "SubagentStart", agent_id: `helper-${n}-${helper}`, agent_type: "Explore" });
    }
  }
}
