/** What ports wait for. Pure; of one project, since dependencies do not reach into another. */
import type { PortRecord } from "./port.ts";

export type PortsById = ReadonlyMap<string, Pick<PortRecord, "id" | "state" | "depends_on">>;

/** Done or dropped: nobody waits for it any more. */
export function isOver(port: Pick<PortRecord, "state"> | undefined): boolean {
  return port?.state === "done" || port?.state === "dropped";
}

/** Dependencies that are not over; what is not created yet is not over either. */
export function waitsFor(dependsOn: readonly string[], ports: PortsById): string[] {
  return dependsOn.filter((id) => !isOver(ports.get(id)));
}

/**
 * The circle that a new port would close, from itself to itself: `a`, `b`, `a` when b depends on a.
 * @returns null when there is none
 */
export function circleWith(id: string, dependsOn: readonly string[], ports: PortsById): string[] | null {
  const cameFrom = new Map<string, string>(dependsOn.map((dependency) => [dependency, id]));
  const open = [...cameFrom.keys()];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === id) return pathFrom(id, cameFrom);
    for (const next of ports.get(at)?.depends_on ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  return null;
}

function pathFrom(id: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [id];
  for (let at = cameFrom.get(id) as string; at !== id; at = cameFrom.get(at) as string) path.unshift(at);
  return [id, ...path];
}

/** Ports for which `ended` was the last they waited for, in the order of their names. */
export function freedBy(ended: string, ports: PortsById): string[] {
  const after = new Map(ports);
  const before = after.get(ended);
  if (before === undefined || isOver(before)) return [];
  after.set(ended, { ...before, state: "done" });
  return [...ports.values()]
    .filter((port) => !isOver(port) && port.depends_on.includes(ended) && waitsFor(port.depends_on, after).length === 0)
    .map((port) => port.id)
    .sort();
}
