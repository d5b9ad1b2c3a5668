import { type KeyboardEvent, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import { momentText } from "../../../schemas/clock.ts";
import type { AgentView, PortFile, PortSummary } from "../../../schemas/generated/types.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import type { Open } from "../place.ts";
import { columnOf, type Move, moveTo, movesOf, neighbour } from "./board.ts";
import { focusBeside } from "./focus.ts";
import { Spent } from "./Spent.tsx";

export interface CardProps {
  port: PortSummary;
  workers: readonly AgentView[];
  /** null while all are of one project. */
  projectName: string | null;
  listedAt: number;
  bridge: MascotBridge;
  words: Words;
  locale: Locale;
  open: Open;
  onMove(port: PortSummary, move: Move): void;
  onDrag(port: PortSummary | null): void;
}

/** A port with all that can be done with it. From any of its buttons the arrows lead to other cards, and with Shift they carry this one. */
export function PortCard(props: CardProps) {
  const { port, words, onMove, onDrag } = props;
  const column = columnOf(port);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
    const done = event.shiftKey ? carry(event.key, port, onMove) : focusBeside(event.currentTarget, event.key);
    if (done) event.preventDefault();
  };
  return (
    <li className={`port ${port.state}`} data-port={port.id} data-column={column} draggable aria-label={labelOf(port, words)} aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight" onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", port.id);
        event.dataTransfer.effectAllowed = "move";
        onDrag(port);
      }} onDragEnd={() => onDrag(null)}>
      <div className="port-title" dir="auto" title={port.title}>{port.title}</div>
      {port.title !== port.id && <code className="port-id">{port.id}</code>}
      <Facts {...props} />
      {port.waits_for.length > 0 && <p className="port-waits">{words("ports.waits_for", { ids: port.waits_for.join(", ") })}</p>}
      {column === "running" && <Workers {...props} />}
      <Files {...props} />
      <div className="port-moves">
        {movesOf(port).map((move, n) => (
          <button key={move} type="button" className={n === 0 ? "port-first" : "plain"} aria-label={words(`ports.do_${move}_label`, { title: port.title })} onClick={() => onMove(port, move)}>
            {words(move === "start" && column === "ended" ? "ports.do_again" : `ports.do_${move}`)}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Shift and an arrow carry the card to the next column. @returns whether it has a place there */
function carry(key: string, port: PortSummary, onMove: CardProps["onMove"]): boolean {
  const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : null;
  const to = step === null ? null : neighbour(columnOf(port), step);
  const move = to === null ? null : moveTo(port, to);
  if (move !== null) onMove(port, move);
  return move !== null;
}

function labelOf(port: PortSummary, words: Words): string {
  const waits = port.waits_for.length === 0 ? [] : [words("ports.waits_for", { ids: port.waits_for.join(", ") })];
  return [port.title, words(`ports.state_${port.state}`), ...waits].join(", ");
}

function Facts({ port, projectName, listedAt, words, locale }: CardProps) {
  const { priority, state, spent_ms, ended_at, project } = port;
  const today = useToday();
  return (
    <div className="port-facts quiet">
      {priority !== "normal" && state !== "done" && state !== "dropped" && <span className={`chip priority-${priority}`}>{words(`ports.priority_${priority}_short`)}</span>}
      {projectName !== null && <span className="port-project" title={project}>{projectName}</span>}
      {(state === "running" || spent_ms > 0) && <Spent port={port} listedAt={listedAt} locale={locale} />}
      {ended_at !== null && <time dateTime={new Date(ended_at).toISOString()}>{words(state === "dropped" ? "ports.dropped_at" : "ports.done_at", { time: momentText(ended_at, today, locale) })}</time>}
    </div>
  );
}

/** Who works on it; a session that nobody sees is told by its id. */
function Workers({ port: { session_id }, workers, words, open }: CardProps) {
  if (workers.length > 0) {
    return (
      <ul className="port-workers" aria-label={words("ports.workers")}>
        {workers.map(({ agent_id, display_name, appearance, session_id: of }) => (
          <li key={agent_id}>
            <MascotFace appearance={appearance} size={22} />
            <button type="button" className="plain" aria-label={words("now.open", { name: display_name })} onClick={() => open(of === null ? { page: "now", agent_id } : { page: "sessions", session_id: of })}>{display_name}</button>
          </li>
        ))}
      </ul>
    );
  }
  if (session_id === null) return <p className="quiet port-scope">{words("ports.whole_project")}</p>;
  return (
    <p className="quiet port-scope">
      <button type="button" className="plain" title={session_id} onClick={() => open({ page: "sessions", session_id })}>{words("ports.one_session", { id: session_id.slice(0, 8) })}</button>
    </p>
  );
}

/** How many files it touched; which ones when asked. */
function Files({ port: { id, project, files: count }, bridge, words }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<{ count: number; files: readonly PortFile[] } | null>(null);
  useEffect(() => {
    // Another count means other files.
    if (!isOpen || shown?.count === count) return;
    let wanted = true;
    const show = (files: readonly PortFile[]) => wanted && setShown({ count, files });
    bridge.portShow({ id, project }).then(({ detail }) => show(detail?.files ?? []), () => show([]));
    return () => {
      wanted = false;
    };
  }, [bridge, id, project, count, isOpen, shown]);
  if (count === 0) return null;
  return (
    <details className="port-files" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words("ports.files", { count })}</summary>
      {shown && <ul>{shown.files.map(({ path, edits }) => <li key={path}><code>{path}</code>{edits > 1 && <span className="quiet"> ×{edits}</span>}</li>)}</ul>}
    </details>
  );
}
