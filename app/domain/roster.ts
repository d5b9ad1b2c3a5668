/**
 * A small keyed collection whose members change often and come or go rarely: a change copies an array of references, not a Map.
 */
export interface Roster<T> {
  readonly index: ReadonlyMap<string, number>;
  readonly values: readonly T[];
}

export const EMPTY_ROSTER: Roster<never> = { index: new Map(), values: [] };

export function memberOf<T>(roster: Roster<T>, key: string): T | undefined {
  const at = roster.index.get(key);
  return at === undefined ? undefined : roster.values[at];
}

export function withMember<T>(roster: Roster<T>, key: string, member: T): Roster<T> {
  return withMembers(roster, [[key, member]]);
}

/** With all of these, by their keys: one copy, however many they are. */
export function withMembers<T>(roster: Roster<T>, members: readonly (readonly [string, T])[]): Roster<T> {
  if (members.length === 0) return roster;
  const values = roster.values.slice();
  let { index } = roster;
  for (const [key, member] of members) {
    const at = index.get(key);
    if (at !== undefined) values[at] = member;
    else {
      const larger: Map<string, number> = index === roster.index ? new Map(index) : (index as Map<string, number>);
      index = larger.set(key, values.length);
      values.push(member);
    }
  }
  return { index, values };
}

/** The members that `keep` says yes to, in the same order. */
export function filtered<T>(roster: Roster<T>, keep: (member: T, key: string) => boolean): Roster<T> {
  const index = new Map<string, number>();
  const values: T[] = [];
  for (const [key, at] of roster.index) {
    const member = roster.values[at] as T;
    if (!keep(member, key)) continue;
    index.set(key, values.length);
    values.push(member);
  }
  return values.length === roster.values.length ? roster : { index, values };
}
