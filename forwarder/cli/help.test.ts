import { describe, expect, it, test } from "vitest";
import { asksForHelp, helpFor, isCommand } from "./help.ts";
import { type Language, words } from "./words.ts";

const of = (language: Language, ...argv: string[]) => helpFor(words[language].help, words[language].helpOfAll, argv);
const commandsIn = (help: string) => new Set([...help.matchAll(/^ {2}agent-mascot ([a-z]+)/gm)].map(([, name]) => name as string));

test.each([[["--help"], true], [["hooks", "-h"], true], [["port", "create", "--help"], true], [["help"], true], [["help", "tail"], true], [["recall", "--", "--help"], false], [["recall", "help"], false], [["status"], false]])("%j asks for help: %s", (argv, asked) => {
  expect(asksForHelp(argv)).toBe(asked);
});

test.each([["recall", true], ["import", true], ["hooks frob", true], ["status now", true], ["frob", false], ["", false]])("%s begins like a command: %s", (line, known) => {
  for (const language of ["en", "ko"] as const) expect(isCommand(words[language].help, line.split(" "))).toBe(known);
});

describe.each(["en", "ko"] as const)("help of a command (%s)", (language) => {
  const { help, helpOfAll } = words[language];
  const named = [...commandsIn(help)];

  it("is asked for at every command", () => {
    expect(named).toEqual(expect.arrayContaining(["status", "tail", "hooks", "bridges", "doctor", "guard", "recall", "export", "import", "port", "remote", "hook", "sync", "event", "quit"]));
  });

  it.each(named)("%s: its own lines, each word for word as in the whole help, and where that is", (name) => {
    const lines = of(language, name, "--help").split("\n");
    expect([...commandsIn(lines.join("\n"))]).toEqual([name]);
    expect(lines.splice(-2)).toEqual(["", helpOfAll]);
    expect(help.split("\n")).toEqual(expect.arrayContaining(lines));
  });

  it("no line of the whole help is nobody's", () => {
    const own = named.flatMap((name) => of(language, name, "--help").split("\n").slice(0, -2));
    const others = help.split("\n").filter((line) => line.startsWith("  ") && !own.includes(line));
    expect(others.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(["agent-mascot", "agent-mascot --version | --help", expect.stringMatching(/^agent-mascot <.+> --help$/)]);
  });

  it("has the options below its lines", () => {
    expect(of(language, "hooks", "install", "--help")).toMatch(/--scope user\|project\|local.*--provider <name>.*--http.*plugin.*--remove/s);
    expect(of(language, "port", "create", "--help")).toMatch(/--title.*--depends.*--json/s);
    expect(of(language, "tail", "--help")).toMatch(/--no-follow.*--json/s);
  });

  it("of a command that is there by another name is that command's", () => {
    expect(of(language, "hooks", "doctor", "--help")).toBe(of(language, "doctor", "--help"));
    expect(of(language, "port-start", "--help")).toBe(of(language, "port", "--help"));
    expect(of(language, "hook", "port-end", "--help")).toBe(of(language, "port", "--help"));
    expect(of(language, "help", "guard")).toBe(of(language, "guard", "--help"));
  });

  it("is the whole help where no command of ours is named", () => {
    for (const argv of [["--help"], ["help"], ["dance", "--help"], ["--yes", "-h"]]) expect(of(language, ...argv)).toBe(help);
  });
});
