import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, lstatSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SshBlock } from "../../schemas/generated/types.ts";
import { addition, addToConfig, blockFor, takeFromConfig, withoutAddition } from "./ssh-config.ts";

const BLOCK = blockFor("me@box", { port: 20_000 }, "/home/me/.agent-mascot/remote/door.sock");

describe("our lines for ssh", () => {
  test("name the host as ssh matches it, and lead from a port of its loopback or a socket to the door", () => {
    expect(BLOCK).toContain("\nHost box\n  RemoteForward 127.0.0.1:20000 /home/me/.agent-mascot/remote/door.sock\n");
    expect(blockFor("box", { socket: "/home/you/.agent-mascot/door.sock" }, "127.0.0.1:4820")).toContain("RemoteForward /home/you/.agent-mascot/door.sock 127.0.0.1:4820\n");
  });

  test("quote what would be two words, and double what would be a token", () => {
    expect(blockFor("box", { port: 20_000 }, "/home/my own/100%/door.sock")).toContain('RemoteForward 127.0.0.1:20000 "/home/my own/100%%/door.sock"');
    expect(() => blockFor("box", { port: 20_000 }, '/home/"/door.sock')).toThrow("cannot stand");
  });

  test("whatever stands in the file, adding and taking out gives its very bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const before = Buffer.from(bytes);
      const text = addition(before, BLOCK);
      const after = Buffer.concat([before, Buffer.from(text)]);
      expect(withoutAddition(after, text)).toEqual(before);
    }));
  });

  test("lines that were changed since, or stand there twice, are left to the person", () => {
    expect(withoutAddition(Buffer.from(BLOCK.replace("20000", "20001")), BLOCK)).toBeNull();
    expect(withoutAddition(Buffer.from(BLOCK + BLOCK), BLOCK)).toBeNull();
  });
});

describe("the file of ssh", () => {
  let folder: string;
  const added: SshBlock[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mascot-ssh-"));
    added.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const add = (file: string) => addToConfig(file, BLOCK, (block) => void added.push(block));

  test("that was not there is made for the person alone, and goes again", () => {
    const file = join(folder, ".ssh", "config");
    add(file);
    expect([statSync(file).mode & 0o777, statSync(join(folder, ".ssh")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(takeFromConfig(added[0] as SshBlock)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  test("that is a link stays one, and keeps its mode", () => {
    mkdirSync(join(folder, "dots"));
    writeFileSync(join(folder, "dots", "config"), "Host a\n  User b");
    chmodSync(join(folder, "dots", "config"), 0o644);
    symlinkSync(join(folder, "dots", "config"), join(folder, "config"));
    add(join(folder, "config"));
    expect(lstatSync(join(folder, "config")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "dots", "config"), "utf8")).toContain("RemoteForward");
    expect(statSync(join(folder, "dots", "config")).mode & 0o777).toBe(0o644);
    takeFromConfig(added[0] as SshBlock);
    expect(readFileSync(join(folder, "dots", "config"), "utf8")).toBe("Host a\n  User b");
  });

  test("to which the person added something after ours keeps that", () => {
    const file = join(folder, "config");
    writeFileSync(file, "Host a\n");
    add(file);
    writeFileSync(file, `${readFileSync(file, "utf8")}Host c\n`);
    expect(takeFromConfig(added[0] as SshBlock)).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("Host a\nHost c\n");
  });

  test("in which our lines were changed stays as it is, which is told", () => {
    const file = join(folder, "config");
    add(file);
    const changed = readFileSync(file, "utf8").replace("RemoteForward", "#RemoteForward");
    writeFileSync(file, changed);
    expect(takeFromConfig(added[0] as SshBlock)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe(changed);
  });
});
