/** What a hook may be answered: the guard of edits, and requests that the person answers in a window of ours. */
import { createAnswering } from "../answering/desk.ts";
import { answersAnywhere } from "../domain/answering/rules.ts";
import { createAsking } from "../guard/asking.ts";
import { createGuard } from "../guard/guard.ts";
import { createModes, guardsAnywhere } from "../guard/modes.ts";
import { sayLooserRules, sayProjectFile, sayUnasked } from "../guard/notices.ts";
import { readProjectFile } from "../guard/project-file.ts";
import { keepAnsweredEvents } from "../hooks/answers.ts";
import { ownDelivery, subjectOf } from "../pipeline/own-events.ts";
import type { HookEventName } from "../../schemas/generated/types.ts";
import type { Settings } from "../parts.ts";
import { electronTimers } from "../shell/timers.ts";
import type { Ground } from "./ground.ts";
import type { Ingest, Program } from "./program.ts";
import type { Recorded } from "./record.ts";

export type Rules = ReturnType<typeof keepRules>;

export function keepRules(program: Program, ground: Ground, record: Recorded, ingest: Ingest) {
  const { notices, settings, projectOf, quiet } = ground;
  const modes = createModes({ settings, read: readProjectFile, say: (project, problem) => sayProjectFile(notices, project, problem), sayLooser: (project, change) => sayLooserRules(notices, project, change) });
  const keepAnswered = keepAnsweredEvents(program.paths.answers, () => answered(settings.get(), asking.isNeeded()));
  /** Which events wait for an answer, as hooks read it. */
  const setAnswered = () => keepAnswered().catch((error: Error) => program.log.error("the answer lane could not be set", { error: error.message }));
  const asking = createAsking({ modes, projectOf, onNeeded: () => void setAnswered() });
  const guard = openGuard(program, ground, record, ingest, modes);
  const answering = openAnswering(program, ground, record, ingest);
  settings.onChange(() => {
    answering.rulesChanged();
    return setAnswered();
  });
  quiet.onChange(() => answering.rulesChanged());
  return { modes, asking, guard, answering, setAnswered };
}

function openGuard({ paths, userFolder, clock, log }: Program, { notices, projectOf, providers }: Ground, { ports }: Recorded, ingest: Ingest, modes: ReturnType<typeof createModes>) {
  return createGuard({
    modes, projectOf, userFolder, home: paths.home, clock, log: log.withPrefix("guard"),
    ports: {
      isKnown: () => ports.isKnown(),
      running: (project, session) => ports.running(project, session),
      ready: async (project) => (await ports.api.list({ project, state: "ready", limit: 5 })).items,
    },
    understood: (provider, payload) => providers.understood(provider, payload),
    denial: (provider, reason) => providers.denial(provider, reason),
    tell: (id, about, event) => void ingest(ownDelivery(clock, id, { ...subjectOf(about), ...event })),
    sayUnasked: (count, project) => sayUnasked(notices, count, project),
  });
}

function openAnswering({ clock, log }: Program, { settings, quiet, projectOf, providers }: Ground, { world }: Recorded, ingest: Ingest) {
  return createAnswering({
    rules: () => settings.get().answering, doNotDisturb: () => quiet.now().by === "person", projectOf, read: (provider, payload) => providers.ask(provider, payload),
    who: (agentId) => {
      const agent = world.agents().find(({ agent_id }) => agent_id === agentId);
      return agent === undefined ? null : { name: agent.display_name, appearance: agent.appearance };
    },
    tell: (id, about, payload) => void ingest(ownDelivery(clock, id, { ...subjectOf(about), event_type: "decision", payload })),
    clock, after: electronTimers.after, log: log.withPrefix("answering"),
  });
}

/** A session's start waits for its answer while there may be one, a tool call while somebody guards edits, a request while the person may answer it here. */
function answered(settings: Settings, rulesAbove: boolean): ReadonlySet<HookEventName> {
  return new Set([
    ...(settings.memory.enabled ? (["SessionStart"] as const) : []), ...(guardsAnywhere(settings) || rulesAbove ? (["PreToolUse"] as const) : []),
    ...(answersAnywhere(settings.answering) ? (["PermissionRequest"] as const) : []),
  ]);
}
