/** The real app with a door into its pages: Playwright starts it, as the tests do. Figures of processor time are not to be taken on it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import { freePorts } from "../../build/lib/free-ports.mjs";
import { electronExecutable, electronSwitches, mascotEnvironment, until } from "./apps.ts";

export interface MascotWithPages {
  home: string;
  token: string;
  socket: string;
  port: number;
  electron: ElectronApplication;
  /** The page with the mascots, loaded. */
  mascots: Page;
}

const WITHIN = { withinMs: 30_000, everyMs: 50 };

export async function withPages<Result>(home: string, work: (app: MascotWithPages) => Promise<Result>, env: Record<string, string> = {}): Promise<Result> {
  const port = await freePorts();
  const electron = await _electron.launch({ executablePath: electronExecutable(), args: [...electronSwitches(), process.cwd()], env: { ...mascotEnvironment(home, port), ...env } });
  try {
    const token = await until(() => textOf(join(home, "token")), { ...WITHIN, what: "the app has a token" });
    const mascots = await until(() => electron.windows().find((window) => window.url().includes("mascots.html")), { ...WITHIN, what: "the mascots' window" });
    await mascots.waitForSelector(".stage", { state: "attached" });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok, { ...WITHIN, what: "the app answers" });
    return await work({ home, token: token.trim(), socket: join(home, "mascot.sock"), port, electron, mascots });
  } finally {
    await electron.close();
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
