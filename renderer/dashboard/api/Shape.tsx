import { useEffect, useRef } from "react";
import type { ApiShape } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Fields } from "./Fields.tsx";

interface ShapeProps { shape: ApiShape; /** A new object each time somebody wants to see it. */ wanted: object | null; words: Words; onShape(name: string): void }

export function Shape({ shape: { name, description, fields }, wanted, words, onShape }: ShapeProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (wanted === null || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: "nearest" });
    details.current.querySelector("summary")?.focus();
  }, [wanted]);
  return (
    <details ref={details} className="api-operation">
      <summary><code>{name}</code></summary>
      <Fields title={null} note={description} fields={fields} words={words} onShape={onShape} />
    </details>
  );
}
