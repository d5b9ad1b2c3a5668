/** Other products' files as they lie about on real disks: whatever is in the way is named, nothing of it is lost, and nothing is thrown. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allHooks, hooksOf, installProvider, previewProvider, type ProviderPlace, providerStatus, uninstallProvider } from "./install.ts";

const NOW = new Date("2026-11-28T09:00:00Z");
const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mascot-odd-"));
  mkdirSync(join(folder, "home", "spool"), { recursive: true });
});
afterEach(() => {
  spawnChmod(folder);
  rmSync(folder, { recursive: true, force: true });
});

/** What a test made read-only. */
function spawnChmod(path: string): void {
  if (lstatSync(path).isDirectory()) {
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) spawnChmod(join(path, name));
  }
}

function used(id: string): ProviderPlace {
  const provider = hooksOf(id);
  if (provider === null) throw new Error(id);
  const place = { provider, folders: { userFolder: join(folder, "kim lee"), env: {} }, home: join(folder, "home"), node: null };
  mkdirSync(provider.folder(place.folders), { recursive: true });
  return place;
}

const fileOf = (place: ProviderPlace) => place.provider.file(place.folders);
const withFolder = (place: ProviderPlace) => (mkdirSync(dirname(fileOf(place)), { recursive: true }), place);

const ids = allHooks.map(({ id }) => id);
const inJson = ["codex", "gemini", "cursor"];
const inOwnFolder = ["copilot", "opencode"];

/** All that a person can ask for. */
const everything = (place: ProviderPlace) => [providerStatus(place), previewProvider(place, "install"), installProvider(place, NOW), previewProvider(place, "remove"), uninstallProvider(place, NOW)];

describe.each(ids)("%s", (id) => {
  it("a folder in the file's place is named and left alone", () => {
    const place = used(id);
    mkdirSync(fileOf(place), { recursive: true });
    for (const said of everything(place)) expect(said).toMatchObject({ ok: false, reason: "not_a_file" });
    expect(statSync(fileOf(place)).isDirectory()).toBe(true);
  });

  it("a link to nowhere, or to itself, is named and stays", () => {
    for (const to of ["gone.json", fileOf(used(id))]) {
      const place = withFolder(used(id));
      rmSync(fileOf(place), { force: true });
      symlinkSync(to, fileOf(place));
      for (const said of everything(place)) expect(said).toMatchObject({ ok: false, reason: "dead_link" });
      expect(readlinkSync(fileOf(place))).toBe(to);
    }
  });

  it("a file that is read-only is the person's word, for installing and for removing", () => {
    const place = withFolder(used(id));
    installProvider(place, NOW);
    const before = readFileSync(fileOf(place));
    chmodSync(fileOf(place), 0o444);
    expect(installProvider({ ...place, node: "/another/node" }, NOW)).toMatchObject({ ok: false, reason: "read_only" });
    expect(uninstallProvider(place, NOW)).toMatchObject({ ok: false, reason: "read_only" });
    expect(readFileSync(fileOf(place)).equals(before)).toBe(true);
  });

  it.skipIf(isRoot)("a folder that is read-only is named", () => {
    const place = used(id);
    chmodSync(place.provider.folder(place.folders), 0o500);
    expect(installProvider(place, NOW)).toMatchObject({ ok: false, reason: "read_only" });
  });

  it("a file of nothing but ours that the person put elsewhere and linked goes with its link, and can come back", () => {
    const place = withFolder(used(id));
    installProvider(place, NOW);
    const kept = join(folder, "dotfiles.json");
    renameSync(fileOf(place), kept);
    symlinkSync(kept, fileOf(place));
    expect(providerStatus(place)).toMatchObject({ ok: true, current: true });
    expect(uninstallProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect([lstatSync(fileOf(place), { throwIfNoEntry: false }), existsSync(kept)]).toEqual([undefined, false]);
    expect(providerStatus(place)).toMatchObject({ ok: true, events: [] });
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect(providerStatus(place)).toMatchObject({ ok: true, current: true });
  });

  it("a product's folder that is a file is named", () => {
    const place = used(id);
    rmSync(place.provider.folder(place.folders), { recursive: true });
    writeFileSync(place.provider.folder(place.folders), "not a folder");
    expect(installProvider(place, NOW)).toMatchObject({ ok: false });
    expect(uninstallProvider(place, NOW)).toMatchObject({ ok: false });
    expect(readFileSync(place.provider.folder(place.folders), "utf8")).toBe("not a folder");
  });

  it("records of ours that are broken, odd or gone cost nothing of the person's", () => {
    for (const records of ["{", "[]", '{"x":1}', "null", '{"aaa":{"backup":5}}']) {
      const place = withFolder(used(id));
      installProvider(place, NOW);
      for (const name of readdirSync(place.home).filter((name) => name.endsWith(".json"))) writeFileSync(join(place.home, name), records);
      expect(uninstallProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
      expect(providerStatus(place)).toMatchObject({ ok: true, events: [] });
    }
  });
});

describe.each(inOwnFolder)("%s", (id) => {
  it("a file in the place of its folder of hooks is named and left alone", () => {
    const place = used(id);
    writeFileSync(dirname(fileOf(place)), "somebody's");
    const said = installProvider(place, NOW);
    expect(said).toMatchObject({ ok: false });
    expect(readFileSync(dirname(fileOf(place)), "utf8")).toBe("somebody's");
  });
});

const BOM = "\ufeff";
describe.each(inJson)("%s", (id) => {
  const event = { codex: "Stop", gemini: "AfterAgent", cursor: "stop" }[id] as string;
  it.each([
    ["a mark and line ends of Windows", `${BOM}{\r\n  "hooks": {\r\n    "${event}": []\r\n  }\r\n}\r\n`], ["no line end", '{"theme":"x"}'], ["one line end too many", "{}\n\n\n"], ["tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
    ["keys of JavaScript's own", '{"__proto__": {"x": 1}, "constructor": 2, "hooks": {"toString": [{"command": "x"}], "__proto__": [{"command": "y"}]}}\n'], ["numbers that no double holds", '{"n": 12345678901234567890, "e": 1e400}\n'],
    ["words in Korean and signs beyond", '{"이름": "콩 🫘", "\\ud83d": "\\u0000"}\n'],
  ])("%s: nothing else changes, and the very bytes come back", (_what, text) => {
    const place = used(id);
    writeFileSync(fileOf(place), text);
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect(providerStatus(place)).toMatchObject({ ok: true, current: true });
    const now = readFileSync(fileOf(place), "utf8");
    expect(now.startsWith(BOM)).toBe(text.startsWith(BOM));
    if (text.includes("\r\n")) expect(now.replaceAll("\r\n", "")).not.toContain("\n");
    for (const part of text.match(/12345678901234567890|1e400|"이름": "콩 🫘"|"\\ud83d": "\\u0000"|"__proto__": \{"x": 1\}|"__proto__": \[\{"command": "y"\}\]/g) ?? []) expect(now).toContain(part);
    uninstallProvider(place, NOW);
    expect(readFileSync(fileOf(place), "utf8")).toBe(text);
  });

  it.each([["UTF-16", Buffer.from("\ufeff{}", "utf16le")], ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])], ["nesting without end", Buffer.from(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)]])("%s is refused and left alone", (_what, bytes) => {
    const place = used(id);
    writeFileSync(fileOf(place), bytes);
    for (const said of [previewProvider(place, "install"), installProvider(place, NOW), uninstallProvider(place, NOW)]) expect(said).toMatchObject({ ok: false });
    expect(readFileSync(fileOf(place)).equals(bytes)).toBe(true);
  });

  it("an empty file, and one of nothing but space, is taken for one without settings and comes back", () => {
    for (const text of ["", "\n", " \r\n"]) {
      const place = used(id);
      writeFileSync(fileOf(place), text);
      expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
      uninstallProvider(place, NOW);
      expect(readFileSync(fileOf(place), "utf8")).toBe(text);
    }
  });

  it("a product that writes its settings all the time loses nothing to us, nor we to it", async () => {
    const place = used(id);
    const file = fileOf(place);
    writeFileSync(file, '{"n": 0}\n');
    const script = `const f=require("fs");const file=process.argv[1];for(let n=1;n<=400;n++){const o=JSON.parse(f.readFileSync(file,"utf8"));o.n=n;f.writeFileSync(file+".tmp",JSON.stringify(o,null,2));f.renameSync(file+".tmp",file);Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,1)}`;
    const writer = spawn(process.execPath, ["-e", script, file], { stdio: "ignore" });
    const ended = new Promise<number | null>((resolve) => writer.once("exit", resolve));
    let running = true;
    void ended.then(() => (running = false));
    const said: string[] = [];
    for (let n = 0; running; n++) {
      const done = n % 2 === 0 ? installProvider(place, NOW) : uninstallProvider(place, NOW);
      said.push(done.ok ? "ok" : done.reason);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ended).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ n: expect.any(Number) });
    expect(new Set(said)).toEqual(new Set(said.filter((one) => ["ok", "changed_meanwhile"].includes(one))));
    expect(installProvider(place, NOW)).toMatchObject({ ok: true });
    expect(uninstallProvider(place, NOW)).toMatchObject({ ok: true });
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")) as object)).toEqual(["n"]);
  });
});
