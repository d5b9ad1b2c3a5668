import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @typedef {object} Finished
 * @property {number} code  exit code; 124 when the time was up, 127 when the program does not exist
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [show]       let the output reach the terminal instead of collecting it
 * @property {number} [timeoutMs]   the program is killed after this time
 */

/**
 * Runs a program to its end and never throws: the caller reads the exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Finished>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    let timedOut = false;
    const timer = options.timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill("SIGKILL");
        }, options.timeoutMs)
      : undefined;
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ code: 127, stdout: output.stdout, stderr: output.stderr + error.message });
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: timedOut ? 124 : (code ?? (signal ? 128 : 1)), ...output });
    });
  });
}

/**
 * Where a program lies on PATH, or undefined.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findProgram(program, env = process.env) {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether apt may be used without asking: the process belongs to root. */
export function isRoot() {
  return process.getuid?.() === 0;
}
