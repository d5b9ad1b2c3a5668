import { useMemo, useState } from "react";
import { API_GROUPS, API_SHAPES } from "../../../schemas/generated/api.ts";
import type { PageProps } from "../page.ts";
import { countOf, matching } from "./filter.ts";
import { Operation } from "./Operation.tsx";
import { Shape } from "./Shape.tsx";
import { TextOfPage, textOfLocale } from "./texts.ts";
import "./api.css";

/** What other programs can ask of the running app: made of the same description as docs/openapi.json. */
export function ApiPage({ words, locale }: Pick<PageProps, "words" | "locale">) {
  const [text, setText] = useState("");
  const [shape, setShape] = useState<{ name: string } | null>(null);
  const textOf = textOfLocale(locale);
  const groups = useMemo(() => matching(API_GROUPS, text, textOf), [text, textOf]);
  return (
    <TextOfPage value={textOf}>
      <h2>{words("api.title")}</h2>
      <p className="lead-in">{words("api.intro")}</p>
      <p className="lead-in quiet">{words("api.over_tcp")}</p>
      <div className="api-find">
        <input type="search" aria-label={words("api.find")} placeholder={words("api.find")} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        <span className="quiet" role="status">{words("api.found", { count: countOf(groups) })}</span>
      </div>
      {groups.map(({ id, operations }) => (
        <section key={id} className="card api-group" aria-label={words(`api.group_${id}`)}>
          <header><h3>{words(`api.group_${id}`)}</h3></header>
          {operations.map((operation) => <Operation key={`${operation.method} ${operation.path}`} operation={operation} words={words} onShape={(name) => setShape({ name })} />)}
        </section>
      ))}
      <section className="card api-group" aria-label={words("api.shapes")}>
        <header><h3>{words("api.shapes")}</h3><span className="quiet">{words("api.shapes_hint")}</span></header>
        {API_SHAPES.map((one) => <Shape key={one.name} shape={one} wanted={shape?.name === one.name ? shape : null} words={words} onShape={(name) => setShape({ name })} />)}
      </section>
    </TextOfPage>
  );
}
