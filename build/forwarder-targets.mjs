// How the hook command becomes one file. Measured, not taste: every millisecond here is in every hook of every agent.

/**
 * An ES module that loads Node's parts as CommonJS does: importing them costs half as much again, for the list of their exports is made first.
 * Node 18 and the first 20s have no getBuiltinModule.
 */
const MODULE_HEAD = 'const require=process.getBuiltinModule??(await import("node:module")).createRequire(import.meta.url);';

/** What only some hooks need is loaded by them alone, and as CommonJS: the first `import()` would start the other loader of Node. */
const LATER = { "dynamic-import": false };

/**
 * @typedef {{ name: string, options: { format: "cjs", minify: true, supported: Record<string, boolean>, banner?: { js: string } } }} Target
 *   options: for esbuild
 */

/** @type {readonly Target[]} */
export const hookCommandTargets = [
  { name: "forward-to-mascot.cjs", options: { format: "cjs", minify: true, supported: LATER } },
  { name: "forward-to-mascot.mjs", options: { format: "cjs", minify: true, supported: LATER, banner: { js: MODULE_HEAD } } },
];
