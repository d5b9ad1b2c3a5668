import { Tabs as Primitive, ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";

interface ChoiceProps<T extends string> { label: string; value: T; options: readonly (readonly [T, string])[]; onChange(value: T): void }

/** Parts of a page of which one is shown; arrow keys go from tab to tab. */
export function Tabs<T extends string>({ label, value, options, onChange, children }: ChoiceProps<T> & { children: ReactNode }) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Primitive.List className="tabs" aria-label={label}>
        {options.map(([key, text]) => <Primitive.Trigger key={key} value={key} className="tab">{text}</Primitive.Trigger>)}
      </Primitive.List>
      <Primitive.Content value={value}>{children}</Primitive.Content>
    </Primitive.Root>
  );
}

/** One of a few, all in sight. @param value null: none yet */
export function Segments<T extends string>({ label, value, options, onChange }: Omit<ChoiceProps<T>, "value"> & { value: T | null }) {
  return (
    <ToggleGroup.Root type="single" className="tabs" aria-label={label} value={value ?? ""} onValueChange={(next) => next !== "" && onChange(next as T)}>
      {options.map(([key, text]) => <ToggleGroup.Item key={key} value={key} className="tab">{text}</ToggleGroup.Item>)}
    </ToggleGroup.Root>
  );
}
