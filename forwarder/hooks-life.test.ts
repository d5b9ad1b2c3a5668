/** `agent-mascot hooks repair | restore | plugin` and `doctor`, as processes. */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DoctorReport, DoctorStep } from "../schemas/generated/types.ts";
import { DoctorReport as isReport } from "../schemas/generated/validators.mjs";
import { buildForwarder } from "./test-support/built.ts";
import { temporaryFolder } from "./test-support/homes.ts";
import { type RunOptions, run } from "./test-support/run.ts";

const built = buildForwarder();
const NEW = ["--yes", "--client-version", "2.1.332"];
const THEIRS = '{\n\t"theme": "dark"\n}\n';

function person() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".claude"));
  const file = join(folder, ".claude", "settings.json");
  writeFileSync(file, THEIRS);
  const home = join(folder, ".agent-mascot");
  const cli = (args: string[], options: RunOptions = {}) => run(process.execPath, [built.cli, ...args], { cwd: folder, ...options, env: { HOME: folder, ...options.env } });
  return { folder, file, home, cli, read: () => readFileSync(file, "utf8") };
}

async function doctor(cli: ReturnType<typeof person>["cli"], options: RunOptions = {}): Promise<Record<string, DoctorStep>> {
  const ran = await cli(["doctor", "--json"], options);
  const report = JSON.parse(ran.stdout) as DoctorReport;
  expect(isReport(report)).toBe(true);
  return Object.fromEntries(report.steps.map((step) => [step.step, step]));
}

describe("hooks repair", () => {
  test("puts back lost and old entries, the mark and the hook command, and changes nothing else", async () => {
    const { file, home, cli, read } = person();
    expect(await cli(["hooks", "repair", ...NEW])).toMatchObject({ code: 1, stderr: expect.stringContaining("hooks install") });
    expect(read()).toBe(THEIRS);
    await cli(["hooks", "install", ...NEW]);
    const whole = read();
    const settings = JSON.parse(whole) as { theme: string; hooks: Record<string, unknown> };
    delete settings.hooks["Stop"];
    writeFileSync(file, JSON.stringify({ ...settings, theme: "light" }, null, "\t").replace("umask 077;", ""));
    rmSync(join(home, "installed"));
    appendFileSync(join(home, "bin", "forward-to-mascot.cjs"), "// changed");
    expect(await cli(["hooks", "repair", ...NEW])).toMatchObject({ code: 0, stderr: "" });
    const repaired = JSON.parse(read()) as typeof settings;
    expect(repaired.theme).toBe("light");
    expect(repaired.hooks).toEqual((JSON.parse(whole) as typeof settings).hooks);
    expect(existsSync(join(home, "installed"))).toBe(true);
    expect(readFileSync(join(home, "bin", "forward-to-mascot.cjs"), "utf8")).toBe(readFileSync(built.cjs, "utf8"));
  });

  test("all scopes that hooks were installed into, and no other; asks first", async () => {
    const { folder, file, cli, read } = person();
    const project = join(folder, "shop");
    mkdirSync(project);
    await cli(["hooks", "install", ...NEW, "--scope", "local"], { cwd: project });
    const local = join(project, ".claude", "settings.local.json");
    writeFileSync(local, "{}");
    expect(await cli(["hooks", "repair", "--client-version", "2.1.332"], { cwd: project })).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(readFileSync(local, "utf8")).toBe("{}");
    expect(await cli(["hooks", "repair", ...NEW], { cwd: project })).toMatchObject({ code: 0 });
    expect(readFileSync(local, "utf8")).toContain("# agent-mascot");
    expect(read()).toBe(THEIRS);
    expect(existsSync(file)).toBe(true);
  });
});

describe("hooks restore", () => {
  test("lists the copies, shows what one would change, asks, and gives it back", async () => {
    const { cli, read } = person();
    expect(await cli(["hooks", "restore"])).toMatchObject({ code: 1, stderr: expect.stringContaining("no copies") });
    await cli(["hooks", "install", ...NEW]);
    expect((await cli(["hooks", "restore"])).stdout).toMatch(/^ {2}1 .*settings\.json\.agent-mascot-\d{8}-\d{6}\.bak$/m);
    expect(await cli(["hooks", "restore", "1"])).toMatchObject({ code: 1, stdout: expect.stringContaining('-   "hooks"'.slice(0, 2)) });
    expect(read()).not.toBe(THEIRS);
    expect(await cli(["hooks", "restore", "7", "--yes"])).toMatchObject({ code: 2 });
    expect(await cli(["hooks", "restore", "1", "--yes"])).toMatchObject({ code: 0 });
    expect(read()).toBe(THEIRS);
  });
});

test("hooks plugin writes the folder and says how to add it; --http says what it costs", async () => {
  const { folder, cli, read } = person();
  const place = join(folder, "plugin");
  const written = await cli(["hooks", "plugin", place, "--client-version", "2.1.332"]);
  expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining(`--plugin-dir ${place}`) });
  expect(readFileSync(join(place, "hooks", "hooks.json"), "utf8")).not.toContain(folder);
  expect(await cli(["hooks", "plugin", "--remove"])).toMatchObject({ code: 0 });
  expect(existsSync(place)).toBe(false);
  const http = await cli(["hooks", "install", "--http", ...NEW]);
  expect(http.stdout).toContain("unverified");
  expect(read()).toContain("http://127.0.0.1:4820/hooks/claude");
  await cli(["hooks", "uninstall", "--yes"]);
  expect(read()).toBe(THEIRS);
});

describe("doctor, without the app", () => {
  test("nothing is installed: says so, and leaves no trace", async () => {
    const { home, cli } = person();
    const steps = await doctor(cli);
    expect(steps["hooks"]).toMatchObject({ state: "fail", fix: { command: "agent-mascot hooks install", action: "install" } });
    expect(steps["event"]).toMatchObject({ state: "skipped" });
    expect(existsSync(home)).toBe(false);
  });

  test("installed: an event goes through the installed line into the spool and is taken out again", async () => {
    const { home, cli } = person();
    await cli(["hooks", "install", ...NEW]);
    const steps = await doctor(cli);
    expect(steps["hooks"]?.state).toBe("ok");
    expect(steps["event"]).toMatchObject({ state: "warn", text: expect.stringContaining("written down") });
    expect(readdirSync(join(home, "spool"))).toEqual([]);
    const code = (await cli(["doctor"], { env: { DISPLAY: ":0" } })).code;
    expect(code).toBe(0);
  });

  test("a home that others may look into, a token that others may read, a changed hook command", async () => {
    const { home, cli } = person();
    await cli(["hooks", "install", ...NEW]);
    writeFileSync(join(home, "token"), "ab".repeat(32), { mode: 0o644 });
    chmodSync(home, 0o755);
    appendFileSync(join(home, "bin", "forward-to-mascot.cjs"), "// changed");
    const steps = await doctor(cli);
    for (const name of ["home", "token", "forwarder"]) expect(steps[name]?.state, name).toBe("fail");
    await cli(["hooks", "repair", ...NEW]);
    const mended = await doctor(cli);
    for (const name of ["home", "forwarder"]) expect(mended[name]?.state, name).toBe("ok");
  });

  test("whoever looks on does not read the proxy's password", async () => {
    const { folder, cli } = person();
    for (const address of ["http://kim:secret@proxy:3128", "kim:secret@proxy:3128", "http://kim:se@cret@proxy:3128/"]) {
      const { stdout } = await cli(["doctor", "--json"], { cwd: folder, env: { HTTP_PROXY: address } });
      expect(stdout).toContain("proxy:3128");
      expect(stdout).not.toMatch(/kim:|secret|cret@/);
    }
  });

  test("a settings file that is a link to nowhere is named so, in both languages", async () => {
    const { folder, file, cli } = person();
    rmSync(file, { force: true });
    symlinkSync(join(folder, "nowhere.json"), file);
    for (const [LANG, words] of [["C.UTF-8", "a link that leads to no file"], ["ko_KR.UTF-8", "가리키는 파일이 없는 링크입니다"]] as const) {
      expect((await cli(["doctor"], { cwd: folder, env: { LANG } })).stdout).toContain(words);
    }
  });

  test("the report names no folder of the person, in both languages", async () => {
    const { folder, home, cli } = person();
    const project = join(folder, "very-secret-shop");
    mkdirSync(join(project, ".claude"), { recursive: true });
    writeFileSync(join(project, ".claude", "settings.json"), "{ broken");
    await cli(["hooks", "install", ...NEW]);
    writeFileSync(join(home, "token"), "ab".repeat(32), { mode: 0o600 });
    for (const LANG of ["C.UTF-8", "ko_KR.UTF-8"]) {
      const { stdout } = await cli(["doctor", "--report"], { cwd: project, env: { LANG, HTTP_PROXY: "http://kim:secret@proxy:3128" } });
      for (const word of [folder, "very-secret-shop", "kim:secret", "ab".repeat(32)]) expect(stdout).not.toContain(word);
      expect(stdout).toContain("<project>");
    }
  }, 60_000);
});
