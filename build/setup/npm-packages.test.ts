import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuseLinked } from "./npm-packages.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mascot-packages-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("installing packages", () => {
  it("is refused into a folder that is a link, also one that leads nowhere, and what it leads to stays", () => {
    mkdirSync(join(root, "shared"));
    writeFileSync(join(root, "shared/kept"), "");
    symlinkSync(join(root, "shared"), join(root, "node_modules"));
    expect(() => refuseLinked(join(root, "node_modules"))).toThrow(/symbolic link|심볼릭 링크/);
    expect(existsSync(join(root, "shared/kept"))).toBe(true);
    symlinkSync(join(root, "gone"), join(root, "broken"));
    expect(() => refuseLinked(join(root, "broken"))).toThrow();
  });

  it("goes on where there is a folder of its own, or none yet", () => {
    mkdirSync(join(root, "node_modules"));
    expect(() => refuseLinked(join(root, "node_modules"))).not.toThrow();
    expect(() => refuseLinked(join(root, "none"))).not.toThrow();
  });
});
