/** The dashboard's design system: what pages are made of. */
export { Choice, Switch } from "../controls.tsx";
export { Dialog } from "../Dialog.tsx";
export { EmptyView } from "../EmptyView.tsx";
export { Button } from "./Button.tsx";
export { Card } from "./Card.tsx";
export { ErrorView } from "./ErrorView.tsx";
export { Field } from "./Field.tsx";
export { Icon, type IconName } from "./icons.tsx";
export { Menu, type MenuEntry } from "./Menu.tsx";
export { Skeleton } from "./Skeleton.tsx";
export { type Column, Table } from "./Table.tsx";
export { Segments, Tabs } from "./Tabs.tsx";
export { Tooltip, TooltipProvider } from "./Tooltip.tsx";
