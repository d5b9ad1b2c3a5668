/** What there is to know of an agent at a glance: from the world, its session's record and its project's work items. Of helpers the record has no prompt. */
import type { AgentCard, AgentView, Interaction, SessionView } from "../../schemas/generated/types.ts";
import type { ShellDependencies } from "./doors.ts";

export interface AgentCards {
  /** @returns null for somebody who is not here */
  of(agentId: string): Promise<AgentCard | null>;
}

export interface CardSources {
  world: Pick<ShellDependencies["world"], "agents" | "sessions">;
  conversation: Pick<ShellDependencies["conversation"], "page">;
  ports: Pick<ShellDependencies["ports"], "list">;
  contextOf: ShellDependencies["contextOf"];
}

/** A long turn is mostly tool calls; the prompt it began with is looked for among so many of the newest rows. */
const LOOK_BACK = 120;
/** In characters. */
const LONGEST = { task: 240, words: 360 };

export function createCards(sources: CardSources): AgentCards {
  return {
    async of(agentId) {
      const agent = sources.world.agents().find(({ agent_id }) => agent_id === agentId);
      if (agent === undefined) return null;
      const session = sources.world.sessions().find(({ session_id }) => session_id === agent.session_id) ?? null;
      const [said, port] = await Promise.all([saidBy(agent, sources), portOf(session, sources)]);
      const context = session === null || agent.role !== "lead" ? null : sources.contextOf(session.session_id);
      return { agent, ...said, port, context: context !== null && context.tokens > 0 ? context : null, model: agent.role === "lead" ? (session?.model ?? null) : null };
    },
  };
}

/** A card without its texts is better than none: a record that cannot be read is told of elsewhere. */
async function saidBy({ agent_id, session_id }: AgentView, { conversation }: CardSources): Promise<Pick<AgentCard, "task" | "last_words">> {
  if (session_id === null) return { task: null, last_words: null };
  const items = await conversation.page({ session_id, before: "end", limit: LOOK_BACK }).then((page) => page.items, (): Interaction[] => []);
  const newest = (kind: string) => [...items].reverse().find((item) => item.agent_id === agent_id && item.skill_name === kind)?.content ?? null;
  return { task: shortened(newest("user_prompt"), LONGEST.task), last_words: shortened(newest("claude_response"), LONGEST.words) };
}

async function portOf(session: SessionView | null, { ports }: CardSources): Promise<string | null> {
  if (session?.project_dir == null || session.trust !== "verified") return null;
  const running = await ports.list({ cwd: session.project_dir, session_id: session.session_id, state: "running", limit: 1 }).then(({ items }) => items, () => []);
  return running[0]?.title ?? null;
}

/** In one paragraph, cut by whole characters as people count them. */
function shortened(text: string | null, length: number): string | null {
  const line = text?.slice(0, 4 * length).replace(/\s+/g, " ").trim() ?? "";
  if (line === "") return null;
  const characters = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(line)].map((part) => part.segment);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join("").trimEnd()}…`;
}
