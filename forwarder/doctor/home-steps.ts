/** The steps about this computer: node, the forwarder, the home, the disk. Pure. */
import { fail, type Finding, fixBy, INSTALL, ok, REPAIR, skipped, warn } from "./finding.ts";
import type { DoctorLook } from "./look.ts";

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
/** Below this an event may not find room any more. */
const DISK_FULL = 64 * MEGABYTE;
const DISK_LOW = GIGABYTE;

export function homeSteps(look: DoctorLook): Finding[] {
  return [node(look), answerLane(look), forwarder(look), home(look), disk(look)];
}

function node({ node: { named, namedIsThere, found } }: DoctorLook): Finding {
  if (named !== null && namedIsThere) return ok("node", "node_named", [named]);
  if (found !== null) return named === null ? ok("node", "node_found", [found]) : warn("node", "node_moved", [named, found], REPAIR);
  return warn("node", "node_none", [], fixBy("install_node"));
}

/** The client's answers come by curl, else by node; without either, events are only written down. */
function answerLane({ curl, node: { found, namedIsThere }, platform }: DoctorLook): Finding {
  const hasNode = namedIsThere || found !== null;
  if (platform === "win32") return hasNode ? ok("answer_lane", "answers_by_node") : fail("answer_lane", "no_answers", [], fixBy("install_node"));
  if (curl) return ok("answer_lane", "answers_by_curl");
  return hasNode ? warn("answer_lane", "answers_by_node", [], fixBy("install_curl")) : fail("answer_lane", "no_answers", [], fixBy("install_curl"));
}

function forwarder({ forwarder: { missing, changed, openToOthers, compared } }: DoctorLook): Finding {
  if (missing.length > 0) return fail("forwarder", "forwarder_missing", [missing.join(", ")], REPAIR);
  if (openToOthers.length > 0) return fail("forwarder", "forwarder_open", [openToOthers.join(", ")], REPAIR);
  if (changed.length > 0) return fail("forwarder", "forwarder_changed", [changed.join(", ")], REPAIR);
  return compared ? ok("forwarder", "forwarder_same") : skipped("forwarder", "forwarder_not_compared");
}

function home({ home: { path, there, open, foreign } }: DoctorLook): Finding {
  if (!there) return fail("home", "home_missing", [path], INSTALL);
  if (foreign) return fail("home", "home_foreign", [path], fixBy("own_home", { values: [path] }));
  return open ? fail("home", "home_open", [path], REPAIR) : ok("home", "home_private", [path]);
}

function disk({ disk: { freeBytes } }: DoctorLook): Finding {
  if (freeBytes === null) return skipped("disk", "disk_unknown");
  const free = Math.round(freeBytes / MEGABYTE);
  if (freeBytes < DISK_FULL) return fail("disk", "disk_full", [free], fixBy("make_room"));
  return freeBytes < DISK_LOW ? warn("disk", "disk_low", [free], fixBy("make_room")) : ok("disk", "disk_free", [(freeBytes / GIGABYTE).toFixed(1)]);
}
