/** Words of one language that are put together once: pages and the tray ask for hundreds of them each time they are drawn, and putting one together takes longer than drawing it. */

/** i18next's `t`, as far as it is used. */
type Look = (key: string, values: Record<string, unknown>) => string;

/** So many texts are kept: more than all windows show at a time. */
const KEPT = 1_000;

export function remembering(look: Look): (key: string, values?: Record<string, unknown>) => string {
  const known = new Map<string, string>();
  return (key, values) => {
    const question = values === undefined ? key : asked(key, values);
    if (question === null) return look(key, values ?? {});
    const before = known.get(question);
    if (before !== undefined) return before;
    const text = look(key, values ?? {});
    if (known.size >= KEPT) known.clear();
    known.set(question, text);
    return text;
  };
}

/** null: with values that are no plain ones nobody can tell whether it is the same question. */
function asked(key: string, values: Record<string, unknown>): string | null {
  const plain = Object.values(values).every((value) => typeof value === "string" || Number.isFinite(value));
  return plain ? `${key}\0${JSON.stringify(values)}` : null;
}
