/** The settings files that a client reads, as the doctor sees them. */
import { existsSync } from "node:fs";
import { settingsFile, type ScopeFolders } from "../settings/scopes.ts";
import { hooksStatus } from "../settings/install.ts";
import { type Handler, httpPortOf, isOutdated, type PlannedHook } from "../settings/plan.ts";
import { entriesFor, type HomePlace } from "../settings/usual-home.ts";
import type { LayerLook, LayerName } from "./look.ts";

/** Where the client looks for what an organisation prescribes (contract §2). */
export function managedFile(platform: string): string {
  if (platform === "win32") return "C:\\Program Files\\ClaudeCode\\managed-settings.json";
  return platform === "darwin" ? "/Library/Application Support/ClaudeCode/managed-settings.json" : "/etc/claude-code/managed-settings.json";
}

export interface LayerFolders extends ScopeFolders {
  home: string;
  platform: string;
  managed: string;
}

/** Those that are there, the one that wins over the others first; the person's own in any case. */
export function lookAtLayers(folders: LayerFolders): LayerLook[] {
  const own = settingsFile("user", folders);
  const files: [LayerName, string][] = [["managed", folders.managed], ["local", settingsFile("local", folders)], ["project", settingsFile("project", folders)], ["user", own]];
  // In the person's own folder the project's file is the user's.
  return files.filter(([layer, file]) => layer === "user" || (file !== own && existsSync(file))).map(([layer, file]) => layerIn(layer, file, folders));
}

function layerIn(layer: LayerName, file: string, folders: LayerFolders): LayerLook {
  const { home, platform } = folders;
  const status = hooksStatus(file);
  const ours = oursIn(status, folders);
  const ports = ours.map(({ handler }) => httpPortOf(handler)).filter((port) => port !== null);
  return { layer, file, status, events: [...new Set(ours.map(({ event }) => event))], outdated: isOutdated(ours, platform, home), httpPorts: [...new Set(ports)] };
}

function oursIn(status: LayerLook["status"], place: HomePlace): PlannedHook[] {
  return status.ok ? entriesFor(status.ours, place) : [];
}

/** The entry that a test event goes through: one that asks for nothing where there is one. */
export function lineToTry(layers: readonly LayerLook[], place: HomePlace): PlannedHook | null {
  const ours = layers.flatMap(({ status }) => oursIn(status, place));
  return ours.find(({ event }) => event === "Notification") ?? ours.find(({ event }) => event === "Stop") ?? ours[0] ?? null;
}

/** The node that a line names from the time of installing. */
export function nodeNamedIn(handler: Handler | undefined): string | null {
  if (handler?.type !== "command") return null;
  if (handler.args) return handler.command;
  const quoted = /;j='((?:[^']|'\\'')*)';\[ -x "\$j" \]/.exec(handler.command)?.[1] ?? /\bj='((?:[^']|'\\'')*)'/.exec(handler.command)?.[1];
  return quoted === undefined ? null : quoted.replaceAll("'\\''", "'");
}
