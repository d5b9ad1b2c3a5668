/**
 * A home whose app is on another system: one of Windows, seen from WSL, or one on another machine that hands in to a desk. There nothing is asked for that only the desk
 * has (a running app, its port, a screen), and what its file system cannot say is not held against it.
 */
import { join } from "node:path";
import { isWindowsAppsHome, openHome } from "../hook/home.ts";
import { readRelayState } from "../remote/relay-state.ts";
import { isRemoteHome, readRemoteHome } from "../remote/remote-home.ts";
import { fail, type Finding, fixBy, ok, skipped, warn } from "./finding.ts";
import type { DoctorLook, Elsewhere } from "./look.ts";

export function lookElsewhere(home: string): Elsewhere | null {
  if (isWindowsAppsHome(openHome(home))) return { kind: "windows" };
  return isRemoteHome(home) && readRemoteHome(home) !== null ? { kind: "desk", link: readRelayState(home) } : null;
}

/** Through WSL's mount every file is everybody's, whatever Windows says of it. */
export function withoutRights(look: DoctorLook): DoctorLook {
  if (look.elsewhere?.kind !== "windows") return look;
  return { ...look, home: { ...look.home, open: false }, forwarder: { ...look.forwarder, openToOthers: [] }, token: look.token === "open" ? "ok" : look.token };
}

export function asElsewhere(finding: Finding, look: DoctorLook): Finding {
  const { elsewhere } = look;
  if (elsewhere === null || look.app !== null) return finding;
  switch (finding.step) {
    case "app":
      return elsewhere.kind === "windows" ? ok("app", "app_on_windows", [join(look.home.path, "spool")]) : desk(elsewhere.link);
    case "port":
    case "display":
    case "tray":
      return skipped(finding.step, "of_the_desk");
    case "event":
      return look.event.kind === "spooled" ? ok("event", "event_for_the_desk", [look.event.event]) : finding;
    case "spool":
      return finding.reason === "spool_waits" ? { ...finding, state: look.spool.files > SPOOL_MANY ? "warn" : "ok", fix: look.spool.files > SPOOL_MANY ? fixBy("wait") : null } : finding;
    default:
      return finding;
  }
}

const SPOOL_MANY = 1000;

function desk(link: Extract<Elsewhere, { kind: "desk" }>["link"]): Finding {
  if (link === null) return ok("app", "desk_not_yet");
  if (link.state === "up") return ok("app", "desk_up");
  return link.state === "down" ? warn("app", "desk_trouble", [link.text]) : fail("app", "desk_trouble", [link.text]);
}
