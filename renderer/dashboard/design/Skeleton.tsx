const LINES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** The place of what is on its way. A screen reader hears `text`. */
export function Skeleton({ text, lines = 6 }: { text: string; lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="for-screen-readers">{text}</span>
      {LINES.slice(0, lines).map((line) => <span key={line} aria-hidden />)}
    </div>
  );
}
