import { useId, useRef } from "react";
import type { ApiOperation } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { SaidText, useSaid } from "../Said.tsx";
import { Fields } from "./Fields.tsx";
import { Sentence } from "./Sentence.tsx";

interface OperationProps { operation: ApiOperation; words: Words; onShape(name: string): void }

export function Operation({ operation, words, onShape }: OperationProps) {
  const { method, path, summary, description, open, curl, headers, params, query, body, answer, status, errors } = operation;
  return (
    <details className="api-operation">
      <summary><span className="chip api-method" data-method={method}>{method}</span> <code>{path}</code> <span className="quiet"><Sentence text={summary} /></span></summary>
      {description && <p><Sentence text={description} /></p>}
      {open && <p className="quiet">{words("api.open")}</p>}
      <Command text={curl} words={words} />
      <Fields title={words("api.params")} fields={params} words={words} onShape={onShape} />
      <Fields title={words("api.query")} fields={query} words={words} onShape={onShape} />
      <Fields title={words("api.headers")} fields={headers} words={words} onShape={onShape} />
      {body && <Fields title={words("api.body")} note={body.description} fields={body.fields} words={words} onShape={onShape} />}
      <Fields title={words("api.answer", { status })} note={answer.fields.length === 0 ? answer.description || answer.name : answer.description} fields={answer.fields} words={words} onShape={onShape} />
      {errors.length > 0 && (
        <div className="api-part">
          <h4>{words("api.errors")}</h4>
          <ul>{errors.map(({ status: code, errors: names }) => <li key={code}><code>{code}</code> {names.join(", ")}</li>)}</ul>
        </div>
      )}
    </details>
  );
}

/** A command to copy. What is copied is selected, so that the person sees it, and can copy it by hand where the system does not. */
function Command({ text, words }: { text: string; words: Words }) {
  const code = useRef<HTMLElement>(null);
  const [said, say] = useSaid();
  const id = useId();
  const copy = () => {
    if (code.current) window.getSelection()?.selectAllChildren(code.current);
    // The window is given no permission to write to the clipboard by itself; this one copies what is selected when a person asks for it.
    say(words(document.execCommand("copy") ? "api.copied" : "api.copy_by_hand"));
  };
  return (
    <div className="api-command">
      <pre><code ref={code} id={id}>{text}</code></pre>
      <div className="actions"><button type="button" aria-describedby={id} onClick={copy}>{words("api.copy")}</button><span className="quiet" role="status"><SaidText said={said} /></span></div>
    </div>
  );
}
