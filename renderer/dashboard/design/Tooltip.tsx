import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export const TooltipProvider = Primitive.Provider;

/** Says more of a control, on hover and focus; Esc closes it. Never the only place of what must be known. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal><Primitive.Content className="tooltip" sideOffset={6} collisionPadding={8}>{text}</Primitive.Content></Primitive.Portal>
    </Primitive.Root>
  );
}
