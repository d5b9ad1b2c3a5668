import "./bubble.css";

/** An agent's name under its mascot, readable on any wallpaper. */
export function NameTag({ name }: { readonly name: string }) {
  return (
    <span className="name-tag" dir="auto" title={name}>
      {name}
    </span>
  );
}
