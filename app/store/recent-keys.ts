/**
 * The keys of the latest deliveries, so that a repeat within moments is told without asking the file. Bounded: the file knows the rest.
 * Two generations, of which the older is dropped whole: taking the oldest of a Set again and again is quadratic, since a Set walks over what was deleted at its front.
 */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  /** @param capacity keys remembered at least; at most twice as many */
  constructor(private readonly capacity: number) {}

  has(key: string): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  add(key: string): void {
    this.young.add(key);
    if (this.young.size < this.capacity) return;
    this.old = this.young;
    this.young = new Set();
  }
}
