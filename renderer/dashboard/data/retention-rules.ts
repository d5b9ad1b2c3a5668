/** How long and how much is kept: what is offered, what a change would take away. Pure. */
import type { DataStatus, RetentionRules } from "../../../schemas/generated/types.ts";

/** What the app starts with. */
export const DEFAULTS: RetentionRules = { days: 365, megabytes: 2_000 };

const OFFERED = { days: [30, 90, 180, 365, 730], megabytes: [500, 1_000, 2_000, 5_000, 10_000] } as const;
const BOUNDS = { days: [1, 36_500], megabytes: [50, 1_000_000] } as const;

export type Limit = keyof RetentionRules;

/** The usual values and the present one; null, without a limit, at the end. */
export function offered(limit: Limit, present: number | null): (number | null)[] {
  const values: number[] = [...OFFERED[limit]];
  if (present !== null && !values.includes(present)) values.push(present);
  return [...values.sort((a, b) => a - b), null];
}

export const boundsOf = (limit: Limit): readonly [number, number] => BOUNDS[limit];

/** @returns null for what is no whole number within the bounds */
export function typedLimit(limit: Limit, text: string): number | null {
  const [least, most] = BOUNDS[limit];
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return value >= least && value <= most ? value : null;
}

export const isSame = (a: RetentionRules, b: RetentionRules): boolean => a.days === b.days && a.megabytes === b.megabytes;

const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

/** What goes soon after these rules hold. @returns `before`: in ms, all that is older; `beyond`: the oldest, until it fits */
export function losses(rules: RetentionRules, status: Pick<DataStatus, "oldest_at" | "bytes">, nowMs: number): { before: number | null; beyond: boolean } {
  const before = rules.days === null ? null : nowMs - rules.days * DAY_MS;
  return { before: before !== null && status.oldest_at !== null && status.oldest_at < before ? before : null, beyond: rules.megabytes !== null && status.bytes > rules.megabytes * MB };
}

/** How full it is, 0 to 1; null without a limit. */
export function filled(status: Pick<DataStatus, "bytes" | "retention">): number | null {
  const { megabytes } = status.retention;
  return megabytes === null ? null : Math.min(1, status.bytes / (megabytes * MB));
}
