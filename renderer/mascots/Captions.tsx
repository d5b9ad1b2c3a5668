import type { Caption } from "./layout.ts";

/** Project names under their figures: a line that holds them together, and a name in it. The figures' own labels are what a screen reader hears. */
export function Captions({ captions }: { readonly captions: readonly Caption[] }) {
  return captions.map(({ project, right, bottom, width }) => (
    <div key={`${project} ${right} ${bottom}`} className="caption" data-hit aria-hidden="true" style={{ right, bottom, width }}>
      <span className="caption-name" dir="auto" title={project}>{project}</span>
    </div>
  ));
}
