import { useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/index.ts";
import type { Open } from "../place.ts";
import { hearsNobody } from "./places.ts";
import { useHooksPlaces } from "./useHooksPlaces.ts";

/** On a page with nothing to show: where no hooks are, that is why, and where to install them. Nothing once there are some. */
export function WithoutHooks({ bridge, words, open }: { bridge: MascotBridge; words: Words; open: Open }) {
  const { places } = useHooksPlaces(bridge);
  const [others, setOthers] = useState<Awaited<ReturnType<MascotBridge["otherHooks"]>>["used"] | null>(null);
  useEffect(() => {
    bridge.otherHooks().then(({ used }) => setOthers(used), () => undefined);
  }, [bridge]);
  if (places === null || others === null || !hearsNobody(places, others)) return null;
  return (
    <>
      <p className="empty-why">{words("hooks.none_yet")}</p>
      <div className="actions"><Button kind="primary" icon="hooks" onClick={() => open({ page: "hooks" })}>{words("hooks.install")}</Button></div>
    </>
  );
}
