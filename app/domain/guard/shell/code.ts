/** Code given to an interpreter on its command line: which words of it change files. One pass each, whatever the text. */

/** Program → options that take code. */
const CODE_OPTIONS: Record<string, readonly string[]> = {
  python: ["-c"], node: ["-e", "--eval", "-p", "--print", "-pe"], nodejs: ["-e", "--eval", "-p", "--print"], bun: ["-e", "--eval", "-p", "--print"], deno: ["eval"], tsx: ["-e", "--eval"],
  ruby: ["-e"], perl: ["-e", "-E"], php: ["-r"], lua: ["-e"], Rscript: ["-e"], osascript: ["-e"], groovy: ["-e"], julia: ["-e", "-E"], elixir: ["-e", "--eval"],
};

/** Names with versions and twins. */
const FAMILIES: readonly [RegExp, string][] = [
  [/^(?:i?python|pypy)[0-9.]*$/, "python"], [/^ruby[0-9.]*$/, "ruby"], [/^perl[0-9.]*$/, "perl"], [/^php[0-9.]*$/, "php"], [/^lua(?:jit)?[0-9.]*$/, "lua"],
];

/** @returns the interpreter's family, or null for what is none */
export function interpreterOf(program: string): string | null {
  if (Object.hasOwn(CODE_OPTIONS, program)) return program;
  return FAMILIES.find(([names]) => names.test(program))?.[1] ?? null;
}

export function codeOptionsOf(family: string): readonly string[] {
  return CODE_OPTIONS[family] ?? [];
}

/** Words by which code changes files or runs something that could: generous, since one line of code can be read again by a person. */
const CHANGES = [
  // Any language: calls whose names say so.
  /\b(?:write(?:File|FileSync|Sync|_text|_bytes|_all|lines)?|append(?:File|FileSync|Sync)?|write(?:Text)?File(?:Sync)?|writeTextFile(?:Sync)?|create(?:WriteStream|Symlink)|copy(?:File|FileSync|_file|tree|2)?|cp(?:Sync)?|link(?:Sync)?|move|rename(?:s|Sync)?|replace_file|unlink(?:Sync)?|rm(?:Sync|dir|tree|_rf|_r)?|remove(?:dirs)?|truncate(?:Sync)?|symlink|makedirs|mkdir(?:Sync|_p)?|touch|file_put_contents|fwrite|fputs|dump)\s*\(/,
  // A file opened for writing.
  /\bf?open\b[^\n]{0,200}?,\s*(?:mode\s*=\s*)?["'](?:[rbt]*[wax+][rbt+]*["']|[+]?>)/,
  // The same of a path that opens itself, of Node.js, and of a module's function that is named by a text.
  /\.open\s*\(\s*(?:mode\s*=\s*)?["'][rbt]*[wax+][rbt+]*["']/,
  /\bopenSync\s*\([^\n]{0,200}?,\s*["'][rs]*[wax+]/,
  /\[\s*["'`](?:write|append|unlink|rm|rename|copy|cp|truncate|mkdir)\w{0,20}["'`]\s*\]\s*\(/,
  /\bos\.(?:replace|link)\s*\(/,
  // Another program, or code that is made up on the way.
  /\b(?:system|popen|exec(?:Sync|File|FileSync|v[pe]*|l[pe]*)?|spawn(?:Sync)?|check_(?:call|output)|shell_exec|passthru|proc_open|eval|compile|__import__)\s*\(/,
  /\b(?:child_process|FileUtils|Open3)\b/,
  // Named without being asked for anything they tell no more than other modules; what is taken out of them is called by its own name.
  /\bsubprocess(?:\s*\.\s*(?:run|call|Popen|check_|get)|\s+as\b|\s+import\b)|["']subprocess["']/,
  /\bshutil(?:\s*\.\s*(?:copy|move|rmtree|make_archive|unpack_archive|chown)|\s+as\b|\s+import\s+(?!(?:which|get_terminal_size|disk_usage)\s*(?:[;\n]|$)))|["']shutil["']/,
  /\b(?:system|exec|unlink|rename|mkdir|rmdir)\s+["'$]/,
  /(?:^|[^\w$])`[^`\n]{1,400}`/,
  /\b(?:File|IO|Pathname)\.(?:write|binwrite|open|delete|rename)\b/,
  /\bprint(?:f)?\s*\{?\s*\$?\w{0,40}\s*\}?[^\n|]{0,400}>>?\s*["']/,
];

/** A way of opening that only running tells: `open(a, m)`, not `open(a, encoding=e)`. */
const OPENED_SOMEHOW: Readonly<Record<string, RegExp>> = {
  python: /\bopen\s*\((?:(?:[^(),\n]|\([^()\n]{0,200}\)){1,200}?,\s*(?!encoding\b|errors\b|newline\b|buffering\b)[A-Za-z_][\w.]{0,60}\s*[),([]|[^()\n]{0,200}?\bmode\s*=\s*[A-Za-z_][\w.]{0,60}\s*[),([])/,
};

/** Calls that are spelt like the above and change nothing: written to the outputs, a pattern compiled. */
const HARMLESS = /\b(?:stdout|stderr)(?:\.buffer)?\.write(?:lines)?\s*\(|\bre\.compile\s*\(|\bdump\s*\((?=[^\n]{0,400}\bsys\.std(?:out|err)\b)/g;
/** In JavaScript also a pattern looked for; who runs programs names their module, which is looked for by itself. */
const HARMLESS_IN_SCRIPTS = /\.exec\s*\(/g;

/** True when the code changes files, or may for all that can be told. */
export function mayChangeFiles(family: string, code: string): boolean {
  const isScript = /^(?:node|nodejs|bun|deno|tsx)$/.test(family);
  const read = isScript ? code.replace(HARMLESS, "(").replace(HARMLESS_IN_SCRIPTS, "(") : code.replace(HARMLESS, "(");
  // In JavaScript a back-quote is a string.
  const rules = isScript ? CHANGES.filter((rule) => !rule.source.includes("`[^`")) : CHANGES;
  return rules.some((rule) => rule.test(read)) || (OPENED_SOMEHOW[family]?.test(read) ?? false);
}

/** An order to the running app that goes around its command. */
export function asksForOtherRules(code: string): boolean {
  return /\/api\/guard\b/.test(code) && /\b(?:POST|post|data|body)\b|\bjson\s*=/.test(code);
}
