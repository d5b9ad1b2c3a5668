/** Texts whose reading costs more than their length: the parser goes over what lies in an expansion once for each level, and over here-documents of a line once for each. */

/** Such an expansion holds no other. Those that may (`${a:-${b}}`) are as many levels at most as there are of them. */
const HOLDS_OTHERS = /\$\{(?![^{}'"`$\\]*\})/g;
/** A shell takes 16 on a line. */
const MOST_DOCUMENTS = 3_000;

export class Tangles {
  private readonly at: number[];

  constructor(private readonly source: string) {
    this.at = [...source.matchAll(HOLDS_OTHERS)].map(({ index }) => index);
  }

  /** @returns characters that are gone over again to look into this part of the text, at most */
  within(from: number, end: number): number {
    return (this.before(end) - this.before(from)) * (Math.min(end, this.source.length) - from);
  }

  private before(place: number): number {
    let [low, high] = [0, this.at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function hasTooManyDocuments(source: string): boolean {
  let count = 0;
  for (let at = source.indexOf("<<"); at >= 0 && count <= MOST_DOCUMENTS; at = source.indexOf("<<", at + 2)) count++;
  return count > MOST_DOCUMENTS;
}
