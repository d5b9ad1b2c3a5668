import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgeAside, BridgeStatus } from "../../../schemas/generated/types.ts";
import { clockToTheSecond } from "../../../schemas/clock.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";
import type { Bridges } from "./useBridges.ts";

/** How a bridge stands, what waits, and what was set aside. */
export function Standing({ bridge, words, locale, status, act }: { bridge: MascotBridge; words: Words; locale: Locale; status: BridgeStatus; act: Bridges["act"] }) {
  const { bridge: name, state, reason, pending, aside, carried, next_try_at } = status;
  const time = (ms: number) => clockToTheSecond(ms, locale);
  return (
    <div className="bridge-standing" data-state={state}>
      <p role="status">
        <strong>{words(`bridges.state.${state}`)}</strong>
        {reason !== null && <span> {words(`bridges.reason.${reason}`)}</span>}
        {next_try_at !== null && <span className="quiet"> {words("bridges.next_try", { time: time(next_try_at) })}</span>}
      </p>
      {state !== "off" && <p className="quiet">{words("bridges.figures", { pending, carried, aside })}</p>}
      {(state === "waiting" || state === "stopped") && <Button onClick={() => void act(() => bridge.bridgeRetry({ bridge: name }))}>{words("bridges.retry")}</Button>}
      {aside > 0 && <Aside bridge={bridge} words={words} name={name} act={act} time={time} />}
    </div>
  );
}

function Aside({ bridge, words, name, act, time }: { bridge: MascotBridge; words: Words; name: BridgeStatus["bridge"]; act: Bridges["act"]; time(ms: number): string }) {
  const [items, setItems] = useState<BridgeAside[]>([]);
  const resolve = (how: "again" | "drop") => void act(() => bridge.bridgeResolve({ bridge: name, how }));
  return (
    <details onToggle={(event) => event.currentTarget.open && void bridge.bridgeAside({ bridge: name }).then((list) => setItems(list.items), () => setItems([]))}>
      <summary>{words("bridges.aside")}</summary>
      <p className="quiet">{words("bridges.aside_hint")}</p>
      <ul>{items.map((item) => <li key={item.id}>{time(item.at)} · {words(`bridges.kind.${item.kind}`)} · {words(`bridges.reason.${item.reason}`)} <span className="quiet">{item.session_id ?? ""}</span></li>)}</ul>
      <Button onClick={() => resolve("again")}>{words("bridges.again")}</Button> <Button kind="danger" onClick={() => resolve("drop")}>{words("bridges.drop")}</Button>
    </details>
  );
}
