import { messages } from "./messages.mjs";

/**
 * An error whose message is meant for the person at the terminal: shown without a stack.
 */
export class PlainError extends Error {}

/**
 * The language of the terminal: Korean when the locale says so, otherwise English.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {"en" | "ko"}
 */
export function terminalLanguage(env = process.env) {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return locale.toLowerCase().startsWith("ko") ? "ko" : "en";
}

/**
 * The sentence behind a key, with `{name}` places filled.
 * @param {keyof typeof messages} key
 * @param {Record<string, string | number>} [values]
 * @param {"en" | "ko"} [language]
 * @returns {string}
 */
export function sentence(key, values = {}, language = terminalLanguage()) {
  return messages[key][language].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Prints one line for the person who runs a command.
 * @param {keyof typeof messages} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values) {
  process.stdout.write(`${sentence(key, values)}\n`);
}

/**
 * Stops with a sentence instead of a stack.
 * @param {keyof typeof messages} key
 * @param {Record<string, string | number>} [values]
 * @returns {never}
 */
export function stopWith(key, values) {
  throw new PlainError(sentence(key, values));
}

/**
 * Runs the whole of a command line script; a PlainError ends it with its sentence and exit code 1.
 * @param {() => Promise<number | void>} body
 */
export async function runScript(body) {
  try {
    process.exitCode = (await body()) ?? process.exitCode ?? 0;
  } catch (error) {
    if (error instanceof PlainError || isMistyped(error)) process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
}

/**
 * What Node's own reading of a command line refuses, in its words.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isMistyped(error) {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
