import { useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgeName, BridgeTried } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";

/** Asks the other side; nothing of a session is sent. */
export function TryOut({ bridge, words, name }: { bridge: MascotBridge; words: Words; name: BridgeName }) {
  const [tried, setTried] = useState<BridgeTried | "asking" | null>(null);
  const ask = () => {
    setTried("asking");
    bridge.bridgeTry({ bridge: name }).then(setTried, () => setTried({ ok: false, reason: null, detail: "" }));
  };
  const answer = tried === null ? "" : tried === "asking" ? words("bridges.asking") : tried.ok ? words("bridges.works", { detail: tried.detail }) : words(tried.reason === null ? "bridges.failed" : `bridges.reason.${tried.reason}`);
  return <p className="bridge-try"><Button disabled={tried === "asking"} onClick={ask}>{words("bridges.try")}</Button> <span role="status">{answer}</span></p>;
}
