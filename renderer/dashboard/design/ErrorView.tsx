import { EmptyView } from "../EmptyView.tsx";
import { Button } from "./Button.tsx";

/** What could not be shown, in the person's words, and the way to try again. */
export function ErrorView({ title, text, again, onAgain }: { title: string; text: string; again?: string; onAgain?(): void }) {
  return (
    <div role="alert">
      <EmptyView state="failed" title={title} text={text} size={96}>
        {again && onAgain && <p className="empty-action"><Button icon="reset" onClick={onAgain}>{again}</Button></p>}
      </EmptyView>
    </div>
  );
}
