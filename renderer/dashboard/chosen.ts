/** What a list of projects or tools offers, and how a choice among them is written. Pure. */

/** '' is the choice of all, and a project's name too: of sessions whose folder nobody told. */
export const asKey = (value: string | null): string => (value === null ? "" : `=${value}`);
export const fromKey = (key: string): string | null => (key === "" ? null : key.slice(1));

/** What is chosen is offered also when it is gone: a list that does not name it would say "all", and could not lead back there. */
export function withChosen(known: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || known.includes(chosen) ? known : [...known, chosen];
}
