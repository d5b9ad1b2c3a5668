// Fails when a drawing changed and its pictures were not painted anew, or a picture was changed by hand.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError, runScript } from "../lib/say.mjs";
import { allPictures, hashOfDrawings, hashOfPicture, recordFile } from "./pictures.mjs";

await runScript(async () => {
  const record = JSON.parse(readFileSync(recordFile, "utf8"));
  const advice = "Run `node build/icons/render.mjs` and commit what it writes.";
  if (record.drawings !== hashOfDrawings(allPictures())) throw new PlainError(`The drawings of the icons changed. ${advice}`);
  for (const [file, hash] of Object.entries(record.files)) {
    const path = join(import.meta.dirname, file);
    if (!existsSync(path)) throw new PlainError(`build/icons/${file} is missing. ${advice}`);
    if (hashOfPicture(readFileSync(path)) !== hash) throw new PlainError(`build/icons/${file} is not what was painted. ${advice}`);
  }
});
