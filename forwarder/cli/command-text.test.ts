import { expect, test } from "vitest";
import { commandWith, wordOfShell } from "./command-text.ts";

test.each([
  ["linux", "/home/kim/plugin", "/home/kim/plugin"],
  ["linux", "/home/kim/my plugin", "'/home/kim/my plugin'"],
  ["darwin", "/Users/kim/it's", "'/Users/kim/it'\\''s'"],
  ["win32", "C:\\Users\\kim\\.agent-mascot\\claude-plugin", "C:\\Users\\kim\\.agent-mascot\\claude-plugin"],
  ["win32", "C:\\Users\\김민수\\plugin", "C:\\Users\\김민수\\plugin"],
  ["win32", "C:\\Users\\Kim Min\\plugin", '"C:\\Users\\Kim Min\\plugin"'],
  ["win32", "C:\\R&D\\it's", '"C:\\R&D\\it\'s"'],
])("a path for a command line, on %s: %s", (platform, path, word) => {
  expect(wordOfShell(path, platform)).toBe(word);
});

test("a command with a variable of its own, for whichever shell the system has", () => {
  expect(commandWith("CLAUDE_CONFIG_DIR", "/home/kim/work", "agent-mascot hooks install", "linux")).toBe("CLAUDE_CONFIG_DIR=/home/kim/work agent-mascot hooks install");
  expect(commandWith("CLAUDE_CONFIG_DIR", "/home/kim/my work", "agent-mascot hooks install", "linux")).toBe("CLAUDE_CONFIG_DIR='/home/kim/my work' agent-mascot hooks install");
  expect(commandWith("CLAUDE_CONFIG_DIR", "C:\\my work", "agent-mascot hooks install", "win32")).toBe('cmd /c "set CLAUDE_CONFIG_DIR=C:\\my work&& agent-mascot hooks install"');
});
