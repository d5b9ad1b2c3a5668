/**
 * A process that creates, starts and ends ports and edits files until it is killed. Says what was acknowledged, a line each.
 *   node working-child.cjs <folder> <project> <name of this run>
 */
import fs from "node:fs";
import { startWorkshop } from "./workshop.ts";

const [folder = "", project = "", run = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const { ports, edit } = await startWorkshop(folder, { wall: Date.now() });
  const say = (text: string) => fs.writeSync(1, `${text}\n`);
  for (let n = 0; ; n++) {
    const id = `${run}-${n}`;
    const created = await ports.api.create({ id, cwd: project, depends_on: n === 0 ? [] : [`${run}-${n - 1}`] });
    if ("done" in created) say(`created ${id}`);
    await ports.api.start({ id, cwd: project, force: true });
    say(`started ${id}`);
    await edit("session-a", project, `${id}.ts`);
    if (n > 0) await ports.api.end({ id: `${run}-${n - 1}`, cwd: project });
    if (n > 0) say(`ended ${run}-${n - 1}`);
  }
}

void main();
