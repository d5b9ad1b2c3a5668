/** Where a key leads in a list. Pure. @param perPage rows that the page keys skip @returns null for a key that leads nowhere */
export function steppedTo(key: string, from: number, count: number, perPage: number): number | null {
  const to = target(key, from, count, perPage);
  return to === null || count === 0 ? null : Math.max(0, Math.min(to, count - 1));
}

function target(key: string, from: number, count: number, perPage: number): number | null {
  switch (key) {
    case "ArrowDown": return from + 1;
    case "ArrowUp": return from - 1;
    case "PageDown": return from + perPage;
    case "PageUp": return from - perPage;
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}
