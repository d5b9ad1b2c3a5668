/** Table project_rules, and the projects that sessions name. */
import type { ProjectList, ProjectRules } from "../../../schemas/generated/types.ts";
import type { Connection } from "../sqlite.ts";

/** What holds for a project of which nothing was said. */
const DEFAULTS = { record: true, memory: true };

const SQL_RULES = "SELECT record, memory FROM project_rules WHERE project = ?";
const SQL_SET = "INSERT INTO project_rules (project, record, memory) VALUES (?, ?, ?) ON CONFLICT (project) DO UPDATE SET record = excluded.record, memory = excluded.memory";
const SQL_ALL_RULES = "SELECT project, record, memory FROM project_rules ORDER BY project";
export const SQL_PROJECTS = "SELECT project, count(*) AS sessions, max(last_at) AS last_at FROM sessions GROUP BY project";

interface RulesRow {
  project: string;
  record: number;
  memory: number;
}

export async function selectRules(connection: Connection, project: string): Promise<ProjectRules> {
  const row = await connection.first<RulesRow>(SQL_RULES, [project]);
  return row === null ? { project, ...DEFAULTS } : { project, record: row.record === 1, memory: row.memory === 1 };
}

export async function saveRules(connection: Connection, { project, record, memory }: ProjectRules): Promise<void> {
  await connection.run(SQL_SET, [project, Number(record), Number(memory)]);
}

export async function selectAllRules(connection: Connection): Promise<ProjectRules[]> {
  const rows = await connection.all<RulesRow>(SQL_ALL_RULES);
  return rows.map(({ project, record, memory }) => ({ project, record: record === 1, memory: memory === 1 }));
}

/** Newest first. A project with rules and without sessions is one too: what is not recorded leaves no session. */
export async function selectProjects(connection: Connection): Promise<ProjectList> {
  const rules = new Map((await selectAllRules(connection)).map((one) => [one.project, one]));
  const known = await connection.all<{ project: string; sessions: number; last_at: number }>(SQL_PROJECTS);
  const silent = [...rules.keys()].filter((project) => !known.some((one) => one.project === project)).map((project) => ({ project, sessions: 0, last_at: 0 }));
  const items = [...known, ...silent].map((one) => ({ ...one, record: rules.get(one.project)?.record ?? DEFAULTS.record, memory: rules.get(one.project)?.memory ?? DEFAULTS.memory }));
  return { items: items.sort((a, b) => b.last_at - a.last_at) };
}
