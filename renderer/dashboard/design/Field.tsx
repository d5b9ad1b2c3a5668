import type { ReactNode } from "react";

/** A control with its name above it and, when something is wrong, what. */
export function Field({ label, problem, children }: { label: string; problem?: string | null; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="field"><span className="field-label">{label}</span>{children}{problem && <span className="field-problem" role="alert">{problem}</span>}</label>
  );
}
