import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ENDS_WITH_US, x11Tools } from "./x11-tools.ts";

/** As xprop does: says something, here the number of its process and its arguments, then waits for more. */
const SPY = '#!/bin/sh\necho "$$" "$@"\nexec sleep 60\n';

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mascot-x11-"));
  program = join(folder, "spy with a space");
  writeFileSync(program, SPY);
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform !== "linux").each([
  ["where the system ends a listener with the app", ENDS_WITH_US],
  ["where it has no such promise", ["no-such-program-here"] as const],
])("a listener, %s", (_where, endsWithUs) => {
  it("is heard with its arguments whole, each time, and ends when it is stopped", async () => {
    const tools = x11Tools(program, null, endsWithUs);
    for (const id of ["0x1", "0x2 ; exit"]) {
      const lines: string[] = [];
      const stop = tools.spy(["-id", id], (line) => lines.push(line));
      await vi.waitUntil(() => lines.length > 0, { timeout: 5_000 });
      const [pid, ...args] = (lines[0] as string).split(" ");
      expect([lines.length, args.join(" "), runs(Number(pid))]).toEqual([1, `-id ${id}`, true]);
      stop();
      await vi.waitUntil(() => !runs(Number(pid)), { timeout: 5_000 });
    }
  });
});

it("a listener that is not there is no fault", async () => {
  const lines: string[] = [];
  const stop = x11Tools(join(folder, "gone"), null).spy(["-root"], (line) => lines.push(line));
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop();
  expect(lines).toEqual([]);
});

it("without a program that describes windows nothing is said of them", async () => {
  expect(await x11Tools(program, null).describe("0x1")).toBe("");
});
