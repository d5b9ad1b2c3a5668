import { type DragEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { PortSummary } from "../../../schemas/generated/types.ts";
import { useWindow } from "../../shared/world-store.ts";
import type { Words } from "../../shared/words.ts";
import { distinctNames } from "../figures.ts";
import type { PageProps } from "../page.ts";
import { type Column, COLUMNS, columnsOf, ENDED_SHOWN, type Move, moveTo, workersOf } from "./board.ts";
import { focusCard } from "./focus.ts";
import { PortCard } from "./PortCard.tsx";

interface BoardProps extends Omit<PageProps, "place"> {
  ports: readonly PortSummary[];
  listedAt: number;
  /** Their projects need not be named. */
  oneProject: boolean;
  onMove(port: PortSummary, move: Move): void;
}

/** Three columns of cards, which are carried between them by hand, by keys or by their buttons. */
export function Board({ ports, listedAt, oneProject, onMove, ...page }: BoardProps) {
  const { words } = page;
  const world = useWindow((state) => state.world);
  const [dragged, setDragged] = useState<PortSummary | null>(null);
  const columns = useMemo(() => columnsOf(ports), [ports]);
  const names = useMemo(() => distinctNames(ports.map(({ project }) => project)), [ports]);
  const board = useRef<HTMLDivElement>(null);
  const follow = useFollowed(board, ports);
  const move = (port: PortSummary, what: Move) => {
    follow(port.id);
    onMove(port, what);
  };
  return (
    <>
      <div className="board" ref={board} data-board>
        {COLUMNS.map((column) => (
          <BoardColumn key={column} column={column} count={columns[column].length} words={words} dragged={dragged} onMove={move}>
            {columns[column].map((port) => (
              <PortCard key={`${port.project} ${port.id}`} {...page} port={port} workers={workersOf(port, world.agents.values(), world.sessions)} projectName={oneProject ? null : (names.get(port.project) ?? null)}
                listedAt={listedAt} onMove={move} onDrag={setDragged} />
            ))}
          </BoardColumn>
        ))}
      </div>
      <p className="quiet board-hint">{words("ports.keys")}</p>
    </>
  );
}

interface ColumnProps { column: Column; count: number; words: Words; dragged: PortSummary | null; onMove(port: PortSummary, move: Move): void; children: ReactNode }

function BoardColumn({ column, count, words, dragged, onMove, children }: ColumnProps) {
  const heading = useId();
  const [over, setOver] = useState(false);
  const move = dragged === null ? null : moveTo(dragged, column);
  const onDragOver = (event: DragEvent) => {
    if (move === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (dragged !== null && move !== null) onMove(dragged, move);
  };
  return (
    <section className="column" data-state={column} data-takes={move !== null || undefined} data-over={(over && move !== null) || undefined} aria-labelledby={heading} onDragOver={onDragOver} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      <h3 id={heading}>{words(`ports.column_${column}`)} <span className="quiet">{count}</span></h3>
      {count === 0 ? <p className="quiet column-empty">{words(`ports.none_${column}`)}</p> : <ul>{children}</ul>}
      {column === "ended" && count === ENDED_SHOWN && <p className="quiet column-empty">{words("ports.newest", { count: ENDED_SHOWN })}</p>}
    </section>
  );
}

/** A card that goes to another column takes the keyboard with it, when it was there. */
function useFollowed(board: RefObject<HTMLDivElement | null>, ports: readonly PortSummary[]): (id: string) => void {
  const moved = useRef<{ id: string; column: string | undefined } | null>(null);
  const cardOf = (id: string) => board.current?.querySelector<HTMLElement>(`[data-port="${CSS.escape(id)}"]`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what moves cards
  useEffect(() => {
    const { current } = moved;
    const card = current === null ? null : cardOf(current.id);
    if (current === null || !card || card.dataset["column"] === current.column) return;
    moved.current = null;
    if (document.activeElement === document.body || document.activeElement === null) focusCard(card);
  }, [ports]);
  return (id) => {
    moved.current = { id, column: cardOf(id)?.dataset["column"] };
  };
}
