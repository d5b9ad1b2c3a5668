// Makes schemas/generated/ from schemas/*.schema.json: TypeScript types, ajv validators as plain code
// (no `new Function` at run time, which the windows' content security policy forbids), the tables of hook events and IPC channels,
// and with schemas/routes.json the description of the HTTP API: docs/openapi.json, and the same as the dashboard shows it.
//   node build/generate-schemas.mjs            writes
//   node build/generate-schemas.mjs --check    exit 1 when what is committed differs
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { openApi } from "./openapi/document.mjs";
import { apiPage } from "./openapi/page.mjs";

const require = createRequire(import.meta.url);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(root, "schemas");
const out = path.join(folder, "generated");

/** @typedef {any} Json  a schema or a part of one: read here, checked by ajv */
/** @typedef {Record<string, Json>} Definitions */

/** All `$defs` of all schema files in one document; names are unique across files. */
function merged() {
  /** @type {Definitions} */
  const defs = {};
  /** @type {Definitions} */
  const files = {};
  for (const name of fs.readdirSync(folder).filter((f) => f.endsWith(".schema.json")).sort()) {
    const doc = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
    files[name] = doc;
    for (const [key, def] of Object.entries(doc.$defs)) {
      if (defs[key]) throw new Error(`schemas/${name}: ${key} is defined twice`);
      defs[key] = def;
    }
  }
  return { defs: localRefs(defs), files };
}

/**
 * `other.schema.json#/$defs/X` → `#/$defs/X`.
 * @param {Json} value
 * @returns {Json}
 */
function localRefs(value) {
  if (Array.isArray(value)) return value.map(localRefs);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, k === "$ref" ? String(v).replace(/^[a-z-]+\.schema\.json/, "") : localRefs(v)]),
  );
}

/**
 * Types of every definition, in one file. `seq`-like titles are left out so that names are those of the schema.
 * @param {Definitions} defs
 */
async function types(defs) {
  const { compile } = require("json-schema-to-typescript");
  const body = await compile({ $defs: forTypes(defs), title: "AllDefinitions", type: "object", additionalProperties: false }, "AllDefinitions", {
    bannerComment: "",
    unreachableDefinitions: true,
    additionalProperties: false,
    strictIndexSignatures: false,
    format: true,
    style: { printWidth: 140 },
  });
  return body.replace(/export interface AllDefinitions \{\}\n/, "").replace(/^\/\*\*\n \* This interface was referenced by[\s\S]*?\*\/\n/gm, "").replace(/ \*\n \* This interface was referenced by .*\n \* via the `definition` .*\n/g, "");
}

/**
 * Readers ignore unknown fields, so types name only the known ones; conditions (`if`) are for validators alone.
 * @param {Json} value
 * @returns {Json}
 */
function forTypes(value) {
  if (Array.isArray(value)) return value.map(forTypes);
  if (value === null || typeof value !== "object") return value;
  /** @type {Json} */
  const copy = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, forTypes(v)]));
  if (copy.additionalProperties === true && copy.properties) delete copy.additionalProperties;
  if (Array.isArray(copy.allOf)) {
    copy.allOf = copy.allOf.filter((/** @type {Json} */ part) => !part.if);
    if (copy.allOf.length > 0) copy.extends = copy.allOf;
    delete copy.allOf;
  }
  return copy;
}

/**
 * Tables that code switches on: event names, channels, slot counts.
 * @param {Definitions} files
 */
function tables(files) {
  const ipc = files["ipc.schema.json"];
  const calls = Object.entries(ipc["x-calls"]);
  const pushes = Object.entries(ipc["x-pushes"]);
  const used = [...new Set([...calls, ...pushes].flatMap(([, c]) => [c.args, c.result]).filter(Boolean))].sort();
  const hookNames = files["hook-payloads.schema.json"].$defs.HookEventName.enum;
  return `
export const SLOT_COUNTS: SlotCounts = ${JSON.stringify(JSON.parse(fs.readFileSync(path.join(folder, "slots.json"), "utf8")))};
export const HOOK_EVENT_NAMES = ${JSON.stringify(hookNames)} as const;
export const EVENT_TYPES = ${JSON.stringify(files["events.schema.json"].$defs.EventType.enum)} as const;
export const MASCOT_STATES = ${JSON.stringify(files["world.schema.json"].$defs.MascotState.enum)} as const;
export const MOMENT_KINDS = ${JSON.stringify(files["world.schema.json"].$defs.MomentKind.enum)} as const;
export interface HookPayloads {
${hookNames.map((/** @type {string} */ n) => `  ${n}: ${n}Payload;`).join("\n")}
}
/** Every payload of the client, told apart by \`hook_event_name\`. */
export type HookPayload = HookPayloads[HookEventName];
export type WindowName = "mascots" | "bubble" | "card" | "dashboard";
/** Window asks, main answers. */
export interface IpcCalls {
${calls.map(([n, c]) => `  "${n}": { args: ${c.args}; result: ${c.result} };`).join("\n")}
}
/** Main tells a window. */
export interface IpcPushes {
${pushes.map(([n, c]) => `  "${n}": ${c.args};`).join("\n")}
}
export const IPC_CALLS: { readonly [K in keyof IpcCalls]: { windows: readonly WindowName[]; args: IpcDefinition; result: IpcDefinition } } = ${JSON.stringify(ipc["x-calls"])};
export const IPC_PUSHES: { readonly [K in keyof IpcPushes]: { windows: readonly WindowName[]; args: IpcDefinition } } = ${JSON.stringify(ipc["x-pushes"])};
export type IpcDefinition = ${used.map((u) => `"${u}"`).join(" | ")};
`;
}

/**
 * Validators as one self-contained ES module.
 * @param {Definitions} defs
 */
async function validators(defs) {
  const Ajv = require("ajv").default;
  const standalone = require("ajv/dist/standalone").default;
  const esbuild = require("esbuild");
  const ajv = new Ajv({ code: { source: true, esm: true, lines: false }, allErrors: false, strict: false, unicodeRegExp: true });
  ajv.addSchema({ $id: "all", $defs: defs });
  const exported = Object.fromEntries(Object.keys(defs).map((k) => [k, `all#/$defs/${k}`]));
  const code = standalone(ajv, exported);
  const bundled = await esbuild.build({
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true, format: "esm", platform: "neutral", target: "es2022", write: false, legalComments: "none", minifyWhitespace: true, mainFields: ["main"],
  });
  return bundled.outputFiles[0]?.text ?? "";
}

/** @param {Definitions} defs */
const validatorTypes = (defs) => `import type * as T from "./types.ts";
export interface ValidationError { instancePath: string; message?: string; keyword: string; params: Record<string, unknown> }
export interface Validator<V> { (value: unknown): value is V; errors?: ValidationError[] | null }
${Object.keys(defs).map((k) => `export const ${k}: Validator<T.${k}>;`).join("\n")}
`;

/** @param {Definitions} defs */
function api(defs) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const document = openApi(defs, JSON.parse(fs.readFileSync(path.join(folder, "routes.json"), "utf8")), version);
  const { groups, shapes } = apiPage(document);
  const page = `import type { ApiGroup, ApiShape } from "./types.ts";
export const API_GROUPS: readonly ApiGroup[] = ${JSON.stringify(groups)};
/** Named shapes that fields refer to. */
export const API_SHAPES: readonly ApiShape[] = ${JSON.stringify(shapes)};
`;
  return { document: `${JSON.stringify(document, null, 2)}\n`, page };
}

const header = "// Generated from schemas/*.schema.json by build/generate-schemas.mjs. Do not edit.\n";
const { defs, files } = merged();
const { document, page } = api(defs);
/** The folders of a world's providers, each with the same file in it. */
function providerFolders(/** @type {string} */ world, /** @type {string} */ file) {
  const base = path.join(root, world, "providers");
  return fs.readdirSync(base).sort().filter((name) => fs.existsSync(path.join(base, name, file)));
}

/** Who is read is who has a folder. */
function adapterRegistry() {
  const names = providerFolders("app", "adapter.ts");
  const imports = names.map((name) => `import { adapter as ${name} } from "./${name}/adapter.ts";`);
  return `// Generated from the folders beside it by build/generate-schemas.mjs. Do not edit.
${imports.join("\n")}
import type { ProviderAdapter } from "./adapter.ts";

export const adapters: readonly ProviderAdapter[] = [${names.join(", ")}];
`;
}

/** Whose hooks can be installed is who has a folder in the forwarder's world. */
function hooksRegistry() {
  const names = providerFolders("forwarder", "hooks.ts");
  const imports = names.map((name) => `import { hooks as ${name} } from "./${name}/hooks.ts";`);
  return `// Generated from the folders beside it by build/generate-schemas.mjs. Do not edit.
${imports.join("\n")}
import type { ProviderHooks } from "./provider-hooks.ts";

export const allHooks: readonly ProviderHooks[] = [${names.join(", ")}];
`;
}

const results = {
  "../../forwarder/providers/registry.ts": hooksRegistry(),
  "../../app/providers/registry.ts": adapterRegistry(),
  "../../docs/openapi.json": document,
  "api.ts": header + page,
  "types.ts": header + (await types(defs)) + tables(files),
  "validators.mjs": header + (await validators(defs)),
  "validators.d.mts": header + validatorTypes(defs),
};
if (process.argv.includes("--check")) {
  const stale = Object.entries(results).filter(([name, text]) => !fs.existsSync(path.join(out, name)) || fs.readFileSync(path.join(out, name), "utf8") !== text);
  if (stale.length) {
    console.error(`schemas/generated and docs/openapi.json are not what schemas/ says (${stale.map(([n]) => n).join(", ")}): run node build/generate-schemas.mjs`);
    process.exit(1);
  }
} else {
  fs.mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(results)) fs.writeFileSync(path.join(out, name), text);
}
