import { describe, expect, it } from "vitest";
import { checkLayers, projectSources, sourceFile } from "./check-layers.mjs";

/** What the check says about one file with this text. */
const complaintsAbout = (path: string, text: string) => checkLayers([sourceFile(path, text)]);

describe("worlds apart", () => {
  const forbidden: [path: string, text: string, rule: string][] = [
    ["app/domain/phases.ts", 'import { readFileSync } from "node:fs";', "worlds"],
    ["app/domain/phases.ts", 'import { Store } from "../store/store.ts";', "worlds"],
    ["app/domain/phases.ts", 'import ajv from "ajv";', "worlds"],
    ["app/domain/phases.ts", "const now = Date.now();", "clock and chance"],
    ["app/domain/phases.ts", "const dice = Math.random();", "clock and chance"],
    ["app/domain/phases.ts", "const now = new Date();", "clock and chance"],
    ["schemas/bridge.ts", 'export { x } from "../app/parts.ts";', "worlds"],
    ["renderer/dashboard/app.tsx", 'import { readFile } from "node:fs/promises";', "worlds"],
    ["renderer/dashboard/app.tsx", 'import { shell } from "electron";', "electron"],
    ["renderer/dashboard/app.tsx", 'import { reduce } from "../../app/domain/reduce.ts";', "worlds"],
    ["renderer/dashboard/app.tsx", "return <b dangerouslySetInnerHTML={{ __html: reply }} />;", "page injection"],
    ["forwarder/deliver.ts", 'import express from "express";', "worlds"],
    ["forwarder/deliver.ts", 'import { mask } from "../app/domain/mask.ts";', "worlds"],
    ["forwarder/deliver.ts", 'process.stdout.write("hello");', "forwarder output"],
    ["forwarder/deliver.ts", 'console.error("hello");', "forwarder output"],
    ["forwarder/deliver.ts", "fs.writeSync(2, text);", "forwarder output"],
    ["forwarder/deliver.ts", 'const { spawn } = require("node:child_process");', "child processes"],
    ["app/pipeline/road.ts", 'import { spawn } from "node:child_process";', "child processes"],
    ["app/pipeline/road.ts", 'import { Store } from "../store/store.ts";', "worlds"],
    ["app/pipeline/road.ts", 'import { deliver } from "../../forwarder/deliver.ts";', "worlds"],
    ["app/hooks/install.ts", 'import { deliver } from "../../forwarder/deliver.ts";', "worlds"],
    ["app/main.ts", 'import { App } from "../renderer/dashboard/app.tsx";', "worlds"],
    ["app/assembly/road.ts", 'import { App } from "../../renderer/dashboard/app.tsx";', "worlds"],
    ["app/assembly/road.ts", 'import { app } from "electron";', "electron"],
    ["app/machine/timers.ts", 'import { Store } from "../store/store.ts";', "worlds"],
    ["app/collector/health.ts", 'import { app } from "electron";', "electron"],
    ["app/collector/health.ts", 'import sqlite3 from "sqlite3";', "sqlite"],
    ["app/collector/health.ts", 'const sql = "SELECT id FROM events";', "sql"],
    ["app/collector/health.ts", "const sql = `INSERT INTO events VALUES (?)`;", "sql"],
    ["app/collector/health.ts", "const text = readFileSync(path);", "synchronous files"],
    ["app/pipeline/road.ts", "fs.existsSync(path)", "synchronous files"],
    ["app/shell/tray.ts", 'ipcMain.handle("anything", run);', "raw ipc"],
    ["app/shell/windows.ts", "new BrowserWindow({ webPreferences: { sandbox: false } })", "insecure windows"],
    ["app/shell/windows.ts", "const options = { nodeIntegration: true };", "insecure windows"],
    ["app/store/long.ts", "\n".repeat(400), "length"],
  ];
  it.each(forbidden)("%s may not say: %s", (path, text, rule) => {
    const complaints = complaintsAbout(path, text);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain(`(${rule})`);
    expect(complaints[0]?.startsWith(`${path} `)).toBe(true);
  });

  const fine: [path: string, text: string][] = [
    ["app/domain/phases.ts", 'import type { Event } from "../../schemas/generated/types.ts";'],
    ["app/domain/phases.ts", 'import { assertNever } from "./assert.ts"; // not: import "node:fs"'],
    ["app/domain/phases.ts", "const then = new Date(event.ts); /* Date.now() would ask a clock */"],
    ["app/domain/phases.test.ts", 'import { readFileSync } from "node:fs";'],
    ["app/hooks/install.ts", 'import { edit } from "../../forwarder/settings/edit.ts";'],
    ["app/main.ts", 'import { Store } from "./store/store.ts"; import { app } from "electron";'],
    ["app/assembly/road.ts", 'import { Store } from "../store/store.ts";'],
    ["app/pipeline/road.ts", 'import { Timers } from "../machine/timers.ts";'],
    ["app/pipeline/road.ts", 'import type { Parts } from "../parts.ts";'],
    ["app/pipeline/road.ts", 'import { adapters } from "../providers/index.ts";'],
    ["app/pipeline/test-support.ts", "readFileSync(fixture)"],
    ["app/store/events.ts", 'import sqlite3 from "sqlite3"; const sql = "SELECT id FROM events";'],
    ["app/shell/ipc.ts", 'import { ipcMain } from "electron";'],
    ["app/shell/preload.ts", 'import { ipcRenderer } from "electron";'],
    ["app/collector/health.ts", 'const text = "please select one from the list";'],
    ["forwarder/output.ts", "process.stdout.write(text);"],
    ["forwarder/launch.ts", 'import { spawn } from "node:child_process";'],
    ["forwarder/settings/edit.ts", 'import { modify } from "jsonc-parser";'],
    ["renderer/mascots/scene.tsx", 'import { useState } from "react"; import "./scene.css";'],
    ["app/store/long.ts", "\n".repeat(399)],
  ];
  it.each(fine)("%s may say: %s", (path, text) => {
    expect(complaintsAbout(path, text)).toEqual([]);
  });

  it("names the package that reaches the hook command through another file", () => {
    const files = [
      sourceFile("forwarder/forward-to-mascot.ts", 'import { edit } from "./settings/edit.ts";'),
      sourceFile("forwarder/settings/edit.ts", 'import { modify } from "jsonc-parser";'),
    ];
    expect(checkLayers(files)).toEqual([
      "forwarder/settings/edit.ts brings jsonc-parser into the hook command (hook bundle)",
    ]);
  });

  it("names the package that a fresh clone's first command would miss", () => {
    const files = [
      sourceFile("build/test.mjs", 'import { check } from "./check-package.mjs";'),
      sourceFile("build/check-package.mjs", 'import fuses from "@electron/fuses"; const { build } = await import("esbuild");'),
    ];
    expect(checkLayers(files)).toEqual([expect.stringMatching(/^build\/check-package\.mjs imports @electron\/fuses,.*\(before install\)$/)]);
  });

  it("lets one file alone open addresses in the browser", () => {
    const caller = "shell.openExternal(url);";
    const files = [sourceFile("app/shell/links.ts", caller), sourceFile("app/shell/tray.ts", caller)];
    expect(checkLayers(files)).toEqual([
      expect.stringMatching(/^app\/shell\/tray\.ts calls shell\.openExternal.*\(open external\)$/),
    ]);
  });

  it("looks at every source of the project", () => {
    const paths = projectSources().map((file) => file.path);
    expect(paths).toContain("build/check-layers.mjs");
    expect(paths).toContain("app/parts.ts");
  });
});

describe("reading sources", () => {
  it("sees imports of every form and none in comments or strings", () => {
    const text = `
      import a from "a";
      import type { B } from 'b';
      export * from "./c.ts";
      const d = await import("d"), e = require("e");
      // import "no1";
      /* import "no2"; */
      const text = "import 'no3'";
      const pattern = /["']/; import "f";
    `;
    expect(sourceFile("x.ts", text).imports).toEqual(["a", "b", "./c.ts", "d", "e", "f"]);
  });

  it("does not take an address in a string for a comment", () => {
    const file = sourceFile("x.ts", 'const url = "http://127.0.0.1"; Date.now();');
    expect(file.code).toContain("Date.now()");
    expect(file.strings).toEqual(["http://127.0.0.1"]);
  });
});
