/** The keyboard map: what `?` shows is what the keys do. Pure. */
import type { Page } from "../place.ts";

/** A second key after G. None is taken twice. */
export const GO_KEYS: Readonly<Partial<Record<string, Page>>> = { n: "now", w: "ports", t: "timeline", s: "sessions", f: "search", u: "statistics", m: "memory", h: "hooks", d: "data", a: "api", e: "settings" };

/** Of a page, its key after G. */
export function goKeyOf(page: Page): string | undefined {
  return Object.keys(GO_KEYS).find((key) => GO_KEYS[key] === page);
}

/** The physical key, so that it is the same with a Korean keyboard. */
export function letterOf({ code, key }: { code: string; key: string }): string {
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase();
}

/** How long G waits for the second key, ms. */
export const GO_WITHIN_MS = 1_500;
