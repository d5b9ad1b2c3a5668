import { type FormEvent, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { AgentView } from "../../schemas/generated/types.ts";
import type { Words } from "../shared/words.ts";
import { Button } from "./design/Button.tsx";

interface NameFormProps {
  readonly agent: AgentView;
  readonly bridge: Pick<MascotBridge, "renameAgent">;
  readonly words: Words;
  /** The person asked for it elsewhere: the field gets the keyboard. A new object for each wish. */
  readonly wanted: object | null;
}

/** What an agent is called wherever it is met. */
export function NameForm({ agent, bridge, words, wanted }: NameFormProps) {
  const [name, setName] = useState(agent.display_name);
  const [failed, setFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setName(agent.display_name), [agent.display_name]);
  useEffect(() => {
    if (wanted === null) return;
    field.current?.focus();
    field.current?.select();
  }, [wanted]);
  const give = (wish: string | null) => bridge.renameAgent(agent.agent_id, wish).then(() => setFailed(false), () => setFailed(true));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void give(name);
  };
  return (
    <form className="agent-name" onSubmit={onSubmit}>
      <label>
        <span>{words("card.name")}</span>
        <input ref={field} value={name} maxLength={40} dir="auto" autoComplete="off" spellCheck={false} onChange={(event) => setName(event.target.value)} />
      </label>
      <Button submit disabled={name.trim() === agent.display_name}>{words("card.rename")}</Button>
      <Button kind="quiet" icon="reset" label={words("card.own_name")} onClick={() => void give(null)} />
      {failed && <span className="field-problem" role="alert">{words("card.rename_failed")}</span>}
    </form>
  );
}
