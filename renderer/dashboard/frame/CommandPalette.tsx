import { Command } from "cmdk";
import { useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { ProjectList, SessionRow } from "../../../schemas/generated/types.ts";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useWindow } from "../../shared/world-store.ts";
import type { Words } from "../../shared/words.ts";
import { Icon } from "../design/icons.tsx";
import { folderName } from "../figures.ts";
import type { Open } from "../place.ts";
import { useSearchState } from "../search/search-store.ts";
import { nameOf } from "../sessions/session-list.ts";
import { type CommandEntry, actionCommands, agentCommands, pageCommands, projectCommands, sessionCommands } from "./commands.ts";
import { relevance } from "./relevance.ts";
import "./palette.css";

interface PaletteProps { bridge: MascotBridge; words: Words; open: Open; onKeys(): void; onClose(): void }

/** Every page, action, agent, session and project by its name; what is none of them is searched for. */
export default function CommandPalette({ bridge, words, open, onKeys, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const { sessions, projects } = useKnown(bridge);
  const agents = useWindow((state) => state.world.agents);
  const ui = useWindow((state) => state.ui);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, []);
  const run = (work: () => void) => {
    // The dialog gives the keyboard back first; where the command leads may take it.
    dialog.current?.close();
    work();
  };
  const groups: [string, CommandEntry[]][] = [
    [words("frame.commands_pages"), pageCommands(words, open)],
    [words("frame.commands_agents"), agentCommands(agents.values(), words, open)],
    [words("frame.commands_actions"), actionCommands({ bridge, words, ui, open, keyMap: onKeys })],
    [words("frame.commands_sessions"), sessionCommands(sessions, (row) => nameOf(row) ?? words("sessions.untitled"), open)],
    [words("frame.commands_projects"), projectCommands(projects, folderName, open)],
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; a click beside it does too
    <dialog ref={dialog} className="dialog palette" aria-label={words("frame.commands")} onClose={onClose} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <Command label={words("frame.commands")} loop filter={relevance}>
        <div className="palette-field"><Icon name="search" /><Command.Input value={text} onValueChange={setText} placeholder={words("frame.commands_placeholder")} maxLength={300} /></div>
        <Command.List className="palette-list" label={words("frame.commands")}>
          {groups.map(([heading, entries]) => entries.length > 0 && (
            <Command.Group key={heading} heading={heading}>
              {entries.map((entry) => <Item key={entry.id} entry={entry} run={run} />)}
            </Command.Group>
          ))}
          {text.trim() !== "" && (
            <Command.Item forceMount value={`search ${text}`} className="palette-item" onSelect={() => run(() => searchFor(text, open))}><Icon name="search" /><span className="palette-text">{words("frame.commands_search", { text })}</span></Command.Item>
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

function Item({ entry, run }: { entry: CommandEntry; run(work: () => void): void }) {
  return (
    <Command.Item value={entry.id} keywords={[entry.text, ...entry.keywords]} className="palette-item" onSelect={() => run(entry.run)}>
      {entry.appearance ? <MascotFace appearance={entry.appearance} size={20} /> : <Icon name={entry.icon ?? "command"} />}
      <span className="palette-text" dir="auto">{entry.text}</span>
      {entry.hint && <span className="palette-hint">{entry.hint}</span>}
    </Command.Item>
  );
}

function searchFor(text: string, open: Open): void {
  useSearchState.getState().change({ text });
  open({ page: "search" });
}

const SESSIONS = 200;

function useKnown(bridge: MascotBridge): { sessions: readonly SessionRow[]; projects: ProjectList["items"] } {
  const [sessions, setSessions] = useState<readonly SessionRow[]>([]);
  const [projects, setProjects] = useState<ProjectList["items"]>([]);
  useEffect(() => {
    bridge.sessionsPage({ limit: SESSIONS }).then(({ items }) => setSessions(items), () => undefined);
    bridge.projects().then(({ items }) => setProjects(items), () => undefined);
  }, [bridge]);
  return { sessions, projects };
}
