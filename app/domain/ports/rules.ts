/** What may be done with a port, and why not. Pure; of one project. */
import type { PortOutcome, PortRefusal } from "../../../schemas/generated/types.ts";
import { circleWith, isOver, type PortsById, waitsFor } from "./dependencies.ts";
import type { PortRecord } from "./port.ts";
import { isPortId, proposedId } from "./port-id.ts";

/** Ports of a project that are not over. */
export const MOST_OPEN = 2_000;

export function refusedId(id: string): PortRefusal | null {
  if (isPortId(id)) return null;
  const proposal = proposedId(id);
  const message = "An id is made of lower-case letters, digits, '.', '_' and '-', begins with a letter, a digit or '_', and has 64 at most.";
  return { error: "bad_id", message: proposal === null ? message : `${message} Perhaps: ${proposal}`, ...(proposal === null ? {} : { proposal }) };
}

export function refusedCreation(id: string, dependsOn: readonly string[], ports: PortsById): PortRefusal | null {
  const known = ports.get(id);
  if (known !== undefined) return { error: "exists", message: `There is a port ${id} already; it is ${known.state}.`, state: known.state };
  const circle = circleWith(id, dependsOn, ports);
  if (circle !== null) return { error: "circle", message: `These would wait for each other: ${circle.join(" -> ")}`, ids: circle };
  const open = [...ports.values()].filter((port) => !isOver(port)).length;
  return open < MOST_OPEN ? null : { error: "too_many", message: `${MOST_OPEN} ports of this project are open: end some first.` };
}

/** @param session the only one that it shall count for; null: all of the project */
export function refusedStart(port: PortRecord, session: string | null, force: boolean, ports: PortsById): PortRefusal | null {
  if (force) return null;
  if (port.state === "running") return refusedSecondStart(port, session);
  const ids = waitsFor(port.depends_on, ports);
  return ids.length === 0 ? null : { error: "waits", message: `${port.id} waits for ${ids.join(", ")}. End them first, or start it with force.`, ids };
}

/** One that runs for the whole project counts for each of its sessions already. */
function refusedSecondStart(port: PortRecord, session: string | null): PortRefusal | null {
  if (port.session_id === session || port.session_id === null) return null;
  return { error: "other_session", message: `${port.id} runs with session ${port.session_id}. With force it is taken over.`, session_id: port.session_id };
}

/** Whether a start changes anything. */
export function changesByStart(port: PortRecord, session: string | null, force: boolean): boolean {
  if (port.state !== "running") return true;
  return port.session_id !== session && (force || port.session_id !== null);
}

export function refusedEnd(port: PortRecord, outcome: PortOutcome): PortRefusal | null {
  if (port.state === "running" || port.state === outcome) return null;
  if (isOver(port)) return { error: "ended", message: `${port.id} is ${port.state} already.`, state: port.state };
  // What was never begun can be given up, or turn out to be done.
  return outcome === "paused" ? { error: "not_running", message: `${port.id} does not run.`, state: port.state } : null;
}
