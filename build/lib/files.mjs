import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Writes a file so that a reader sees the old or the new content, never a part of it.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function writeWhole(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/**
 * @param {string} path
 * @returns {string | undefined} undefined when there is no such file
 */
export function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/**
 * All files below a folder, as paths relative to it with `/`, sorted; hidden entries and `node_modules` are left out.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !path.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    .sort();
}

/**
 * One hash over names and contents, so that a renamed, changed, added or removed file changes it.
 * @param {string} root
 * @param {readonly string[]} files  relative to root; a missing one counts as missing
 * @returns {string}
 */
export function hashFiles(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const path = join(root, file);
    hash.update(`${file}\0`);
    hash.update(existsSync(path) ? readFileSync(path) : "missing");
    hash.update("\0");
  }
  return hash.digest("hex");
}

/**
 * The subresource-integrity string of a file (`sha512-…`), read as a stream because the file may be large.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function integrityOf(path) {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return `sha512-${hash.digest("base64")}`;
}
