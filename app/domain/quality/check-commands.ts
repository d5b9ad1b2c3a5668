/** Which checks (tests, builds, lint) a shell line makes, by the programs that it really runs: a `grep` for "npm test" makes none. */
import { type SimpleCommand, simpleCommands } from "./simple-commands.ts";

export type CheckKind = "test" | "build" | "lint";

export interface Check {
  kind: CheckKind;
  /** As people call it: `vitest`, `npm run build`, `go test`. */
  name: string;
  /** Where it stands in the line, as far as that decides what its exit code means. */
  at: CheckPlace;
}

export interface CheckPlace {
  /** The line's exit code is the check's own. */
  decides: boolean;
  /** The line cannot succeed when the check fails. */
  mustPass: boolean;
  /** Something before it may have failed instead. */
  afterOthers: boolean;
}

const DEEPEST = 2;

/** @returns in the order of the line; those in the background are left out, nobody waits for how they end */
export function checksOf(line: string): Check[] {
  return found(line, 0).map(({ kind, name, at }) => ({ kind, name, at }));
}

function found(line: string, depth: number): Check[] {
  const commands = simpleCommands(line);
  const strict = /(?:^|[;&\n])\s*set\s+-(?:[a-z]*e[a-z]*)\b/.test(line);
  const pipefail = /\bset\s+-[a-z]*o\s+pipefail\b/.test(line);
  return commands.flatMap((command, index) => {
    if (command.after === "&") return [];
    const words = ownWords(command.words);
    const place = placeOf(commands, index, strict, pipefail);
    const inner = depth < DEEPEST ? innerLine(words) : null;
    if (inner !== null) return found(inner, depth + 1).map((check) => ({ ...check, at: both(check.at, place) }));
    const check = checkOf(words);
    return check === null ? [] : [{ ...check, at: place }];
  });
}

function both(inner: CheckPlace, outer: CheckPlace): CheckPlace {
  return { decides: inner.decides && outer.decides, mustPass: inner.mustPass && outer.mustPass, afterOthers: inner.afterOthers || outer.afterOthers };
}

/** These fail seldom, and say so when they do. */
const HARMLESS = new Set(["cd", "pushd", "export", "set", "source", ".", "mkdir", "echo", "printf", "true", "clear", "sleep", "unset", "nvm"]);

function placeOf(commands: readonly SimpleCommand[], index: number, strict: boolean, pipefail: boolean): CheckPlace {
  const { after } = commands[index] as SimpleCommand;
  const piped = after === "|" && !pipefail;
  const rest = commands.slice(index).map((command) => command.after);
  const ends = rest.every((operator) => operator === null || operator === "|" || (operator === ";" && strict));
  const mustPass = !piped && rest.every((operator, i) => operator === null || operator === "&&" || (operator === "|" && (i > 0 || pipefail)) || (operator === ";" && strict));
  const before = commands.slice(0, index).some(({ words, after: then }) => (then === "&&" || strict) && !HARMLESS.has(ownWords(words)[0] ?? ""));
  return { decides: ends && !piped, mustPass, afterOthers: before };
}

/** Programs that run another one: how many words of their own follow. */
const PREFIXES: Record<string, (words: readonly string[]) => number> = {
  sudo: (words) => flags(words, 1), time: (words) => flags(words, 1), nohup: () => 1, exec: () => 1, command: () => 1, nice: (words) => flags(words, 1), stdbuf: (words) => flags(words, 1),
  env: (words) => assignments(words, flags(words, 1)), timeout: (words) => flags(words, 1) + 1, gtimeout: (words) => flags(words, 1) + 1, "xvfb-run": (words) => flags(words, 1), "dbus-run-session": (words) => flags(words, 1),
  npx: (words) => flags(words, 1), bunx: (words) => flags(words, 1), uvx: (words) => flags(words, 1), "cross-env": (words) => assignments(words, 1), dotenv: (words) => flags(words, 1),
};
/** The same in two words. */
const RUNNERS = new Set(["pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "npm exec", "bun x", "uv run", "poetry run", "pipenv run", "pdm run", "hatch run", "rye run", "bundle exec", "mise exec", "direnv exec"]);
const MOST_PREFIXES = 6;

function ownWords(words: readonly string[]): string[] {
  let own = words.slice(assignments(words, 0));
  for (let i = 0; i < MOST_PREFIXES && own.length > 0; i++) {
    const skip = Object.hasOwn(PREFIXES, own[0] ?? "") ? PREFIXES[own[0] as string]?.(own) : RUNNERS.has(`${own[0]} ${own[1]}`) ? flags(own, 2) : 0;
    if (!skip) break;
    own = own.slice(skip + assignments(own.slice(skip), 0));
  }
  return own;
}

function assignments(words: readonly string[], from: number): number {
  let at = from;
  while (/^[A-Za-z_][A-Za-z0-9_]*=/.test(words[at] ?? "")) at++;
  return at;
}

function flags(words: readonly string[], from: number): number {
  let at = from;
  while ((words[at] ?? "").startsWith("-")) at++;
  return at;
}

/** Of `bash -c "…"` and its like. */
function innerLine(words: readonly string[]): string | null {
  if (!/^(?:ba|z|da|k)?sh$/.test(baseOf(words[0]))) return null;
  const flag = words.findIndex((word, i) => i > 0 && /^-[a-z]*c$/.test(word));
  return flag > 0 ? (words[flag + 1] ?? null) : null;
}

export function baseOf(program: string | undefined): string {
  return (program ?? "").split(/[\\/]/).at(-1)?.replace(/\.(?:exe|cmd|bat|ps1)$/i, "").toLowerCase() ?? "";
}

type Found = { kind: CheckKind; name: string } | null;

/** Words that are neither flags nor their values, as far as one can tell. */
function plain(words: readonly string[]): string[] {
  return words.slice(1).filter((word) => !word.startsWith("-") && !word.startsWith("+"));
}

function checkOf(words: readonly string[]): Found {
  const program = baseOf(words[0]);
  const by = Object.hasOwn(BY_PROGRAM, program) ? BY_PROGRAM[program] : undefined;
  if (by === undefined) return pythonCheck(program, words);
  if (words.includes("--version") || words.includes("--help")) return null;
  return typeof by === "function" ? by(words, program) : { kind: by, name: program };
}

function named(kind: CheckKind, ...parts: (string | undefined)[]): Found {
  return { kind, name: parts.filter(Boolean).join(" ") };
}

const BY_SCRIPT: readonly [RegExp, CheckKind][] = [
  [/^(?:unit[-:]?|e2e|integration[-:]?)?tests?(?:$|[:.-])|[:.-]tests?$|^(?:e2e|spec|unit|vitest|jest)(?:$|[:.-])/, "test"],
  [/^(?:build|compile|typecheck|type-check|check-types|types|tsc)(?:$|[:.-])|[:.-](?:build|typecheck)$/, "build"],
  [/^(?:eslint|lint|stylelint)(?:$|[:.-])|[:.-]lint$|^format[:.-]check$/, "lint"],
];
/** Scripts that go on until they are stopped. */
const ENDLESS = /(?:^|[:.-])(?:watch|dev|serve|start|ui)$/;

function ofScript(script: string | undefined): CheckKind | null {
  if (script === undefined || ENDLESS.test(script)) return null;
  return BY_SCRIPT.find(([names]) => names.test(script))?.[1] ?? null;
}

/** Flags of package managers that take the next word. */
const MOST_WORDS = 16;
const TAKES_VALUE = new Set(["--filter", "-F", "--workspace", "-w", "--prefix", "-C", "--cwd", "--dir"]);

function packageManager(words: readonly string[], program: string): Found {
  const rest: string[] = [];
  for (let i = 1; i < words.length && rest.length < MOST_WORDS; i++) {
    const word = words[i] as string;
    if (word === "--") break;
    if (TAKES_VALUE.has(word)) i++;
    else if (!word.startsWith("-")) rest.push(word);
  }
  if (rest[0] === "workspace") rest.splice(0, 2);
  if (rest[0] === "exec" || rest[0] === "dlx" || rest[0] === "x") return checkOf(rest.slice(1));
  const [verb, script] = rest[0] === "run" || rest[0] === "run-script" ? ["run", rest[1]] : [rest[0], rest[0]];
  if (verb === "t" || verb === "tst") return named("test", program, "test");
  // npm knows no other scripts without `run`; the others do.
  if (program === "npm" && verb !== "run" && verb !== "test") return null;
  const kind = ofScript(script);
  if (kind !== null) return named(kind, program, verb === "run" && script !== "test" ? "run" : "", script);
  return program === "npm" || verb === "run" ? null : checkOf(rest);
}

const verbs = (table: Record<string, CheckKind>) => (words: readonly string[], program: string): Found => {
  const verb = plain(words).find((word) => Object.hasOwn(table, word.replace(/^:?(?:[\w-]+:)+/, "")));
  const key = verb?.replace(/^:?(?:[\w-]+:)+/, "");
  return key === undefined ? null : named(table[key] as CheckKind, program, key);
};

/** A compiler run by hand: without a file it only tells of itself. */
const compiler = (words: readonly string[], program: string): Found => (words.some((word) => /\.[A-Za-z]{1,4}$/.test(word) || word === "-c") ? named("build", program) : null);

const BY_PROGRAM: Record<string, CheckKind | ((words: readonly string[], program: string) => Found)> = {
  npm: packageManager, pnpm: packageManager, yarn: packageManager, bun: packageManager,
  vitest: (words) => (words.some((word) => word === "watch" || word === "--watch" || word === "bench") ? null : named("test", "vitest")),
  jest: "test", mocha: "test", ava: "test", tap: "test", jasmine: "test", karma: verbs({ start: "test" }), playwright: verbs({ test: "test" }), cypress: verbs({ run: "test" }),
  node: (words) => (words.includes("--test") ? named("test", "node --test") : null), deno: verbs({ test: "test", check: "build", lint: "lint", compile: "build" }), tsx: (words) => (words.includes("--test") ? named("test", "tsx --test") : null),
  pytest: "test", "py.test": "test", tox: "test", nox: "test", nose2: "test", behave: "test",
  go: verbs({ test: "test", build: "build", install: "build", vet: "lint" }), gotestsum: "test", ginkgo: "test", "golangci-lint": "lint", staticcheck: "lint",
  cargo: verbs({ test: "test", t: "test", nextest: "test", build: "build", b: "build", check: "build", c: "build", clippy: "lint" }), rustc: compiler,
  tsc: (words) => (words.includes("--watch") || words.includes("-w") || words.includes("--init") ? null : named("build", "tsc")), "vue-tsc": "build",
  vite: verbs({ build: "build" }), next: verbs({ build: "build", lint: "lint" }), nuxt: verbs({ build: "build" }), astro: verbs({ build: "build", check: "build" }), webpack: (words) => (words.includes("serve") || words.includes("--watch") ? null : named("build", "webpack")), rollup: "build",
  esbuild: "build", tsup: "build", ng: verbs({ build: "build", test: "test", lint: "lint" }), turbo: verbs({ build: "build", test: "test", lint: "lint", typecheck: "build" }), nx: verbs({ build: "build", test: "test", lint: "lint" }), lerna: verbs({ build: "build", test: "test" }),
  eslint: "lint", oxlint: "lint", stylelint: "lint", biome: verbs({ check: "lint", lint: "lint", ci: "lint" }), prettier: (words) => (words.includes("--check") || words.includes("-c") ? named("lint", "prettier") : null), standard: "lint", xo: "lint",
  ruff: (words) => (plain(words)[0] === "check" || (plain(words)[0] === "format" && words.includes("--check")) ? named("lint", "ruff") : null), flake8: "lint", pylint: "lint", mypy: "lint", pyright: "lint", black: (words) => (words.includes("--check") ? named("lint", "black") : null),
  shellcheck: "lint", rubocop: "lint", swiftlint: "lint", ktlint: "lint", checkstyle: "lint", hadolint: "lint", phpstan: "lint", phpcs: "lint", psalm: "lint",
  make: makeCheck, gmake: makeCheck, nmake: makeCheck, just: (words) => madeOf(plain(words)[0], "just"), task: (words) => madeOf(plain(words)[0], "task"),
  cmake: (words) => (words.includes("--build") ? named("build", "cmake") : null), ctest: "test", ninja: (words) => madeOf(plain(words)[0] ?? "build", "ninja"), meson: verbs({ test: "test", compile: "build" }), bazel: verbs({ test: "test", build: "build" }), buck2: verbs({ test: "test", build: "build" }),
  gradle: gradleCheck, gradlew: gradleCheck, mvn: mavenCheck, mvnw: mavenCheck, mvnd: mavenCheck, ant: verbs({ test: "test", build: "build", compile: "build" }), sbt: verbs({ test: "test", compile: "build" }), lein: verbs({ test: "test", compile: "build" }),
  dotnet: verbs({ test: "test", build: "build", publish: "build", vstest: "test" }), msbuild: "build", swift: verbs({ test: "test", build: "build" }), xcodebuild: (words) => named(words.includes("test") ? "test" : "build", "xcodebuild", words.includes("test") ? "test" : ""),
  rspec: "test", rake: verbs({ test: "test", spec: "test" }), rails: verbs({ test: "test" }), minitest: "test", cucumber: "test", phpunit: "test", pest: "test", artisan: verbs({ test: "test" }), composer: verbs({ test: "test" }),
  php: (words) => (baseOf(words[1]) === "artisan" && words[2] === "test" ? named("test", "artisan test") : /^(?:phpunit|pest)$/.test(baseOf(words[1])) ? named("test", baseOf(words[1])) : null),
  mix: verbs({ test: "test", compile: "build", credo: "lint" }), flutter: verbs({ test: "test", build: "build", analyze: "lint" }), dart: verbs({ test: "test", analyze: "lint", compile: "build" }), zig: verbs({ test: "test", build: "build" }), cabal: verbs({ test: "test", build: "build" }), stack: verbs({ test: "test", build: "build" }),
  bats: "test", busted: "test", gcc: compiler, "g++": compiler, clang: compiler, "clang++": compiler, cc: compiler, "c++": compiler, javac: compiler, kotlinc: compiler, docker: (words) => (plain(words)[0] === "build" || (plain(words)[0] === "buildx" && plain(words)[1] === "build") ? named("build", "docker build") : null),
};

function makeCheck(words: readonly string[], program: string): Found {
  const targets = words.slice(1).filter((word, i, all) => !word.startsWith("-") && !word.includes("=") && !/^-[CfIjl]$/.test(all[i - 1] ?? ""));
  return targets.length === 0 ? named("build", program) : (targets.map((target) => madeOf(target, program)).find((found) => found !== null) ?? null);
}

function madeOf(target: string | undefined, program: string): Found {
  if (target === undefined) return null;
  const kind = target === "check" ? "test" : target === "all" ? "build" : ofScript(target);
  return kind === null ? null : named(kind, program, program === "ninja" && target === "build" ? "" : target);
}

function gradleCheck(words: readonly string[]): Found {
  const task = plain(words).map((word) => word.split(":").at(-1) ?? "").find((name) => /^(?:.*[tT]est|check|build|assemble.*|compile.*|lint.*|detekt|ktlintCheck)$/.test(name));
  if (task === undefined) return null;
  return named(/[tT]est$|^check$/.test(task) ? "test" : /^(?:lint|detekt|ktlint)/.test(task) ? "lint" : "build", "gradle", task);
}

function mavenCheck(words: readonly string[]): Found {
  const goal = plain(words).find((word) => /^(?:test|verify|integration-test|compile|package|install|test-compile|surefire:test)$/.test(word));
  if (goal === undefined) return null;
  return named(/^(?:test|verify|integration-test|surefire:test)$/.test(goal) ? "test" : "build", "mvn", goal);
}

function pythonCheck(program: string, words: readonly string[]): Found {
  if (!/^(?:python|py)[\d.]*$/.test(program)) return null;
  const module = words.indexOf("-m");
  if (module > 0 && module < 4) {
    const run = words[module + 1] ?? "";
    if (run === "unittest") return named("test", "unittest");
    return run === program ? null : checkOf(words.slice(module + 1));
  }
  return baseOf(words[1]) === "manage.py" && words[2] === "test" ? named("test", "manage.py test") : null;
}
