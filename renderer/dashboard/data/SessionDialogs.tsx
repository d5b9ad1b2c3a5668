import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SessionRow } from "../../../schemas/generated/types.ts";
import { type Locale, shorten, type Words } from "../../shared/words.ts";
import { Dialog } from "../Dialog.tsx";
import { countText } from "../figures.ts";
import { nameOf } from "../sessions/session-list.ts";
import { exportSession, removeSession } from "./actions.ts";

/** What the person wants to do with a session, before they have said yes to it. */
export interface Asked {
  what: "export" | "delete";
  row: SessionRow;
}

/** A name in a sentence. */
const NAME_LENGTH = 60;

export function shownName(row: SessionRow, words: Words): string {
  return shorten(nameOf(row) ?? words("sessions.untitled"), NAME_LENGTH);
}

interface DialogsProps { bridge: MascotBridge; words: Words; locale: Locale; asked: Asked | null; onClose(): void }

/** Asks how a session is exported, or whether it is to go, and does it. */
export function SessionDialogs({ bridge, words, locale, asked, onClose }: DialogsProps) {
  if (asked === null) return null;
  const named = { session_id: asked.row.session_id, name: shownName(asked.row, words) };
  return asked.what === "export"
    ? <ExportDialog words={words} name={named.name} onClose={onClose} onExport={(format) => void exportSession(bridge, named, format)} />
    : <DeleteDialog words={words} locale={locale} row={asked.row} onClose={onClose} onDelete={() => void removeSession(bridge, named)} />;
}

const FORMATS = ["markdown", "json"] as const;
type Format = (typeof FORMATS)[number];

function ExportDialog({ words, name, onClose, onExport }: { words: Words; name: string; onClose(): void; onExport(format: Format): void }) {
  const [format, setFormat] = useState<Format>("markdown");
  return (
    <Dialog title={words("data.export_title")} words={words} action={words("data.export_button")} onAction={() => onExport(format)} onClose={onClose}>
      <p className="quiet" dir="auto">{name}</p>
      <fieldset>
        <legend className="for-screen-readers">{words("data.format")}</legend>
        {FORMATS.map((one) => (
          <label key={one} className="option">
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            <span>{words(`data.format_${one}`)}<span className="quiet">{words(`data.format_${one}_hint`)}</span></span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

function DeleteDialog({ words, locale, row, onClose, onDelete }: { words: Words; locale: Locale; row: SessionRow; onClose(): void; onDelete(): void }) {
  const { prompts, replies, tool_calls } = row.stats;
  return (
    <Dialog title={words("data.delete_title")} words={words} action={words("data.delete_action")} danger onAction={onDelete} onClose={onClose}>
      <p><strong dir="auto">{shownName(row, words)}</strong></p>
      <p>{words("data.delete_text", { number: countText(prompts + replies + tool_calls, locale) })}</p>
      {row.state === "active" && <p className="notice warn">{words("data.delete_active")}</p>}
    </Dialog>
  );
}
