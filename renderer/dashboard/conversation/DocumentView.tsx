import { useDocument } from "./documents.ts";

/** What an agent wrote as a document; as it is until it is parsed, or where it cannot be one. */
export function DocumentView({ text }: { text: string }) {
  const document = useDocument(text);
  return document ? <div className="document" dir="auto">{document}</div> : <p className="plain-text" dir="auto" data-waiting={document === undefined || undefined}>{text}</p>;
}
