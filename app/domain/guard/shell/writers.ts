/** Programs that change files, and what of their arguments names the files. Reading `man` pages is how each line came to be; what is not here runs unguarded. */
import { mayNameRules, PERSONS_RULES, PROJECT_FILE } from "../rules-file.ts";
import type { ShellWord } from "./shell-word.ts";
import { gitWrites } from "./git.ts";
import { argumentsOf, has, valuesOf } from "./options.ts";
import { sedDoings } from "./sed-script.ts";
import { NOWHERE, type Writer, type Written } from "./written.ts";

const written = (paths: ShellWord[]): Written | null => (paths.length > 0 ? { paths } : null);

/** Every operand is written to. */
const operands = (...valued: string[]): Writer => (words) => written(argumentsOf(words, valued).operands);

/** The last operand is, unless an option names the folder; with `moves` the others go away. */
function lastOperand(folderOptions: readonly string[], valued: readonly string[], moves = false): Writer {
  return (words) => {
    const found = argumentsOf(words, [...folderOptions, ...valued]);
    const folders = valuesOf(found, ...folderOptions);
    const targets = folders.length > 0 ? folders : found.operands.slice(-1);
    const sources = folders.length > 0 ? found.operands : found.operands.slice(0, -1);
    const paths = moves ? [...sources, ...targets] : targets;
    return paths.length === 0 ? null : { paths, ...(moves ? { removes: true } : {}), lands: landings(sources, targets) };
  };
}

/** In a folder a file keeps its name: of those that could be the rules it is worth knowing, and one says as much as many. */
function landings(sources: readonly ShellWord[], targets: readonly ShellWord[]): ShellWord[] {
  const names = new Set(sources.flatMap(({ text }) => (mayNameRules(text) ? [text.slice(text.lastIndexOf("/") + 1)] : [])));
  const [name, ...more] = names;
  if (name === undefined) return [];
  return targets.map((target) => ({ text: `${target.text}/${more.length === 0 ? name : PROJECT_FILE}`, literal: target.literal }));
}

/** A link takes the place of its name, and with one operand here; a hard link lets the file be written elsewhere. */
const links: Writer = (words) => {
  const one = argumentsOf(words, ["-t", "--target-directory", "-S"]).operands;
  const found = lastOperand(["-t", "--target-directory"], ["-S"])(words);
  const isSymbolic = has(argumentsOf(words, ["-S"]), "-s", "--symbolic");
  const here = one.length === 1 ? landings(one, [{ text: ".", literal: true }]) : [];
  return found && { ...found, lands: [...(found.lands ?? []), ...here, ...(isSymbolic ? [] : one.filter(({ text }) => mayNameRules(text)))] };
};

const removing = (...valued: string[]): Writer => (words) => {
  const { operands: paths } = argumentsOf(words, valued);
  return paths.length > 0 ? { paths, removes: true } : null;
};

/** Out of a container or a machine; into one is elsewhere. */
const copiesOut: Writer = (words) => {
  const at = words.findIndex(({ text }) => text === "cp");
  if (at < 0 || at > 1) return null;
  const target = argumentsOf(words.slice(at + 1), ["-n", "--namespace", "-c", "--container"]).operands[1];
  return target === undefined || target.text === "-" || /^[^/.][^/]*:/.test(target.text) ? null : { paths: [target] };
};

/** In place only when asked. */
function inPlace(flags: readonly string[], valued: readonly string[], scriptIsOperandUnless: readonly string[]): Writer {
  return (words) => {
    const found = argumentsOf(words, valued);
    if (!has(found, ...flags)) return null;
    return { paths: has(found, ...scriptIsOperandUnless) ? found.operands : found.operands.slice(1) };
  };
}

/** Packs or unpacks the file itself, unless it only tells or goes to the output. */
const squeezes: Writer = (words) => {
  const found = argumentsOf(words, ["-S"]);
  return has(found, "-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test") ? null : written(found.operands);
};

const outputOption = (names: readonly string[], valued: readonly string[] = []): Writer => (words) => written(valuesOf(argumentsOf(words, [...names, ...valued]), ...names));

const THE_RULES: Written = { paths: [{ text: PERSONS_RULES, literal: true }] };

/** What the app itself looks to is the person's: its rules, its end, its hooks. */
const agentMascot: Writer = (words) => {
  const [group, word] = argumentsOf(words, ["--scope"]).operands;
  if (group?.text === "guard") return word !== undefined && word.text !== "status" ? THE_RULES : null;
  return group?.text === "quit" || (group?.text === "hooks" && word?.text === "uninstall") ? THE_RULES : null;
};

/** Orders to the running app that go around its command. Reading is anybody's. */
const RULES_ADDRESS = /\/api\/guard\b/;
const SENDS = /^(?:-[a-zA-Z]*[XdFT].*|--request(?:=.*)?|--data.*|--json(?:=.*)?|--form.*|--upload-file.*|--post-.*|--method(?:=.*)?|--body-.*|--raw(?:=.*)?|POST|PUT|PATCH|DELETE|\w+:?=.+)$/;

function asksForOtherRules(words: readonly ShellWord[]): boolean {
  return words.some(({ text }) => RULES_ADDRESS.test(text)) && words.some(({ text }) => SENDS.test(text));
}

const WRITERS: Record<string, Writer> = {
  "agent-mascot": agentMascot,
  tee: operands(),
  sponge: operands(),
  touch: operands("-d", "-t", "-r"),
  truncate: operands("-s", "-r", "--size"),
  rm: removing(),
  rmdir: removing(),
  unlink: operands(),
  shred: operands("-n", "-s"),
  cp: lastOperand(["-t", "--target-directory"], ["-S"]),
  mv: lastOperand(["-t", "--target-directory"], ["-S"], true),
  ln: links,
  install: lastOperand(["-t", "--target-directory"], ["-m", "-o", "-g", "-S"]),
  rsync: (words) => {
    const found = lastOperand([], ["-e", "--exclude", "--include", "--files-from", "--filter"])(words);
    return found && { ...found, ...(words.some(({ text }) => /^--del/.test(text)) ? { removes: true } : {}) };
  },
  scp: lastOperand([], ["-P", "-i", "-o", "-F", "-l", "-c", "-J"]),
  dd: (words) => written(words.filter(({ text }) => text.startsWith("of=")).map(({ text, literal }) => ({ text: text.slice(3), literal }))),
  sed,
  gsed: sed,
  yq: inPlace(["-i", "--inplace"], ["-o", "-p", "--from-file"], ["--from-file"]),
  sort: outputOption(["-o", "--output"], ["-k", "-t", "-S", "-T"]),
  iconv: outputOption(["-o", "--output"], ["-f", "-t"]),
  split: () => NOWHERE,
  csplit: () => NOWHERE,
  patch: (words) => {
    const found = argumentsOf(words, ["-p", "-i", "-o", "-d", "-r", "-F", "--input", "--output", "--directory"]);
    return has(found, "--dry-run", "-C", "--check") ? null : { paths: [...found.operands.slice(0, 1), ...valuesOf(found, "-o", "--output")] };
  },
  ed: operands(),
  ex: operands("-c"),
  nano: operands(),
  vi: operands("-c", "-S", "-u"),
  vim: operands("-c", "-S", "-u"),
  nvim: operands("-c", "-S", "-u"),
  emacs: operands("-f", "-l", "--eval"),
  gzip: squeezes, gunzip: squeezes, bzip2: squeezes, bunzip2: squeezes, xz: squeezes, unxz: squeezes, zstd: squeezes, unzstd: squeezes,
  tar: unpacksTar,
  unzip: (words) => {
    const found = argumentsOf(words, ["-d", "-x"]);
    return has(found, "-l", "-t", "-p", "-c", "-v", "-Z") ? null : { paths: valuesOf(found, "-d") };
  },
  "7z": (words) => (words[0] && /^[xe]$/.test(words[0].text) ? NOWHERE : words[0]?.text === "a" ? written(argumentsOf(words).operands.slice(1, 2)) : null),
  bsdtar: unpacksTar,
  curl: (words) => {
    if (asksForOtherRules(words)) return THE_RULES;
    const found = argumentsOf(words, CURL_VALUES);
    if (has(found, "-O", "--remote-name", "--remote-name-all", "-J")) return { paths: valuesOf(found, "--output-dir") };
    return written(valuesOf(found, "-o", "--output").filter(({ text }) => text !== "-"));
  },
  wget: (words) => {
    if (asksForOtherRules(words)) return THE_RULES;
    const found = argumentsOf(words, ["-O", "-P", "-o", "-a", "-U", "--output-document", "--directory-prefix", "--header"]);
    const to = valuesOf(found, "-O", "--output-document");
    if (has(found, "--spider") || to.some(({ text }) => text === "-" || text === "/dev/null")) return null;
    return { paths: [...to, ...valuesOf(found, "-P", "--directory-prefix")] };
  },
  http: asked, https: asked, xh: asked, curlie: asked,
  git: gitWrites,
  docker: copiesOut, podman: copiesOut, nerdctl: copiesOut, kubectl: copiesOut, oc: copiesOut,
  xxd: (words) => {
    const found = argumentsOf(words, ["-c", "-g", "-l", "-o", "-s", "-n", "-R"]);
    return has(found, "-r") ? written(found.operands.slice(1)) : null;
  },
  zip: (words) => written(argumentsOf(words, ["-x", "-i"]).operands.slice(0, 1)),
  openssl: (words) => written(words.filter((_, at) => words[at - 1]?.text === "-out")),
  gpg: outputOption(["-o", "--output"], ["-u", "-r"]),
  uudecode: outputOption(["-o"]),
  fallocate: operands("-l", "-o"),
  rename: (words) => written(argumentsOf(words).operands.slice(1)),
  prename: (words) => written(argumentsOf(words).operands.slice(1)),
  dos2unix: operands(), unix2dos: operands(),
  cpio: (words) => (has(argumentsOf(words), "-i", "--extract") ? NOWHERE : null),
  prettier: (words) => (has(argumentsOf(words), "-w", "--write") ? { paths: argumentsOf(words).operands } : null),
  gofmt: inPlace(["-w"], ["-r"], ["-w"]),
  goimports: inPlace(["-w"], ["-local"], ["-w"]),
  "clang-format": inPlace(["-i"], [], ["-i"]),
  rustfmt: (words) => (has(argumentsOf(words), "--check") ? null : NOWHERE),
  black: (words) => (has(argumentsOf(words), "--check", "--diff") ? null : { paths: argumentsOf(words).operands }),
  isort: (words) => (has(argumentsOf(words), "--check", "--check-only", "--diff", "-c") ? null : { paths: argumentsOf(words).operands }),
  cargo: (words) => (words[0]?.text === "fmt" ? (words.some(({ text }) => text === "--check") ? null : NOWHERE) : words[0]?.text === "fix" || words.some(({ text }) => text === "--fix") ? NOWHERE : null),
  go: (words) => (words[0]?.text === "fmt" ? NOWHERE : null),
  ruff: (words) => (words[0]?.text === "format" && !has(argumentsOf(words), "--check", "--diff") ? NOWHERE : words[0]?.text === "check" && has(argumentsOf(words), "--fix", "--fix-only") ? NOWHERE : null),
  shfmt: inPlace(["-w", "--write"], ["-i", "-ln", "-filename"], ["-w", "--write"]),
  autopep8: inPlace(["-i", "--in-place"], [], ["-i", "--in-place"]),
  sd: (words) => (has(argumentsOf(words), "-p", "--preview") ? null : written(argumentsOf(words).operands.slice(2))),
  rubocop: (words) => (has(argumentsOf(words), "-a", "-A", "--auto-correct", "--autocorrect", "--autocorrect-all") ? NOWHERE : null),
  "ast-grep": (words) => (has(argumentsOf(words), "-U", "--update-all") ? NOWHERE : null),
  apply_patch: () => NOWHERE,
};

function asked(words: readonly ShellWord[]): Written | null {
  return asksForOtherRules(words) ? THE_RULES : null;
}

/** Its script may write files and run commands of its own. */
function sed(words: readonly ShellWord[]): Written | null {
  const valued = ["-e", "-f", "--expression", "--file", "-l"];
  const found = argumentsOf(words, valued);
  const given = valuesOf(found, "-e", "--expression");
  const code = given.length > 0 ? given : has(found, "-f", "--file") ? [] : found.operands.slice(0, 1);
  const doings = has(found, "--sandbox") ? { writes: [], runs: [] } : sedDoings(code.map(({ text }) => text).join("\n"));
  const paths = [...(inPlace(["-i", "-I", "--in-place"], valued, valued.slice(0, 4))(words)?.paths ?? []), ...doings.writes.map((text) => ({ text, literal: true }))];
  const isInPlace = has(found, "-i", "-I", "--in-place");
  if (!isInPlace && paths.length === 0 && doings.runs.length === 0) return null;
  return { paths, ...(doings.runs.length > 0 ? { runs: doings.runs.map((text) => ({ text: text ?? "", literal: text !== null })), runsOnly: !isInPlace && paths.length === 0 } : {}) };
}

const CURL_VALUES = ["-o", "--output", "--output-dir", "-H", "--header", "-d", "--data", "--data-raw", "--data-binary", "-X", "--request", "-u", "-A", "-e", "-b", "-c", "-F", "-T", "-m", "--max-time", "-w", "-x", "--url", "-K"];

/** The old way puts the letters first without a dash: `tar xzf a.tgz`. */
function unpacksTar(words: readonly ShellWord[]): Written | null {
  const [first] = words;
  const dashed = first && !first.text.startsWith("-") ? [{ ...first, text: `-${first.text}` }, ...words.slice(1)] : words;
  const found = argumentsOf(dashed, ["-f", "-C", "--file", "--directory"]);
  if (has(found, "-x", "--extract", "--get")) return has(found, "-O", "--to-stdout") ? null : { paths: valuesOf(found, "-C", "--directory") };
  return has(found, "-c", "-r", "-u", "--create", "--append", "--update") ? written(valuesOf(found, "-f", "--file").filter(({ text }) => text !== "-")) : null;
}

/** Asked of any program: formatters and code mods spell it alike. */
const REWRITING = new Set(["--write", "--fix", "--in-place", "--inplace", "--apply-unsafe", "--autofix", "--autocorrect", "--fix-only"]);

/** @param program its name without folders; @param words its arguments */
export function writtenBy(program: string, words: readonly ShellWord[]): Written | null {
  if (onlyTells(program, words)) return null;
  if (Object.hasOwn(WRITERS, program)) return WRITERS[program]?.(words) ?? null;
  return words.some(({ text }) => REWRITING.has(text)) ? NOWHERE : null;
}

/** Programs with words of their own before the options. */
const GROUPED = new Set(["git", "docker", "podman", "kubectl", "cargo", "go", "ruff", "npm", "agent-mascot"]);

/** `split --help`. Behind an operand it may be taken for one (`rm a --help` on a Mac). */
function onlyTells(program: string, words: readonly ShellWord[]): boolean {
  return /^--(?:help|version)$/.test(words[GROUPED.has(program) && words[0]?.text.startsWith("-") === false ? 1 : 0]?.text ?? "");
}
