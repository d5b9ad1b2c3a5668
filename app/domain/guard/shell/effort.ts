/** How much of one command is looked into, with all texts in it. Far more than a person would read; a command made to be slow is left unread where it runs out. */

/**
 * `text`: characters parsed, those of nested texts each time. `nodes`: of the syntax trees. `substituted`: characters of expansions, which are parsed when they are looked
 * into and hold those inside them. `tangled`: characters that those with others in them have gone over again. `made`: characters that stand in no text: what variables, aliases and folders are put for. `code`: characters searched for words of other languages.
 */
export type Work = "text" | "nodes" | "substituted" | "tangled" | "made" | "code";

const MOST: Record<Work, number> = { text: 300_000, nodes: 12_000, substituted: 200_000, tangled: 3_000_000, made: 200_000, code: 60_000 };

export class Effort {
  /** Something stays unread. */
  exhausted = false;
  private readonly left = { ...MOST };

  /** @returns false when that is more than there is left: it has to stay unread */
  spend(work: Work, amount: number): boolean {
    this.left[work] -= amount;
    if (this.left[work] >= 0) return true;
    this.giveUp();
    return false;
  }

  giveUp(): void {
    this.exhausted = true;
  }
}
