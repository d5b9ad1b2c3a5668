import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it("what carries is loaded only when a bridge is on: nothing that starts with the app imports it but for its types", async () => {
  for (const file of ["index.ts", "discord-api.ts", "outbox/worker.ts", "outbox/back-off.ts", "../main.ts", "../assembly/bridging.ts", "../assembly/road.ts"]) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    const loaded = [...text.matchAll(/^import (?!type )[^;]*? from "([^"]+)"/gm)].map(([, from]) => from ?? "");
    expect(loaded.filter((from) => /\/(?:discord|postgres|opentelemetry)\/|^pg$|^@discordjs/.test(from)), file).toEqual([]);
    expect(loaded.length).toBeGreaterThan(file.startsWith("index") ? 2 : -1);
  }
});
