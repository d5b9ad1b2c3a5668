import { type ReactNode, useId } from "react";

interface SwitchProps { label: string; on: boolean; hint?: ReactNode; disabled?: boolean; onChange(on: boolean): void }

/** @param hint why it does nothing here, or what it does */
export function Switch({ label, on, hint, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="row">
      <Named id={id} label={label} hint={hint} />
      <input type="checkbox" role="switch" aria-labelledby={id} aria-describedby={hint ? `${id}-hint` : undefined} aria-checked={on} checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}

interface ChoiceProps<T extends string> { label: string; value: T; options: readonly (readonly [T, string])[]; hint?: ReactNode; onChange(value: T): void }

export function Choice<T extends string>({ label, value, options, hint, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <label className="row">
      <Named id={id} label={label} hint={hint} />
      <select aria-labelledby={id} aria-describedby={hint ? `${id}-hint` : undefined} value={value} onChange={(event) => {
        const chosen = options.find(([key]) => key === event.target.value);
        if (chosen) onChange(chosen[0]);
      }}>
        {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
      </select>
    </label>
  );
}

/** A control's name is its label alone; the hint describes it. */
export function Named({ id, label, hint }: { id: string; label: string; hint: ReactNode }) {
  return <span><span id={id}>{label}</span>{hint && <span id={`${id}-hint`} className="quiet hint">{hint}</span>}</span>;
}
