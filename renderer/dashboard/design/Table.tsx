import type { ReactNode } from "react";

export interface Column<Row> { id: string; head: string; number?: boolean; cell(row: Row): ReactNode }

/** Figures in rows; the first column names its row. */
export function Table<Row>({ caption, columns, rows, keyOf }: { caption: string; columns: readonly Column<Row>[]; rows: readonly Row[]; keyOf(row: Row): string }) {
  return (
    <div className="table-frame" role="group" aria-label={caption}>
      <table className="table">
        <caption className="for-screen-readers">{caption}</caption>
        <thead><tr>{columns.map(({ id, head, number }) => <th key={id} scope="col" className={number ? "number" : undefined}>{head}</th>)}</tr></thead>
        <tbody>
          {rows.map((row) => <tr key={keyOf(row)}>{columns.map(({ id, number, cell }) => <td key={id} className={number ? "number" : undefined}>{cell(row)}</td>)}</tr>)}
        </tbody>
      </table>
    </div>
  );
}
