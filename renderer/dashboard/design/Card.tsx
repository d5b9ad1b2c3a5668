import type { ReactNode } from "react";

/** A part of a page with its own heading. @param tools what can be done with it, at its head's end */
export function Card({ title, hint, tools, className, children }: { title: string; hint?: ReactNode; tools?: ReactNode; className?: string; children: ReactNode }) {
  return (
    <section className={`card${className ? ` ${className}` : ""}`} aria-label={title}>
      <header><h3>{title}</h3>{hint && <span className="quiet">{hint}</span>}{tools && <span className="card-tools">{tools}</span>}</header>
      {children}
    </section>
  );
}
