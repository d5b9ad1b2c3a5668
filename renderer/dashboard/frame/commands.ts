/** What the command palette offers. */
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { AgentView, Appearance, ProjectList, SessionRow, UiState } from "../../../schemas/generated/types.ts";
import { needsPerson, wordsOf, type Words } from "../../shared/words.ts";
import type { IconName } from "../design/icons.tsx";
import { type Open, PAGES } from "../place.ts";
import { goKeyOf } from "./keys.ts";
import { PAGE_ENTRIES } from "./pages.ts";

export interface CommandEntry {
  id: string;
  text: string;
  /** Other words by which it is found: of the other language, a path, an id. */
  keywords: string[];
  icon?: IconName;
  appearance?: Appearance;
  hint?: string;
  run(): void;
}

const inBothLanguages = (key: string) => [wordsOf("en")(key), wordsOf("ko")(key)];

export function pageCommands(words: Words, open: Open): CommandEntry[] {
  return PAGES.map((page) => ({
    id: `page ${page}`, text: words(`nav.${page}`), keywords: [...inBothLanguages(`nav.${page}`), ...inBothLanguages(`frame.also_${page}`)], icon: PAGE_ENTRIES[page].icon, ...(goKeyOf(page) ? { hint: `G ${goKeyOf(page)?.toUpperCase()}` } : {}), run: () => open({ page }),
  }));
}

/** Those who wait for the person first. A lead leads to its conversation, a helper to its place among those at work. */
export function agentCommands(agents: Iterable<AgentView>, words: Words, open: Open): CommandEntry[] {
  return [...agents].sort((a, b) => Number(needsPerson(b.state)) - Number(needsPerson(a.state))).map((agent) => ({
    id: `agent ${agent.agent_id}`, text: agent.display_name, keywords: [agent.workspace_id], appearance: agent.appearance, hint: words(`state.${agent.state}`),
    run: () => open(agent.role === "lead" && agent.session_id !== null ? { page: "sessions", session_id: agent.session_id } : { page: "now", agent_id: agent.agent_id }),
  }));
}

export function sessionCommands(rows: readonly SessionRow[], nameOf: (row: SessionRow) => string, open: Open): CommandEntry[] {
  return rows.map((row) => ({
    id: `session ${row.session_id}`, text: nameOf(row), keywords: [row.project, row.session_id], icon: "sessions" as const, hint: row.project.split(/[\\/]+/).filter(Boolean).at(-1) ?? "", run: () => open({ page: "sessions", session_id: row.session_id }),
  }));
}

export function projectCommands(items: ProjectList["items"], nameOf: (path: string) => string, open: Open): CommandEntry[] {
  return items.filter(({ sessions, project }) => sessions > 0 && project !== "").map(({ project }) => ({ id: `project ${project}`, text: nameOf(project), keywords: [project], icon: "ports" as const, hint: project, run: () => open({ page: "sessions", project }) }));
}

interface ActionParts { bridge: MascotBridge; words: Words; ui: UiState | null; open: Open; keyMap(): void }

export function actionCommands({ bridge, words, ui, open, keyMap }: ActionParts): CommandEntry[] {
  const action = (key: string, icon: IconName, run: () => void): CommandEntry => ({ id: `action ${key}`, text: words(`frame.do_${key}`), keywords: inBothLanguages(`frame.do_${key}`), icon, run });
  return [
    action(ui?.visible === false ? "show" : "hide", "now", () => bridge.setVisible(ui?.visible === false)),
    action(ui?.do_not_disturb ? "disturb" : "do_not_disturb", "settings", () => void bridge.changeSettings({ do_not_disturb: !ui?.do_not_disturb })),
    action(ui?.locale === "ko" ? "english" : "korean", "language", () => void bridge.changeSettings({ locale: ui?.locale === "ko" ? "en" : "ko" })),
    action("hooks", "hooks", () => open({ page: "hooks" })),
    action("keys", "keyboard", keyMap),
    action("quit", "close", () => bridge.quit()),
  ];
}
