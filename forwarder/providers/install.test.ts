/** Hooks of other products: what people have in those files stays, byte for byte, and comes back. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allHooks, hooksBeside, hooksOf, installProvider, previewProvider, type ProviderPlace, providerStatus, uninstallProvider } from "./install.ts";
import { lineFor } from "./provider-hooks.ts";

const NOW = new Date("2026-11-28T09:00:00Z");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mascot-providers-"));
  mkdirSync(join(folder, "home", "spool"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function placeOf(id: string): ProviderPlace {
  const provider = hooksOf(id);
  if (provider === null) throw new Error(id);
  return { provider, folders: { userFolder: join(folder, "kim lee"), env: {} }, home: join(folder, "home"), node: null };
}

const fileOf = (place: ProviderPlace) => place.provider.file(place.folders);

function used(id: string): ProviderPlace {
  const place = placeOf(id);
  mkdirSync(place.provider.folder(place.folders), { recursive: true });
  return place;
}

function holding(id: string, text: string): ProviderPlace {
  const place = used(id);
  mkdirSync(dirname(fileOf(place)), { recursive: true });
  writeFileSync(fileOf(place), text);
  return place;
}

const ids = allHooks.map(({ id }) => id);
const inJson = ["codex", "gemini", "cursor"];

describe.each(ids)("%s", (id) => {
  it("S19: nothing is made where it is not used", () => {
    const place = placeOf(id);
    expect(installProvider(place, NOW)).toMatchObject({ ok: false, reason: "no_folder" });
    expect(existsSync(place.provider.folder(place.folders))).toBe(false);
  });

  it("S3: installing is told before it is done, the same twice, and uninstalling leaves nothing", () => {
    const place = used(id);
    const preview = previewProvider(place, "install");
    expect(preview).toMatchObject({ ok: true, changed: true });
    expect(existsSync(fileOf(place))).toBe(false);
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect(preview.ok && readFileSync(fileOf(place)).equals(preview.after)).toBe(true);
    expect(providerStatus(place)).toMatchObject({ ok: true, current: true });
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: false });
    expect(existsSync(join(place.home, "installed"))).toBe(true);
    expect(uninstallProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect(existsSync(fileOf(place))).toBe(false);
    expect(existsSync(join(place.home, "installed"))).toBe(false);
    expect(providerStatus(place)).toMatchObject({ ok: true, events: [] });
  });

  it("a line of another version is renewed where it stands", () => {
    const place = used(id);
    installProvider({ ...place, home: place.home, node: "/old/node" }, NOW);
    expect(providerStatus(place)).toMatchObject({ ok: true, current: false });
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true });
    expect(providerStatus(place)).toMatchObject({ ok: true, current: true });
  });

  it("removing one product's hooks leaves the others' working", () => {
    const place = used(id);
    const other = used(id === "codex" ? "gemini" : "codex");
    installProvider(place, NOW);
    installProvider(other, NOW);
    uninstallProvider(place, NOW);
    expect(existsSync(join(place.home, "installed"))).toBe(true);
    expect(providerStatus(other)).toMatchObject({ current: true });
  });
});

describe.each(inJson)("settings of people: %s", (id) => {
  const theirs = `{\r\n\t"zeta": 1.50,\r\n\t"hooks": {\r\n\t\t"Stop": [ {"hooks": [{"type":"command", "command":"say done"}] } ],\r\n\t\t"stop": [{ "command": "say done" }]\r\n\t},\r\n\t"alpha": "\\u00e9"\r\n}\r\n`;

  it("S1: keys, order, spaces and numbers stay, and the very bytes come back", () => {
    const place = holding(id, theirs);
    expect(installProvider(place, NOW)).toMatchObject({ ok: true, changed: true, backup: expect.any(String) });
    const now = readFileSync(fileOf(place), "utf8");
    for (const part of ['"zeta": 1.50,\r\n', '{"type":"command", "command":"say done"}', '{ "command": "say done" }', '"alpha": "\\u00e9"\r\n}\r\n']) expect(now).toContain(part);
    uninstallProvider(place, NOW);
    expect(readFileSync(fileOf(place), "utf8")).toBe(theirs);
  });

  it("what somebody wrote after the install stays when ours goes", () => {
    const place = holding(id, theirs);
    installProvider(place, NOW);
    writeFileSync(fileOf(place), readFileSync(fileOf(place), "utf8").replace("1.50", "2.50"));
    uninstallProvider(place, NOW);
    expect(readFileSync(fileOf(place), "utf8")).toBe(theirs.replace("1.50", "2.50"));
  });

  it.each([['{"a":1,"hooks":{},}', "not_json"], ["[]", "not_an_object"], ['{"hooks":"x"}', "hooks_not_an_object"], ['{"a":1,"a":2}', "duplicate_key"], ['{\n  "hooks": {} "b" }', "not_json"]])("S5: %s is refused with its place and left alone", (text, reason) => {
    const place = holding(id, text);
    expect(installProvider(place, NOW)).toMatchObject({ ok: false, reason, line: expect.any(Number), column: expect.any(Number) });
    expect(readFileSync(fileOf(place), "utf8")).toBe(text);
    expect(existsSync(join(place.home, "installed"))).toBe(false);
  });
});

it("comments stay where a product's settings may have them, and are refused where not", () => {
  const text = '{\n  // mine\n  "theme": "dark" /* here */, // and here\n  "hooks": { "AfterTool": [ { "hooks": [] } /* one */ ] } // last\n}\n';
  const gemini = holding("gemini", text);
  expect(installProvider(gemini, NOW)).toMatchObject({ ok: true, changed: true });
  const now = readFileSync(fileOf(gemini), "utf8");
  for (const comment of ["// mine", "/* here */", "// and here", "/* one */", "// last"]) expect(now).toContain(comment);
  writeFileSync(fileOf(gemini), now.replace("dark", "light"));
  uninstallProvider(gemini, NOW);
  expect(readFileSync(fileOf(gemini), "utf8")).toContain("// last");
  // A comment in the place of all entries would have to give way to ours.
  expect(installProvider(holding("cursor", '{"hooks":{"stop":[/* none */]}}'), NOW)).toMatchObject({ ok: false, reason: "would_lose_content" });
  expect(installProvider(holding("codex", text), NOW)).toMatchObject({ ok: false, reason: "not_json", line: 2 });
});

it.each(["copilot", "opencode"])("a file of somebody else's under our file's name is left alone: %s", (id) => {
  const place = holding(id, "// not yours\n");
  expect(installProvider(place, NOW)).toMatchObject({ ok: false, reason: "would_lose_content" });
  uninstallProvider(place, NOW);
  expect(readFileSync(fileOf(place), "utf8")).toBe("// not yours\n");
});

describe("the line, run as products run it", () => {
  const shells = ["sh", "bash", "dash", "zsh", "fish"].filter((shell) => spawnSync(shell, ["-c", "exit 0"]).status === 0);
  it.each(shells)("%s: silent, exit 0, the event in the spool under the product's name", (shell) => {
    writeFileSync(join(folder, "home", "installed"), "");
    const line = lineFor("gemini", join(folder, "home"), null)("PreToolUse");
    const run = spawnSync(shell, ["-c", line], { input: '{"session_id":"s","hook_event_name":"BeforeTool","tool_name":"glob"}', encoding: "utf8", env: { PATH: process.env["PATH"], HOME: folder } });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const [name, ...others] = readdirSync(join(folder, "home", "spool")).filter((file) => file.endsWith(".json"));
    expect(others).toEqual([]);
    const [header, payload] = readFileSync(join(folder, "home", "spool", name as string), "utf8").split("\n");
    expect(header).toContain("provider=gemini");
    expect(header).toContain(`PPID=${process.pid}`);
    expect(JSON.parse(payload as string)).toMatchObject({ hook_event_name: "BeforeTool" });
  });
});

describe("hooks in two files of a product", () => {
  const beside = (config: string | null): string | null => {
    const place = used("codex");
    if (config !== null) writeFileSync(join(place.provider.folder(place.folders), "config.toml"), config);
    return hooksBeside(place);
  };

  it("are told of where Codex warns of them: its config.toml holds some", () => {
    expect(beside('[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "true"\n')).toBe(join(folder, "kim lee", ".codex", "config.toml"));
  });

  it("are not told of where there are none, also when it keeps there which hooks it may run", () => {
    expect([null, "", '[hooks.state."/x/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n'].map(beside)).toEqual([null, null, null]);
    expect(hooksBeside(used("gemini"))).toBeNull();
  });
});
