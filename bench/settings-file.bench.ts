/**
 * What a person waits for when hooks are put into a settings file: the edit with copy, lock, fsync and look behind it, for a file as people have them and for one of
 * two megabytes; and the whole command line, which starts Node first.
 *   npm run bench -- --only=settings-file
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { installHooks, prepareHome, uninstallHooks } from "../forwarder/settings/install.ts";
import { planHooks } from "../forwarder/settings/plan.ts";
import { plainPath, withFolder } from "./support/apps.ts";
import { bench, compared, type Report, rounded } from "./support/report.ts";
import { inTurn, median } from "./support/statistics.ts";

const ROUNDS = 11;
const forwarder = join(process.cwd(), "dist", "forwarder");

/** Permissions, hooks of other tools, a status line. */
function settings(rules: number): string {
  const others = Object.fromEntries(["PreToolUse", "PostToolUse", "Stop", "Notification"].map((event) => [event, [{ matcher: "Bash", hooks: [{ type: "command", command: "say done", timeout: 5 }] }]]));
  return `${JSON.stringify({ theme: "dark", permissions: { allow: Array.from({ length: rules }, (_, n) => `Bash(tool-${n} --some argument:*)`) }, hooks: others, statusLine: { type: "command", command: "x" } }, null, 2)}\n`;
}

interface Place {
  file: string;
  home: string;
}

function placeIn(folder: string, name: string, rules: number): Place {
  const place = { file: join(folder, name, ".claude", "settings.json"), home: join(folder, name, "home") };
  mkdirSync(join(folder, name, ".claude"), { recursive: true });
  writeFileSync(place.file, settings(rules));
  return place;
}

function install({ file, home }: Place): number {
  const plan = planHooks({ platform: "linux", home, node: process.execPath, clientVersion: "2.1.332" });
  if (!plan.ok) throw new Error(plan.reason);
  const from = performance.now();
  prepareHome(home, forwarder);
  const done = installHooks({ scope: "user", file, home, hooks: plan.hooks, createFolder: false, acceptShrunk: false, now: new Date() });
  const ms = performance.now() - from;
  if (!done.ok || !done.changed) throw new Error(`not installed: ${JSON.stringify(done).slice(0, 200)}`);
  const undone = uninstallHooks({ file, home, now: new Date() });
  if (!undone.ok) throw new Error("not taken out");
  return ms;
}

function commandLine({ file, home }: Place): number {
  const env = { PATH: plainPath(), HOME: homedir(), MASCOT_HOME: home, CLAUDE_CONFIG_DIR: join(file, "..") };
  const run = (word: string, more: string[] = []) => {
    const done = spawnSync(process.execPath, [join(forwarder, "agent-mascot.mjs"), "hooks", word, "--yes", ...more], { env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${done.stderr}${done.stdout}`);
  };
  const from = performance.now();
  run("install", ["--client-version", "2.1.332"]);
  const ms = performance.now() - from;
  run("uninstall");
  return ms;
}

async function measure(): Promise<Report> {
  return withFolder(async (folder) => {
    const [usual, large, typed] = [placeIn(folder, "usual", 40), placeIn(folder, "large", 50_000), placeIn(folder, "typed", 40)];
    const node = () => {
      const from = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      return performance.now() - from;
    };
    const times = await inTurn({ usual: async () => install(usual), large: async () => install(large), typed: async () => commandLine(typed), node: async () => node() }, ROUNDS, 1);
    const baseline = { what: "node -e 0", figure: median(times.node as number[]) };
    return {
      measurements: [
        compared({ id: "hooks.install", what: "agent-mascot hooks install, the whole command", figure: median(times.typed as number[]), unit: "ms", samples: ROUNDS, baseline }),
        { id: "hooks.install_edit", what: "the edit alone, in a file as people have them", figure: rounded(median(times.usual as number[])), unit: "ms", samples: ROUNDS },
        { id: "hooks.install_large", what: "the edit alone, in a file of two megabytes", figure: rounded(median(times.large as number[])), unit: "ms", samples: ROUNDS },
      ],
    };
  });
}

bench(measure);
