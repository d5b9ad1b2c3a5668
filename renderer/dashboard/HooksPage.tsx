import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { HooksPlace, HooksScope } from "../../schemas/generated/types.ts";
import type { Words } from "../shared/words.ts";
import { actionsAt, byProject, isCovered, keyOf, scopeOf, type HooksAction } from "./hooks-places.ts";
import { useHooksPlaces } from "./useHooksPlaces.ts";

interface PageProps { bridge: MascotBridge; words: Words }

/** Installing, repairing and removing our lines, per settings file; always after a click beside what it does. */
export function HooksPage({ bridge, words }: PageProps) {
  const { places, lookAgain } = useHooksPlaces(bridge);
  const [working, setWorking] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ at: string; text: string } | null>(null);
  const act = useCallback(async (place: HooksPlace, action: HooksAction) => {
    setWorking(keyOf(place));
    setFailure(null);
    const said = await run(bridge, scopeOf(place), action);
    if (said !== null) setFailure({ at: keyOf(place), text: said });
    await lookAgain();
    setWorking(null);
  }, [bridge, lookAgain]);
  useEffect(() => setFailure((known) => (places?.some((place) => keyOf(place) === known?.at) ? known : null)), [places]);
  return (
    <>
      <h2>{words("hooks.title")}</h2>
      <p className="lead-in">{words("hooks.intro")}</p>
      {places && byProject(places).map(({ project, files }) => (
        <section key={project ?? ""} className="card hooks-card" aria-label={project ?? words("hooks.scope_user")}>
          <header><h3>{project === null ? words("hooks.scope_user") : folderName(project)}</h3>{project !== null && <span className="quiet path">{project}</span>}</header>
          {files.map((place) => (
            <Place key={keyOf(place)} place={place} places={places} words={words} busy={working !== null} working={working === keyOf(place)}
              failure={failure?.at === keyOf(place) ? failure.text : null} onAction={(action) => void act(place, action)} />
          ))}
        </section>
      ))}
      <p className="quiet">{words("hooks.cli")} <code>agent-mascot hooks install</code></p>
    </>
  );
}

interface PlaceProps { place: HooksPlace; places: readonly HooksPlace[]; words: Words; busy: boolean; working: boolean; failure: string | null; onAction(action: HooksAction): void }

function Place({ place, places, words, busy, working, failure, onAction }: PlaceProps) {
  const { scope, status } = place;
  const actions = actionsAt(place, places);
  const covered = isCovered(place, places);
  const idle = covered && status.state === "absent";
  const problem = failure ?? status.problem;
  return (
    <div className="hooks-place" role="group" aria-label={words(`hooks.scope_${scope}`)} data-scope={scope} data-state={status.state}>
      <p className="state"><span className={`dot ${status.state}`} aria-hidden />{scope !== "user" && <span className="scope">{words(`hooks.scope_${scope}`)}: </span>}<strong>{words(idle ? "hooks.covered" : `hooks.${status.state}`)}</strong></p>
      {!idle && <dl>
        <dt>{words("hooks.file")}</dt><dd><code>{status.file}</code></dd>
        {status.installed_events.length > 0 && <><dt>{words("hooks.events")}</dt><dd>{status.installed_events.join(", ")}</dd></>}
        {status.installed_events.length > 0 && status.missing_events.length > 0 && <><dt>{words("hooks.missing")}</dt><dd>{status.missing_events.join(", ")}</dd></>}
      </dl>}
      {problem && <p className="notice error" role="alert">{problem}</p>}
      {actions.length > 0 && (
        <div className="actions">
          {actions.map((action) => (
            <button key={action} type="button" className={action === "remove" ? undefined : scope === "user" || action === "repair" ? "primary" : undefined} disabled={busy} onClick={() => onAction(action)}>{words(`hooks.${action}`)}</button>
          ))}
          {working ? <span className="quiet" role="status">{words("hooks.working")}</span> : <span className="quiet consent">{words(consentFor(place, actions, covered))}</span>}
        </div>
      )}
    </div>
  );
}

/** What the first of the buttons will do, in a sentence beside it. */
function consentFor({ scope }: HooksPlace, [first]: readonly HooksAction[], covered: boolean): string {
  if (first === "remove") return covered ? "hooks.consent_remove_covered" : "hooks.consent_remove";
  return scope === "project" ? "hooks.consent_shared" : "hooks.consent";
}

/** @returns what the person must hear, or null when all went well */
async function run(bridge: MascotBridge, scope: HooksScope, action: HooksAction): Promise<string | null> {
  try {
    return (await (action === "remove" ? bridge.hooksUninstall(scope) : bridge.hooksInstall(scope))).problem;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function folderName(path: string): string {
  return path.split(/[\\/]+/).filter(Boolean).at(-1) ?? path;
}
