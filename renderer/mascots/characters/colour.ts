/** `share` (0 to 1) of the way from one `#rrggbb` to another. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [long(from), long(to)];
  const channel = (at: number) => {
    const [start, end] = [Number.parseInt(a.slice(at, at + 2), 16), Number.parseInt(b.slice(at, at + 2), 16)];
    return Math.round(start + (end - start) * share).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const long = (colour: string) => (colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour);
