import { type ReactNode, useEffect, useId, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { SearchHit } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { asKey, fromKey, withChosen } from "../chosen.ts";
import { distinctNames } from "../figures.ts";
import { useProjectsWithSessions } from "../useProjects.ts";
import { type Filters as FilterValues, isFiltered, NO_FILTERS, type When, WHENS } from "./query.ts";
import { useSearchState } from "./search-store.ts";
import { toolsIn, toolsUsed } from "./tools.ts";

/** Of the newest sessions the tools are offered. */
const SESSIONS_LOOKED_AT = 200;

/** By project, by who said it, by tool, by day. */
export function Filters({ bridge, words, hits }: { bridge: MascotBridge; words: Words; hits: readonly SearchHit[] }) {
  const projects = useProjectsWithSessions(bridge);
  const tools = useTools(bridge);
  const filters = useSearchState((state) => state.filters);
  const change = useSearchState((state) => state.change);
  const known = [...new Set([...tools, ...toolsIn(hits), ...(filters.tool === null || isSaid(filters.tool) ? [] : [filters.tool])])];
  const named = withChosen(projects, filters.project);
  const names = distinctNames(named);
  return (
    <fieldset className="search-filters">
      <legend className="for-screen-readers">{words("search.filters")}</legend>
      <Pick name={words("search.project")} value={asKey(filters.project)} onChange={(key) => change({ project: fromKey(key) })}>
        <option value="">{words("search.all_projects")}</option>
        {named.map((project) => <option key={project} value={asKey(project)} title={project}>{names.get(project) || words("search.no_project")}</option>)}
      </Pick>
      <Pick name={words("search.role")} value={filters.role ?? ""} onChange={(role) => change({ role: role === "user" || role === "assistant" ? role : null })}>
        <option value="">{words("search.everyone")}</option>
        <option value="user">{words("search.you")}</option>
        <option value="assistant">{words("search.agent")}</option>
      </Pick>
      <Pick name={words("search.tool")} value={asKey(filters.tool)} onChange={(key) => change({ tool: fromKey(key) })}>
        <option value="">{words("search.any_tool")}</option>
        <optgroup label={words("search.without_tool")}>{SAID.map((skill) => <option key={skill} value={asKey(skill)}>{words(`search.${skill}`)}</option>)}</optgroup>
        {known.length > 0 && <optgroup label={words("search.tools")}>{known.map((tool) => <option key={tool} value={asKey(tool)}>{tool}</option>)}</optgroup>}
      </Pick>
      <Pick name={words("search.when")} value={filters.when} onChange={(key) => change({ when: WHENS.find((when) => when === key) ?? "any" })}>
        {WHENS.map((when: When) => <option key={when} value={when}>{words(`search.${when}`)}</option>)}
      </Pick>
      {filters.when === "between" && <Days filters={filters} words={words} change={change} />}
      {isFiltered(filters) && <button type="button" className="plain quiet clear" onClick={() => change({ ...NO_FILTERS, text: filters.text })}>{words("search.clear")}</button>}
    </fieldset>
  );
}

const SAID = ["user_prompt", "claude_response", "session_summary"] as const;
const isSaid = (skill: string): boolean => (SAID as readonly string[]).includes(skill);

function Days({ filters, words, change }: { filters: FilterValues; words: Words; change(filters: Partial<FilterValues>): void }) {
  return (
    <span className="days">
      <input type="date" aria-label={words("search.from")} value={filters.from} onChange={(event) => change({ from: event.target.value })} />
      <span aria-hidden>–</span>
      <input type="date" aria-label={words("search.to")} value={filters.to} onChange={(event) => change({ to: event.target.value })} />
    </span>
  );
}

interface PickProps { name: string; value: string; children: ReactNode; onChange(value: string): void }

function Pick({ name, value, children, onChange }: PickProps) {
  const id = useId();
  return (
    <span className="pick">
      <label htmlFor={id} className="for-screen-readers">{name}</label>
      <select id={id} title={name} value={value} data-chosen={value !== "" && value !== "any" ? "" : undefined} onChange={(event) => onChange(event.target.value)}>{children}</select>
    </span>
  );
}

function useTools(bridge: MascotBridge): string[] {
  const [tools, setTools] = useState<string[]>([]);
  useEffect(() => void bridge.sessionsPage({ limit: SESSIONS_LOOKED_AT }).then(({ items }) => setTools(toolsUsed(items)), () => undefined), [bridge]);
  return tools;
}
