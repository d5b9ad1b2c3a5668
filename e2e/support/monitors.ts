/** A real X server with monitors that are plugged in and out: Xorg with its dummy driver, whose outputs are connected while they have a mode. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { removeFolder } from "../../build/lib/remove-folder.mjs";

const DRIVERS = ["/usr/lib/xorg/modules/drivers/dummy_drv.so", "/usr/lib64/xorg/modules/drivers/dummy_drv.so"];
const SERVER = "/usr/bin/Xorg";

const CONFIG = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1280x800"
    Virtual 4096 2048
  EndSubSection
EndSection
`;

/** Why there can be none here; null when there can. Only root may start this server without a screen of its own. */
export function whyNoMonitors(): string | null {
  if (process.getuid?.() !== 0) return "Xorg without a screen wants root";
  return existsSync(SERVER) && DRIVERS.some((driver) => existsSync(driver)) ? null : "no Xorg with its dummy driver (Debian: xserver-xorg-core, xserver-xorg-video-dummy)";
}

export type Side = "--right-of" | "--left-of" | "--above" | "--below";

export class Monitors {
  private constructor(private readonly server: ChildProcess, private readonly folder: string, readonly display: string) {}

  /** One of 1280 × 800. */
  static async start(): Promise<Monitors> {
    const folder = mkdtempSync(join(tmpdir(), "mascot-monitors-"));
    writeFileSync(join(folder, "xorg.conf"), CONFIG);
    // The server itself picks a free number, so two never collide.
    const server = spawn(SERVER, ["-displayfd", "3", "-config", join(folder, "xorg.conf"), "-logfile", join(folder, "log"), "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "vt7"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const number = await new Promise<string>((resolve, reject) => {
      (server.stdio[3] as Readable).once("data", (line: Buffer) => resolve(line.toString().trim()));
      server.once("exit", (code) => reject(new Error(`Xorg ended with ${code}`)));
      server.once("error", reject);
    });
    const monitors = new Monitors(server, folder, `:${number}`);
    await monitors.tool("xrandr", "--output", "DUMMY0", "--primary", "--mode", "1280x800");
    for (const mode of ["1024x768", "800x600"]) await monitors.tool("xrandr", "--addmode", "DUMMY1", mode);
    return monitors;
  }

  /** A second one, beside the first. @param mode 1024x768 or 800x600 */
  plugIn(mode: string, where: Side = "--right-of"): Promise<void> {
    return this.change("--mode", mode, where, "DUMMY0");
  }

  unplug(): Promise<void> {
    return this.change("--off");
  }

  /** What is connected the server notes only when it is asked to look. */
  private async change(...how: string[]): Promise<void> {
    await this.tool("xrandr", "--output", "DUMMY1", ...how);
    await this.tool("xrandr", "--query");
  }

  /** Runs a desktop tool on these monitors. */
  async tool(command: string, ...args: string[]): Promise<string> {
    return (await promisify(execFile)(command, args, { encoding: "utf8", env: { ...process.env, DISPLAY: this.display } })).stdout.trim();
  }

  async stop(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.server.once("exit", () => resolve()));
    this.server.kill();
    await gone;
    removeFolder(this.folder);
  }
}
