/** The steps about the app: whether it runs, is reached, takes an event in and keeps it. Pure. */
import type { DoctorAppSide } from "../../schemas/generated/types.ts";
import { bridges } from "./bridge-step.ts";
import { fail, type Finding, type Fix, fixBy, ok, REPAIR, skipped, START, warn } from "./finding.ts";
import type { DoctorLook, PortOwner } from "./look.ts";

const USUAL_PORT = 4820;
const MEGABYTE = 1024 * 1024;
/** A log that is read back by every start: more than this was not moved into the database for long. */
const WAL_LARGE = 64 * MEGABYTE;
const SPOOL_MANY = 1000;

export function appSteps(look: DoctorLook): Finding[] {
  return [app(look), port(look), token(look), proxy(look), event(look), spool(look), database(look), wal(look), bridges(look), display(look), tray(look)];
}

function app(look: DoctorLook): Finding {
  const { app: running, appTrouble, discovery } = look;
  if (running !== null) return runningApp(running);
  if (appTrouble !== null) return fail("app", "app_silent", [appTrouble], endIt(look));
  if (!discovery.there) return warn("app", "app_never_ran", [], START);
  return discovery.stopped ? warn("app", "app_ended", [], START) : warn("app", "app_died", [discovery.pid ?? "?"], START);
}

/**
 * It is there and says nothing. No step may take it for one that is not running: starting it would mend nothing. Where nobody listens it is not there, whoever has its
 * number by now.
 */
function isSilent({ app: running, appTrouble }: DoctorLook): boolean {
  return running === null && appTrouble !== null;
}

/** Asked to quit it would not hear it either. A process is named only where it is the app beyond doubt: it has its port. */
function endIt({ discovery: { pid }, port: { owner } }: DoctorLook): Fix {
  return pid !== null && owner?.pid === pid ? fixBy("end_process", { values: [pid] }) : fixBy("restart");
}

function runningApp({ version, pid, recording, notices = [] }: DoctorAppSide): Finding {
  if (!recording) return fail("app", "app_not_recording", [], fixBy("see_notices"));
  return notices.length === 0 ? ok("app", "app_runs", [version, pid]) : warn("app", "app_warns", [version, pid, notices.join(", ")], fixBy("see_notices"));
}

function port(look: DoctorLook): Finding {
  const { app: running, discovery, port: { port: number, proved, owner, usualOwner } } = look;
  if (isSilent(look) && (owner === null || owner.pid === discovery.pid)) return skipped("port", "app_says_nothing");
  if (running === null) return owner === null ? skipped("port", "port_not_looked_at") : warn("port", "port_taken", [number, named(owner)], fixBy("port_is_no_matter"));
  if (running.port === 0) return warn("port", "port_none", [], fixBy("port_is_no_matter"));
  if (proved === false) return fail("port", "port_stolen", [number, owner ? named(owner) : "?"], fixBy("restart"));
  if (usualOwner !== null && running.port !== USUAL_PORT) return ok("port", "port_other", [running.port, USUAL_PORT, named(usualOwner)]);
  return ok("port", "port_ours", [running.port]);
}

function named({ name, pid }: PortOwner): string {
  return `${name} (pid ${pid})`;
}

function token({ token: state, home }: DoctorLook): Finding {
  switch (state) {
    case "missing":
      return home.there ? warn("token", "token_missing", [], START) : skipped("token", "nothing_to_look_at");
    case "broken":
      return fail("token", "token_broken", [], fixBy("new_token", { values: [home.path] }));
    case "open":
      return fail("token", "token_open", [], fixBy("close_token", { command: `chmod 600 "${home.path}/token"` }));
    case "refused":
      return fail("token", "token_refused", [], fixBy("restart"));
    case "ok":
      return ok("token", "token_fine");
  }
}

/** The client sends HTTP entries through a proxy, also to this computer; our lines never do. */
function proxy({ proxy: address, layers }: DoctorLook): Finding {
  const http = layers.some(({ httpPorts }) => httpPorts.length > 0);
  if (address === null) return ok("proxy", "proxy_none");
  return http ? fail("proxy", "proxy_in_the_way", [address], fixBy("without_http", { command: "agent-mascot hooks install" })) : ok("proxy", "proxy_no_matter", [address]);
}

function event(look: DoctorLook): Finding {
  const { event: sent, app: running } = look;
  switch (sent.kind) {
    case "no_line":
      return skipped("event", "event_no_line");
    case "received":
      return ok("event", "event_received", [sent.event, sent.ms]);
    case "spooled":
      if (isSilent(look)) return fail("event", "event_stuck", [sent.event], endIt(look));
      return running === null ? warn("event", "event_spooled", [sent.event], START) : fail("event", "event_stuck", [sent.event], fixBy("restart"));
    case "lost":
      return fail("event", "event_lost", [sent.event, sent.detail], REPAIR);
  }
}

function spool(look: DoctorLook): Finding {
  const { spool: { files, bytes }, app: running } = look;
  const megabytes = Math.round(bytes / MEGABYTE);
  if (files === 0) return ok("spool", "spool_empty");
  if (running === null) return warn("spool", "spool_waits", [files, megabytes], isSilent(look) ? endIt(look) : START);
  return files > SPOOL_MANY ? warn("spool", "spool_many", [files, megabytes], fixBy("wait")) : ok("spool", "spool_few", [files]);
}

function database({ app: running, database: file }: DoctorLook): Finding {
  if (running === null) {
    if (!file.there) return skipped("database", "database_none");
    return file.isDatabase ? ok("database", "database_closed", [mega(file.bytes)]) : fail("database", "database_no_database", [], fixBy("start_mends", { command: "agent-mascot" }));
  }
  const { state, version, bytes, detail } = running.database;
  switch (state) {
    case "whole":
      return ok("database", "database_whole", [version ?? "?", mega(bytes)]);
    case "unfinished":
      return ok("database", "database_large", [version ?? "?", mega(bytes)]);
    case "damaged":
      return fail("database", "database_damaged", [detail], fixBy("restart"));
    case "not_open":
      return fail("database", "database_not_open", [detail], fixBy("see_notices"));
  }
}

function wal({ app: running, database: file }: DoctorLook): Finding {
  const bytes = running?.database.wal_bytes ?? file.walBytes;
  return bytes > WAL_LARGE ? warn("wal", "wal_large", [mega(bytes)], fixBy("restart")) : ok("wal", "wal_small", [mega(bytes)]);
}

function display(look: DoctorLook): Finding {
  const { app: running, display: own, platform } = look;
  if (platform === "win32" || platform === "darwin") return ok("display", "display_there", [platform]);
  // Where it runs it has one; the doctor may be asked from elsewhere.
  if (isSilent(look) && own === null) return skipped("display", "app_says_nothing");
  const name = running ? running.display : own;
  return name === null ? fail("display", "display_none", [], fixBy("find_display")) : ok("display", "display_there", [name]);
}

function tray({ tray: there, platform }: DoctorLook): Finding {
  if (platform === "win32" || platform === "darwin") return ok("tray", "tray_there");
  if (there === null) return skipped("tray", "tray_unknown");
  return there ? ok("tray", "tray_there") : warn("tray", "tray_none", [], fixBy("find_tray"));
}

/** In megabytes, one digit behind the point. */
function mega(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

