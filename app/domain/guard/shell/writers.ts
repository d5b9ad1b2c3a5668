/** Programs that change files, and what of their arguments names the files. Reading `man` pages is how each line came to be; what is not here runs unguarded. */
import { type Arguments, argumentsOf, has, valuesOf } from "./options.ts";
import type { ShellWord } from "./commands.ts";

export interface Written {
  /** Empty where the program alone knows. */
  paths: ShellWord[];
}
type Writer = (words: readonly ShellWord[]) => Written | null;

const NOWHERE: Written = { paths: [] };
const written = (paths: ShellWord[]): Written | null => (paths.length > 0 ? { paths } : null);

/** Every operand is written to. */
const operands = (...valued: string[]): Writer => (words) => written(argumentsOf(words, valued).operands);

/** The last operand is, unless an option names the folder; with `sources` the others go away. */
function lastOperand(folderOptions: readonly string[], valued: readonly string[], sources = false): Writer {
  return (words) => {
    const found = argumentsOf(words, [...folderOptions, ...valued]);
    const folders = valuesOf(found, ...folderOptions);
    const targets = folders.length > 0 ? folders : found.operands.slice(-1);
    return written(sources ? [...found.operands, ...folders] : targets);
  };
}

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

/** Stands for the rules of the guard themselves, wherever they are kept. */
export const PERSONS_RULES = "the rules of agent-mascot guard";

const WRITERS: Record<string, Writer> = {
  "agent-mascot": (words) => {
    const [group, word] = argumentsOf(words).operands;
    return group?.text === "guard" && word !== undefined && word.text !== "status" ? { paths: [{ text: PERSONS_RULES, literal: true }] } : null;
  },
  tee: operands(),
  sponge: operands(),
  touch: operands("-d", "-t", "-r"),
  truncate: operands("-s", "-r", "--size"),
  rm: operands(),
  rmdir: operands(),
  unlink: operands(),
  shred: operands("-n", "-s"),
  cp: lastOperand(["-t", "--target-directory"], ["-S"]),
  mv: lastOperand(["-t", "--target-directory"], ["-S"], true),
  ln: lastOperand(["-t", "--target-directory"], ["-S"]),
  install: lastOperand(["-t", "--target-directory"], ["-m", "-o", "-g", "-S"]),
  rsync: lastOperand([], ["-e", "--exclude", "--include", "--files-from", "--filter"]),
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
  "7z": (words) => (words[0] && /^[xe]$/.test(words[0].text) ? NOWHERE : null),
  curl: (words) => {
    const found = argumentsOf(words, CURL_VALUES);
    if (has(found, "-O", "--remote-name", "--remote-name-all", "-J")) return { paths: valuesOf(found, "--output-dir") };
    return written(valuesOf(found, "-o", "--output").filter(({ text }) => text !== "-"));
  },
  wget: (words) => {
    const found = argumentsOf(words, ["-O", "-P", "-o", "-a", "-U", "--output-document", "--directory-prefix", "--header"]);
    const to = valuesOf(found, "-O", "--output-document");
    if (has(found, "--spider") || to.some(({ text }) => text === "-" || text === "/dev/null")) return null;
    return { paths: [...to, ...valuesOf(found, "-P", "--directory-prefix")] };
  },
  git: gitWrites,
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

/** `w` of its script writes a file of its own. */
function sed(words: readonly ShellWord[]): Written | null {
  const valued = ["-e", "-f", "--expression", "--file", "-l"];
  const found = argumentsOf(words, valued);
  const scripts = valuesOf(found, "-e", "--expression");
  const code = scripts.length > 0 ? scripts : found.operands.slice(0, 1);
  return inPlace(["-i", "-I", "--in-place"], valued, valued.slice(0, 4))(words) ?? (code.some(({ text }) => /(?:^|[;}\n\d$])w\s+[\w./-]|\/[gIipM\d]{0,4}w\s+[\w.-][^/|#,]*$|^\/[^/]*\/w\s+[\w./-]/.test(text)) ? NOWHERE : null);
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

/** Of git only what changes files by hand; moving between commits (switch, merge, pull, rebase) brings what was recorded already. */
const GIT: Record<string, (found: Arguments) => Written | null> = {
  apply: (found) => (has(found, "--check", "--stat", "--numstat", "--summary") && !has(found, "--apply") ? null : NOWHERE),
  am: () => NOWHERE,
  restore: (found) => ({ paths: found.operands }),
  rm: (found) => (has(found, "--cached", "-n", "--dry-run") ? null : { paths: found.operands }),
  mv: (found) => (has(found, "-n", "--dry-run") ? null : { paths: found.operands }),
  clean: (found) => (has(found, "-f", "--force") && !has(found, "-n", "--dry-run") ? { paths: found.operands } : null),
  reset: (found) => (has(found, "--hard", "--merge", "--keep") ? NOWHERE : null),
  stash: (found) => (found.operands.length === 0 || /^(?:push|save|pop|apply)$/.test(found.operands[0]?.text ?? "") ? NOWHERE : null),
  "checkout-index": () => NOWHERE,
  "merge-file": (found) => (has(found, "-p", "--stdout") ? null : { paths: found.operands.slice(0, 1) }),
  diff: (found) => written(valuesOf(found, "--output")),
  archive: (found) => written(valuesOf(found, "-o", "--output")),
};

/** `git checkout HEAD~1 src/a.ts`: a commit and what to take of it. */
function takesFiles(found: Arguments): boolean {
  return found.operands.length > 1 && !has(found, "-b", "-B", "--orphan", "-t", "--track");
}

const GIT_GLOBAL_VALUES = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]);

function gitWrites(words: readonly ShellWord[]): Written | null {
  let at = 0;
  while (words[at]?.text.startsWith("-")) at += GIT_GLOBAL_VALUES.has(words[at]?.text ?? "") ? 2 : 1;
  const command = words[at]?.text ?? "";
  const rest = words.slice(at + 1);
  // A branch and a file look alike; what plainly means files has `--` or the folder itself.
  if (command === "checkout" && takesFiles(argumentsOf(rest))) return { paths: argumentsOf(rest).operands.slice(1) };
  if (command === "checkout") return rest.some(({ text }) => text === "--" || text === "." || text === "-p") ? { paths: argumentsOf(rest).operands } : null;
  return Object.hasOwn(GIT, command) ? (GIT[command]?.(argumentsOf(rest, ["-s", "--source", "-m", ...(command === "archive" ? ["-o", "--output"] : command === "diff" ? ["--output"] : [])])) ?? null) : null;
}

/** Asked of any program: formatters and code mods spell it alike. */
const REWRITING = new Set(["--write", "--fix", "--in-place", "--inplace", "--apply-unsafe", "--autofix", "--autocorrect", "--fix-only"]);

/** @param program its name without folders; @param words its arguments */
export function writtenBy(program: string, words: readonly ShellWord[]): Written | null {
  if (Object.hasOwn(WRITERS, program)) return WRITERS[program]?.(words) ?? null;
  return words.some(({ text }) => REWRITING.has(text)) ? NOWHERE : null;
}
