import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgeAside, BridgeStatus } from "../../../schemas/generated/types.ts";
import { clockToTheSecond, momentText } from "../../../schemas/clock.ts";
import { useToday } from "../../shared/today.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";
import type { Bridges } from "./useBridges.ts";

/** How a bridge stands, what waits, and what was set aside. */
export function Standing({ bridge, words, locale, status, act }: { bridge: MascotBridge; words: Words; locale: Locale; status: BridgeStatus; act: Bridges["act"] }) {
  const { bridge: name, state, reason, pending, aside, carried, next_try_at } = status;
  return (
    <div className="bridge-standing" data-state={state}>
      <p role="status">
        <strong>{words(`bridges.state.${state}`)}</strong>
        {reason !== null && <span> {words(`bridges.reason.${reason}`)}</span>}
        {next_try_at !== null && <span className="quiet"> {words("bridges.next_try", { time: clockToTheSecond(next_try_at, locale) })}</span>}
      </p>
      {state !== "off" && <p className="quiet">{words("bridges.figures", { pending, carried, aside })}</p>}
      {(state === "waiting" || state === "stopped") && <Button onClick={() => void act(() => bridge.bridgeRetry({ bridge: name }))}>{words("bridges.retry")}</Button>}
      {aside > 0 && <Aside bridge={bridge} words={words} name={name} act={act} locale={locale} />}
    </div>
  );
}

function Aside({ bridge, words, name, act, locale }: { bridge: MascotBridge; words: Words; name: BridgeStatus["bridge"]; act: Bridges["act"]; locale: Locale }) {
  const [items, setItems] = useState<BridgeAside[]>([]);
  const today = useToday();
  const resolve = (how: "again" | "drop") => void act(() => bridge.bridgeResolve({ bridge: name, how }));
  return (
    <details onToggle={(event) => event.currentTarget.open && void bridge.bridgeAside({ bridge: name }).then((list) => setItems(list.items), () => setItems([]))}>
      <summary>{words("bridges.aside")}</summary>
      <p className="quiet">{words("bridges.aside_hint")}</p>
      <ul>{items.map((item) => <li key={item.id}>{momentText(item.at, today, locale, clockToTheSecond)} · {words(`bridges.kind.${item.kind}`)} · {words(`bridges.reason.${item.reason}`)} <span className="quiet">{item.session_id ?? ""}</span></li>)}</ul>
      <Button onClick={() => resolve("again")}>{words("bridges.again")}</Button> <Button kind="danger" onClick={() => resolve("drop")}>{words("bridges.drop")}</Button>
    </details>
  );
}
