// The folders are worlds (who may import and do what); this check keeps them apart.
//   node build/check-layers.mjs
import { readFileSync } from "node:fs";
import { projectComplaints, rules } from "./layers/rules.mjs";
import { readSource } from "./layers/source.mjs";
import { listFiles } from "./lib/files.mjs";
import { inProject } from "./lib/paths.mjs";
import { runScript } from "./lib/say.mjs";

/** @typedef {import("./layers/rules.mjs").SourceFile} SourceFile */

/**
 * @param {string} path  relative to the project, with `/`
 * @param {string} text
 * @returns {SourceFile}
 */
export function sourceFile(path, text) {
  return { path, lines: text.split("\n").length, ...readSource(text) };
}

/**
 * @param {readonly SourceFile[]} files
 * @returns {string[]} one sentence per broken rule, starting with the file's path
 */
export function checkLayers(files) {
  const single = files.flatMap((file) =>
    rules.flatMap((rule) => rule.complaints(file).map((complaint) => `${file.path} ${complaint} (${rule.name})`)),
  );
  const whole = projectComplaints(files).map(({ path, rule, complaint }) => `${path} ${complaint} (${rule})`);
  return [...single, ...whole];
}

/** All sources of the project that the rules are about. */
export function projectSources() {
  return ["app", "renderer", "forwarder", "schemas", "build"].flatMap((folder) =>
    listFiles(inProject(folder))
      .filter((file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file))
      .map((file) => sourceFile(`${folder}/${file}`, readFileSync(inProject(folder, file), "utf8"))),
  );
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const complaints = checkLayers(projectSources());
    for (const complaint of complaints) console.log(complaint);
    return complaints.length > 0 ? 1 : 0;
  });
}
