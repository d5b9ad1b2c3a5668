/** How loudly an end is celebrated: the more often, the calmer. */
export type Cheer = "grand" | "glad" | "nod";

/** Ends longer ago than this are forgotten; ms. */
const REMEMBERED_MS = 45 * 60_000;
/** So many glad ones follow the grand one, then it is a nod. */
const GLAD = 2;

/** How long each takes, in ms. */
export const CHEER_MS: Readonly<Record<Cheer, number>> = { grand: 1200, glad: 900, nod: 600 };

/**
 * @param past when this mascot celebrated before, in ms
 * @param now when this end came, by the same clock
 */
export function cheerFor(past: readonly number[], now: number): Cheer {
  const recent = past.filter((at) => now - at < REMEMBERED_MS).length;
  if (recent === 0) return "grand";
  return recent <= GLAD ? "glad" : "nod";
}

/** What one mascot remembers of its celebrations; each is asked about as often as it is drawn and counts once. */
export class Celebrations {
  private past: number[] = [];
  private current: { readonly seq: number; readonly cheer: Cheer } | null = null;

  /** @param at ms */
  of(seq: number, at: number): Cheer {
    if (this.current?.seq === seq) return this.current.cheer;
    this.current = { seq, cheer: cheerFor(this.past, at) };
    this.past = [...this.past.filter((before) => at - before < REMEMBERED_MS), at];
    return this.current.cheer;
  }
}
