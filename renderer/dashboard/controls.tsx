import { type ReactNode, useId, useState } from "react";

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

/** A time that is half typed is none yet: it stays while the keyboard is in the field, whatever is drawn anew meanwhile, and counts once it is whole. */
export function TimeOfDay({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    if (text !== "") onChange(text);
  };
  return (
    <label className="row">
      <Named id={id} label={label} hint={undefined} />
      <input type="time" aria-labelledby={id} value={typed ?? value} onChange={(event) => type(event.target.value)} onBlur={() => setTyped(null)} />
    </label>
  );
}

/** A control's name is its label alone; the hint describes it. */
export function Named({ id, label, hint }: { id: string; label: string; hint: ReactNode }) {
  return <span><span id={id}>{label}</span>{hint && <span id={`${id}-hint`} className="quiet hint">{hint}</span>}</span>;
}
