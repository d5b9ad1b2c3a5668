/** What a person sees, and what they change there: tray, windows, hooks, themes. Electron must be ready. */
import { createGuardDoor } from "../guard/rules-api.ts";
import { createHello } from "../hooks/hello.ts";
import { keepHooks } from "../hooks/hooks-keeper.ts";
import { createOtherHooks } from "../hooks/other-hooks.ts";
import { askClient, findCommand } from "../hooks/spawn-client.ts";
import { type Shell, startShell } from "../shell/shell.ts";
import { type HooksProblem, hooksProblemText } from "../shell/texts.ts";
import { electronTimers } from "../shell/timers.ts";
import { createThemes } from "../themes/themes.ts";
import type { Doors, Inside } from "./doors.ts";
import type { Program } from "./program.ts";

export function showFace(program: Program, inside: Inside, doors: Doors): Shell {
  const { places, clock, log, start, isPackaged, quit } = program;
  const { ground, record, rules, bridges } = inside;
  const { settings, quiet, notices, projectOf } = ground;
  const { memory, figures, ports, world, names, derive, budget } = record;
  return startShell({
    conversation: memory.door, figures, ports: { ...ports.api, onChange: (listener) => ports.onChange(listener) }, guard: createGuardDoor({ modes: rules.modes, settings, projectOf }), answering: rules.answering, bridges,
    files: places, settings, quiet, world, notices, doctor: doors.doctor, status: doors.status, clock, log: log.withPrefix("shell"), start, checkResults: !isPackaged, quit: () => void quit(true),
    themes: createThemes({ folder: program.paths.themes, settings, notices, log: log.withPrefix("themes") }),
    ...openHooks(program, inside, () => doors.collector.port),
    hello: openHello(program, inside),
    findProgram: (name) => findCommand(name, process.env, process.platform),
    rename: (agentId, name) => names.give(agentId, name),
    contextOf(session) {
      const context = derive.of(session)?.context ?? null;
      return context === null ? null : { tokens: context.tokens, holds: budget(context.model).tokens };
    },
  });
}

function openHooks({ paths, places, userFolder, clock, log }: Program, { ground: { settings, notices, texts, clientFolders } }: Inside, port: () => number) {
  const common = { userFolder, forwarderFolder: places.forwarder, words: (problem: HooksProblem) => hooksProblemText(problem, texts()), clock };
  return {
    hooks: keepHooks({
      ...common, paths, configFolder: clientFolders.configFolder, platform: process.platform, askClient: () => askClient(process.env, process.platform), port,
      mayRepair: () => settings.get().hooks?.auto_repair ?? false, log, notices,
    }),
    otherHooks: createOtherHooks({ ...common, home: paths.home, env: process.env, log: log.withPrefix("hooks") }),
  };
}

function openHello({ paths, clock, log }: Program, { ground: { texts }, record: { memory }, road: { pipeline } }: Inside) {
  return createHello({
    pipeline, clock, after: electronTimers.after, forget: (id) => memory.door.deleteSession(id), name: () => texts()("tour.visitor"), folder: paths.home, log: log.withPrefix("hello"),
  });
}
