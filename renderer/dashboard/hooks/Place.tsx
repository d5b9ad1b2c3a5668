import type { HooksPlace } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { actionsAt, type HooksAction, isCovered } from "./places.ts";

interface PlaceProps { place: HooksPlace; places: readonly HooksPlace[]; words: Words; busy: boolean; working: boolean; failure: string | null; onAction(action: HooksAction): void }

/** One settings file: what is in it, and what can be done. */
export function Place({ place, places, words, busy, working, failure, onAction }: PlaceProps) {
  const { scope, status } = place;
  const actions = actionsAt(place, places);
  const idle = isCovered(place, places) && status.state === "absent";
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
            <button key={action} type="button" className={isFirst(action, scope) ? "primary" : undefined} disabled={busy} onClick={() => onAction(action)}>{words(`hooks.${action}`)}</button>
          ))}
          {working && <span className="quiet" role="status">{words("hooks.working")}</span>}
        </div>
      )}
    </div>
  );
}

/** What most people want to do here. */
function isFirst(action: HooksAction, scope: HooksPlace["scope"]): boolean {
  return action === "repair" || (action === "install" && scope === "user");
}
