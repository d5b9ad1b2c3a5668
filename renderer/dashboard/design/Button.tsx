import type { ButtonHTMLAttributes, ReactNode } from "react";
import { type IconName, Icon } from "./icons.tsx";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  kind?: "plain" | "primary" | "danger" | "quiet";
  icon?: IconName;
  /** Of a button that shows its icon alone: what it does. */
  label?: string;
  submit?: boolean;
  children?: ReactNode;
  ref?: React.Ref<HTMLButtonElement>;
}

/** The dashboard's button. Without children it is an icon, and `label` is its name. */
export function Button({ kind = "plain", icon, label, submit = false, children, className, ...rest }: ButtonProps) {
  const classes = ["button", kind === "plain" ? "" : kind, children === undefined ? "icon-only" : "", className ?? ""].filter(Boolean).join(" ");
  return (
    <button {...rest} type={submit ? "submit" : "button"} className={classes} aria-label={label ?? rest["aria-label"]} title={rest.title ?? (children === undefined ? label : undefined)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
