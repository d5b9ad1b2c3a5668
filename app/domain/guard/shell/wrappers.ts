/** Programs that run another one, and how to find it among their words. */
import type { ShellWord } from "./shell-word.ts";

interface Wrapper {
  /** Options that take the next word as their value. */
  valued?: readonly string[];
  /** Operands before the program: `timeout 5 cmd`. */
  operands?: number;
  /** `env A=1 cmd` */
  assignments?: boolean;
}

const WRAPPERS: Record<string, Wrapper> = {
  sudo: { valued: ["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-D", "--user", "--group"], assignments: true },
  doas: { valued: ["-u", "-C"] },
  env: { valued: ["-u", "-C", "--unset", "--chdir"], assignments: true },
  nohup: {}, setsid: {}, command: {}, builtin: {}, exec: { valued: ["-a"] }, time: { valued: ["-o", "-f"] }, busybox: {}, chronic: {}, unbuffer: {}, fakeroot: {},
  nice: { valued: ["-n", "--adjustment"] },
  ionice: { valued: ["-c", "-n", "-p"] },
  stdbuf: { valued: ["-i", "-o", "-e"] },
  setpriv: {}, numactl: {}, firejail: {}, valgrind: {}, ltrace: {}, entr: {}, run0: {}, prlimit: {},
  "systemd-run": { valued: ["-p", "-u", "--unit", "--property"] }, unshare: {}, nsenter: { valued: ["-t", "--target"] },
  taskset: { operands: 1 }, chrt: { operands: 1 },
  timeout: { valued: ["-s", "-k", "--signal", "--kill-after"], operands: 1 },
  flock: { valued: ["-w", "-E"], operands: 1 },
  chroot: { operands: 1 },
  watch: { valued: ["-n", "--interval"] },
  strace: { valued: ["-e", "-o", "-p", "-s"] },
  xargs: { valued: ["-I", "-n", "-P", "-L", "-d", "-s", "-E", "-a", "--max-args", "--max-procs", "--delimiter", "--replace", "--arg-file"] },
  parallel: { valued: ["-j", "--jobs", "-I"] },
  npx: { valued: ["-p", "--package"] }, bunx: {}, pnpx: {},
  gtimeout: { valued: ["-s", "-k"], operands: 1 },
  uvx: { valued: ["--from", "--with"] },
};

/** A runner's own word before the program: `npm exec prettier`, `uv run black`. */
const RUNNERS: Record<string, readonly string[]> = {
  npm: ["exec", "x"], pnpm: ["exec", "dlx"], yarn: ["exec", "dlx"], bun: ["x"], uv: ["run"], poetry: ["run"], pipenv: ["run"], rye: ["run"], bundle: ["exec"], mise: ["exec"], direnv: ["exec"],
};

/** @returns the words of the program it runs; null when the program runs itself */
export function wrappedBy(program: string, words: readonly ShellWord[]): ShellWord[] | null {
  if (Object.hasOwn(RUNNERS, program)) return RUNNERS[program]?.includes(words[0]?.text ?? "") ? past({}, program === "npm" ? withoutSeparator(words.slice(1)) : words.slice(1)) : null;
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  return wrapper ? past(wrapper, words) : null;
}

/** npm takes the first `--` for itself, wherever it stands: what follows are options of the program. */
function withoutSeparator(words: readonly ShellWord[]): ShellWord[] {
  const at = words.findIndex(({ text }) => text === "--");
  return words.filter((_, index) => index !== at);
}

function past({ valued = [], operands = 0, assignments = false }: Wrapper, words: readonly ShellWord[]): ShellWord[] {
  let at = 0;
  for (let skipped = 0; at < words.length; at++) {
    const { text } = words[at] as ShellWord;
    if (text.startsWith("-") && text !== "-") {
      if (valued.includes(text)) at++;
    } else if (!(assignments && /^[A-Za-z_]\w*=/.test(text)) && skipped++ >= operands) break;
  }
  return words.slice(at);
}
