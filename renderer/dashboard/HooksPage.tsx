import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { HooksStatus } from "../../schemas/generated/types.ts";
import type { Words } from "../shared/words.ts";

/** Installing, repairing and removing our lines in the client's user settings; always after a click that says what it does. */
export function HooksPage({ bridge, words }: { bridge: MascotBridge; words: Words }) {
  const [status, setStatus] = useState<HooksStatus | null>(null);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = useCallback(async (action: () => Promise<HooksStatus>) => {
    setWorking(true);
    setFailure(null);
    try {
      setStatus(await action());
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setWorking(false);
    }
  }, []);
  useEffect(() => void run(() => bridge.hooksStatus()), [bridge, run]);
  return (
    <>
      <h2>{words("hooks.title")}</h2>
      <p className="lead-in">{words("hooks.intro")}</p>
      {status && <Status status={status} words={words} />}
      {(failure ?? status?.problem) && <p className="notice error" role="alert">{failure ?? status?.problem}</p>}
      {status && status.state !== "no_client" && (
        <div className="actions">
          {status.state !== "installed" && status.state !== "unreadable" && (
            <button type="button" className="primary" disabled={working} onClick={() => void run(() => bridge.hooksInstall({ scope: "user" }))}>
              {words(status.state === "partly" ? "hooks.repair" : "hooks.install")}
            </button>
          )}
          {(status.state === "installed" || status.state === "partly") && (
            <button type="button" disabled={working} onClick={() => void run(() => bridge.hooksUninstall({ scope: "user" }))}>{words("hooks.remove")}</button>
          )}
          {working && <span className="quiet" role="status">{words("hooks.working")}</span>}
        </div>
      )}
      <p className="quiet">{words("hooks.cli")} <code>agent-mascot hooks install</code></p>
    </>
  );
}

function Status({ status, words }: { status: HooksStatus; words: Words }) {
  return (
    <section className={`card hooks-state ${status.state}`}>
      <header><h3>{words(`hooks.${status.state}`)}</h3></header>
      <dl>
        <dt>{words("hooks.file")}</dt><dd><code>{status.file}</code></dd>
        {status.installed_events.length > 0 && <><dt>{words("hooks.events")}</dt><dd>{status.installed_events.join(", ")}</dd></>}
        {status.missing_events.length > 0 && <><dt>{words("hooks.missing")}</dt><dd>{status.missing_events.join(", ")}</dd></>}
      </dl>
      {status.state === "absent" && <p className="quiet">{words("hooks.consent")}</p>}
    </section>
  );
}
