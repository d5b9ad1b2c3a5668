// How the hook command becomes one file. Measured, not taste: every millisecond here is in every hook of every agent.

/**
 * An ES module that loads Node's parts as CommonJS does: importing them costs half as much again, for the list of their exports is made first.
 * Node 18 and the first 20s have no getBuiltinModule.
 */
const MODULE_HEAD = 'const require=process.getBuiltinModule??(await import("node:module")).createRequire(import.meta.url);';

/**
 * @typedef {{ name: string, options: { format: "cjs", minify: true, banner?: { js: string } } }} Target
 *   options: for esbuild
 */

/** @type {readonly Target[]} */
export const hookCommandTargets = [
  { name: "forward-to-mascot.cjs", options: { format: "cjs", minify: true } },
  { name: "forward-to-mascot.mjs", options: { format: "cjs", minify: true, banner: { js: MODULE_HEAD } } },
];
