import "./bubble.css";

/** An agent's name under its mascot, readable on any wallpaper; behind it the other machine it works on, if it does. */
export function NameTag({ name, host = null }: { readonly name: string; readonly host?: string | null }) {
  if (host === null) return <span className="name-tag" dir="auto" title={name}>{name}</span>;
  return (
    <span className="name-tag with-host" title={`${name} · ${host}`}>
      <span dir="auto">{name}</span>
      <span className="name-host" data-host={host} dir="auto">
        <svg viewBox="0 0 12 12" aria-hidden><path d="M1 2h10v6H1zM4 10.5h4M6 8v2.5" /></svg>
        <span>{host}</span>
      </span>
    </span>
  );
}
