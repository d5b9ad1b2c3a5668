import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { Words } from "../shared/words.ts";
import "./dialog.css";

interface DialogProps {
  title: string;
  words: Words;
  /** What the button that does it says; the other one, which the keyboard is on at first, leaves everything as it is. */
  action: string;
  danger?: boolean;
  disabled?: boolean;
  /** for what is read in lines */
  wide?: boolean;
  children: ReactNode;
  onAction(): void;
  onClose(): void;
}

/** Asks before something is done; Esc and Cancel do nothing. The keyboard stays inside and goes back to where it came from. */
export function Dialog({ title, words, action, danger = false, disabled = false, wide = false, children, onAction, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    dialog.current?.close();
    onAction();
  };
  return (
    <dialog ref={dialog} className={wide ? "dialog wide" : "dialog"} aria-labelledby={heading} onClose={onClose}>
      <form method="dialog" onSubmit={onSubmit}>
        <h3 id={heading}>{title}</h3>
        {children}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>{words("data.cancel")}</button>
          <button type="submit" className={danger ? "danger" : "primary"} disabled={disabled}>{action}</button>
        </div>
      </form>
    </dialog>
  );
}
