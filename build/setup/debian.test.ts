import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder, withPrograms, writeScript } from "../test-support.ts";
import { missingCompilers, provideCompiler, provideDependenciesOf, provideLibraries } from "./debian.mjs";

const lddWithout = (...libraries: string[]) => ({
  ldd: `printf '\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n'; ${libraries.map((name) => `printf '\\t${name} => not found\\n'`).join("; ")}`,
});
/** An apt that knows these packages, and no other. */
const apt = (...known: string[]) => ({
  "apt-get": "exit 0",
  "apt-cache": `case " ${known.join(" ")} " in *" $2 "*) echo "  Candidate: 1.0" ;; *) echo "  Candidate: (none)" ;; esac`,
});

describe.runIf(process.platform === "linux")("missing system libraries", () => {
  afterEach(() => vi.restoreAllMocks());
  const asUser = () => vi.spyOn(process as { getuid(): number }, "getuid").mockReturnValue(1000);

  it("are named in the exact line to run, when the person is not root", async () => {
    asUser();
    const program = writeScript(temporaryFolder(), "electron", "");
    const programs = { ...lddWithout("libgtk-3.so.0", "libnss3.so", "libsmime3.so"), ...apt("libgtk-3-0", "libnss3") };
    await expect(withPrograms(programs, () => provideLibraries(program))).rejects.toThrow("sudo apt-get install libgtk-3-0 libnss3\n");
  });

  it("have the names of the newer Debian where that is what runs", async () => {
    asUser();
    const program = writeScript(temporaryFolder(), "electron", "");
    const programs = { ...lddWithout("libasound.so.2"), ...apt("libasound2t64", "libasound2") };
    await expect(withPrograms(programs, () => provideLibraries(program))).rejects.toThrow("install libasound2t64\n");
  });

  it("are named together with the compiler that is missing first, so that the person asks once", async () => {
    asUser();
    const everythingBut = (...missing: string[]) => {
      const known = ["asound.so.2", "nss3.so"].filter((name) => !missing.includes(name));
      return { ldconfig: `printf '${known.map((name) => `\\tlib${name} (libc6,x86-64) => /lib/lib${name}\\n`).join("")}'` };
    };
    const empty = temporaryFolder();
    const before = process.env.PATH;
    process.env.PATH = empty;
    try {
      const programs = { ...everythingBut("nss3.so"), ...apt("libnss3", "libasound2") };
      const asked = withPrograms(programs, () => provideCompiler()).catch((error: Error) => error.message);
      expect(await asked).toMatch(/sudo apt-get install g\+\+ make python3 .*\blibnss3\b/);
      expect(await asked).not.toMatch(/libasound2/);
    } finally {
      process.env.PATH = before;
    }
  });

  it("are named themselves when no Debian package is known for one", async () => {
    const program = writeScript(temporaryFolder(), "electron", "");
    const programs = { ...lddWithout("libunheard.so.7"), ...apt() };
    await expect(withPrograms(programs, () => provideLibraries(program))).rejects.toThrow("libunheard.so.7");
  });

  it("are installed in one go by root", async () => {
    vi.spyOn(process as { getuid(): number }, "getuid").mockReturnValue(0);
    const folder = temporaryFolder();
    const program = writeScript(folder, "electron", "");
    const programs = { ...lddWithout("libgtk-3.so.0", "libgbm.so.1"), ...apt("libgtk-3-0", "libgbm1") };
    programs["apt-get"] = `[ "$1" = install ] && echo "$@" >> '${folder}/calls'; exit 0`;
    await withPrograms(programs, () => provideLibraries(program));
    const { readFileSync } = await import("node:fs");
    const calls = readFileSync(`${folder}/calls`, "utf8").trim().split("\n");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/ libgtk-3-0 libgbm1$/);
  });
});

describe.runIf(process.platform === "linux")("tools", () => {
  it("are not installed again when they are there", async () => {
    expect(await withPrograms({ "g++": "", make: "", python3: "" }, async () => missingCompilers())).toEqual([]);
  });

  it("of a package's dependencies, a choice is met by any one of its names", async () => {
    vi.spyOn(process as { getuid(): number }, "getuid").mockReturnValue(1000);
    const programs = {
      "dpkg-deb": "echo 'liba, libb | libb64, libc (>= 2)'",
      "dpkg-query": "printf 'liba\\nlibb64\\n'",
      ...apt("libc"),
    };
    await expect(withPrograms(programs, () => provideDependenciesOf("x.deb"))).rejects.toThrow("sudo apt-get install libc\n");
    vi.restoreAllMocks();
  });
});
