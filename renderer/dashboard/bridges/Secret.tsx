import { type FormEvent, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgeSecret, BridgesState } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import type { Bridges } from "./useBridges.ts";

/** A secret goes in and never comes back: the page knows only whether there is one. */
export function Secret({ bridge, words, name, state, act }: { bridge: MascotBridge; words: Words; name: BridgeSecret["name"]; state: BridgesState; act: Bridges["act"] }) {
  const [value, setValue] = useState("");
  const isSet = state.secrets.includes(name);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== "" && (await act(() => bridge.setBridgeSecret({ name, value: value.trim() })))) setValue("");
  };
  return (
    <form className="bridge-secret" onSubmit={(event) => void save(event)}>
      <Field label={words(`bridges.secret.${name}`)}>
        <input type="password" autoComplete="off" spellCheck={false} value={value} maxLength={4096} placeholder={words(isSet ? "bridges.secret.set" : "bridges.secret.unset")} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <Button submit disabled={value.trim() === ""}>{words("bridges.secret.save")}</Button>
      {isSet && <Button kind="quiet" onClick={() => void act(() => bridge.setBridgeSecret({ name, value: null }))}>{words("bridges.secret.forget")}</Button>}
    </form>
  );
}
