import type { ApiField } from "../../../schemas/generated/types.ts";
import { API_SHAPES } from "../../../schemas/generated/api.ts";
import type { Words } from "../../shared/words.ts";
import { piecesOf } from "./filter.ts";
import { Sentence } from "./Sentence.tsx";

const SHAPES: ReadonlySet<string> = new Set(API_SHAPES.map(({ name }) => name));

interface FieldsProps { title: string | null; note?: string; fields: readonly ApiField[]; words: Words; onShape(name: string): void }

/** Fields as rows; names of shapes lead to them. Nothing where there is nothing to say. */
export function Fields({ title, note = "", fields, words, onShape }: FieldsProps) {
  if (fields.length === 0 && note === "") return null;
  return (
    <div className="api-part">
      {title !== null && <h4>{title}</h4>}
      {note && <p className="quiet"><Sentence text={note} /></p>}
      {fields.length > 0 && (
        <table>
          <thead className="unseen"><tr><th scope="col">{words("api.field")}</th><th scope="col">{words("api.type")}</th><th scope="col">{words("api.meaning")}</th></tr></thead>
          <tbody>
            {fields.map(({ name, type, required, description }) => (
              <tr key={name}>
                <th scope="row"><code>{name}</code>{required && <span className="quiet"> {words("api.required")}</span>}</th>
                <td><Type type={type} onShape={onShape} /></td>
                <td className="quiet"><Sentence text={description} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Type({ type, onShape }: { type: string; onShape(name: string): void }) {
  return (
    <code>
      {piecesOf(type, SHAPES).map(({ text, shape }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
        shape ? <button key={index} type="button" className="plain api-shape-link" onClick={() => onShape(text)}>{text}</button> : <span key={index}>{text}</span>)}
    </code>
  );
}
