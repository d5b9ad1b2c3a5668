import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { type IconName, Icon } from "./icons.tsx";

export interface MenuEntry { id: string; text: string; icon?: IconName; run(): void }

/** A button's menu. It is not modal: the style sheets that keep a page from scrolling are against the windows' content security policy. */
export function Menu({ label, entries, children }: { label: string; entries: readonly MenuEntry[]; children: ReactElement }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" aria-label={label} align="end" sideOffset={4} collisionPadding={8}>
          {entries.map(({ id, text, icon, run }) => <DropdownMenu.Item key={id} className="menu-item" onSelect={run}>{icon && <Icon name={icon} />}{text}</DropdownMenu.Item>)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
