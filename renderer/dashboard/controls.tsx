import type { ReactNode } from "react";

interface SwitchProps { label: string; on: boolean; hint?: ReactNode; disabled?: boolean; onChange(on: boolean): void }

/** @param hint why it does nothing here, or what it does */
export function Switch({ label, on, hint, disabled = false, onChange }: SwitchProps) {
  return (
    <label className="row">
      <span>{label}{hint && <span className="quiet hint">{hint}</span>}</span>
      <input type="checkbox" role="switch" aria-checked={on} checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}

interface ChoiceProps<T extends string> { label: string; value: T; options: readonly (readonly [T, string])[]; hint?: ReactNode; onChange(value: T): void }

export function Choice<T extends string>({ label, value, options, hint, onChange }: ChoiceProps<T>) {
  return (
    <label className="row">
      <span>{label}{hint && <span className="quiet hint">{hint}</span>}</span>
      <select value={value} onChange={(event) => {
        const chosen = options.find(([key]) => key === event.target.value);
        if (chosen) onChange(chosen[0]);
      }}>
        {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
      </select>
    </label>
  );
}
