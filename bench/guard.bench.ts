/**
 * The guard of edits: how long a tool call waits for its verdict, against the same call while nobody guards; and the worst of commands made to be slow to read.
 *   npm run bench -- --only=guard
 */
import { request } from "node:http";
import { join } from "node:path";
import { shellWrites } from "../app/domain/guard/shell/shell-writes.ts";
import { type RunningMascot, withFolder, withMascot } from "./support/apps.ts";
import { bench, compared, type Measurement, type Report, rounded } from "./support/report.ts";
import { inTurn, quantile } from "./support/statistics.ts";

const CALLS = 400;
const HOSTILE_BYTES = 100_000;
const HOSTILE_ROUNDS = 5;

/** As agents write them: most write nothing. */
const COMMANDS = [
  "cat > src/a.ts <<'EOF'\nexport const a = 1;\nEOF", "npm test 2>&1 | tail -20", "sed -i 's/a/b/' src/a.ts && git diff", "python3 - <<'EOF'\nfrom pathlib import Path\nPath('a').write_text('x')\nEOF",
  "grep -rn 'a > b' src | head", "for f in src/*.ts; do echo $f; done > list.txt", "git status && git log --oneline -5", "bash -lc 'echo hi > f'",
];

const PIECES: Record<string, string> = {
  substitutions: "$(", "back-quotes": "`", subshells: "(", "quoted substitutions": '"$(', branches: "if a; then ", pipes: "a|", lists: "a&&", "here-documents": "cat <<A <<B\n", "here-strings": "<<<", "brace lists": "{a,", arithmetic: "$((",
  wrappers: "sudo env ", slices: "${a:", "quoted parameters": '"${a:-', "loops in parameters": "for ((${a:", "documents on one line": "<<A ", redirections: ">a", conditions: "elif a; then b; ", writes: "rm a;", evals: "eval ", assignments: "a=$a ", "process substitutions": "<(", "shells in shells": "bash -c ", parameters: "${a:-", cases: "case a in ",
};

/** What is little text and stands for much. */
const GROWN: Record<string, string> = {
  "variables of variables": `a=${"x".repeat(10)};${Array.from({ length: 20 }, (_, n) => `${letter(n + 1)}=${`$${letter(n)}`.repeat(10)};`).join("")}${"rm $u;".repeat(16_000)}`,
  "code in a variable": `x='${"open(a, ".repeat(2_400)}';${'python -c "$x";'.repeat(5_000)}`, "scripts in a variable": `x='${"rm a;".repeat(6_000)}';${"eval $x;".repeat(8_000)}`, "a long variable": `x='${"x".repeat(50_000)}';${'rm "$x$x";'.repeat(5_000)}`,
  "a long folder": `cd ${"x".repeat(50_000)} && ${"rm x && ".repeat(6_000)} ls`, "patterned names": `rm ${`.${"*a".repeat(100)} `.repeat(490)}`, "brace lists side by side": `rm ${"{a,b}{c,d}{e,f}{g,h}{i,j}{k,l} ".repeat(3_000)}`, "a document": `cat <<A\n${"${a:-".repeat(250)}${"x".repeat(98_000)}\nA\n`,
};

function letter(n: number): string {
  return String.fromCharCode(97 + n);
}

function hostileTexts(): [string, string][] {
  return [...Object.entries(PIECES).map(([name, piece]): [string, string] => [name, piece.repeat(Math.floor(HOSTILE_BYTES / piece.length))]), ...Object.entries(GROWN)];
}

function post(app: RunningMascot, path: string, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Host: "localhost" };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: app.socket, method: "POST", path, headers }, (response) => {
      response.resume().on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))));
    });
    sent.on("error", reject).end(body);
  });
}

/** @returns ms of each call */
async function calls(app: RunningMascot, cwd: string, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const payload = { hook_event_name: "PreToolUse", session_id: name, cwd, tool_name: "Bash", tool_use_id: `${name}-${n}`, tool_input: { command: COMMANDS[n % COMMANDS.length] }, _meta: { client_pid: process.pid, project_dir: cwd } };
    const from = performance.now();
    await post(app, "/ingest", payload);
    times.push(performance.now() - from);
  }
  return times;
}

async function verdicts(): Promise<Measurement[]> {
  return withFolder((folder) =>
    withMascot(join(folder, "home"), async (app) => {
      const p95 = async (mode: "strict" | "off") => {
        await post(app, "/api/guard", { mode });
        return quantile(await calls(app, folder, mode), 0.95);
      };
      const times = await inTurn({ strict: () => p95("strict"), off: () => p95("off") }, 3, 1);
      const best = (name: "strict" | "off") => quantile(times[name] as number[], 0.5);
      return [compared({ id: "guard.decision", what: "a tool call waits for the guard's verdict, p95", figure: best("strict"), unit: "ms", samples: 3 * CALLS, baseline: { what: "nobody guards", figure: best("off") } })];
    }),
  );
}

function hostile(): Measurement {
  let worst = { name: "", ms: 0 };
  const texts = hostileTexts();
  for (const [name, text] of texts) {
    const times = Array.from({ length: HOSTILE_ROUNDS }, () => {
      const from = performance.now();
      shellWrites(text);
      return performance.now() - from;
    });
    const ms = quantile(times, 0.5);
    if (ms > worst.ms) worst = { name, ms };
  }
  return { id: "guard.hostile", what: `the slowest of ${texts.length} hostile commands of 100 KB is read: ${worst.name}`, figure: rounded(worst.ms), unit: "ms", samples: HOSTILE_ROUNDS };
}

async function measure(): Promise<Report> {
  return { measurements: [...(await verdicts()), hostile()] };
}

bench(measure);
