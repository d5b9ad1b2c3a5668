/** What a screen reader is told while agents work: only what a person would look up for. Pure. */
import type { AgentView } from "../../../schemas/generated/types.ts";
import { needsPerson, type Words } from "../../shared/words.ts";

/** States worth a sentence; from one tool to the next is not. */
const SAID = new Set<AgentView["state"]>(["asking_permission", "asking_question", "failed", "blocked", "resting", "stale"]);

/** At most so many sentences at once; more are counted. */
const SENTENCES = 3;

/** What changed between two pictures of the world, those who need the person first. @returns "" when nothing is worth a word */
export function announcement(before: ReadonlyMap<string, AgentView>, after: ReadonlyMap<string, AgentView>, words: Words): string {
  const news: { text: string; urgent: boolean }[] = [];
  for (const agent of after.values()) {
    const known = before.get(agent.agent_id);
    if (known === undefined) news.push({ text: words("frame.said_came", { name: agent.display_name }), urgent: false });
    if (known?.state !== agent.state && SAID.has(agent.state) && (known !== undefined || needsPerson(agent.state))) news.push({ text: sentence(agent, words), urgent: needsPerson(agent.state) });
  }
  for (const agent of before.values()) if (!after.has(agent.agent_id)) news.push({ text: words("frame.said_left", { name: agent.display_name }), urgent: false });
  const ordered = [...news.filter(({ urgent }) => urgent), ...news.filter(({ urgent }) => !urgent)].map(({ text }) => text);
  const more = ordered.length - SENTENCES;
  return more > 0 ? [...ordered.slice(0, SENTENCES), words("frame.said_more", { count: more })].join(" ") : ordered.join(" ");
}

function sentence(agent: AgentView, words: Words): string {
  return words(needsPerson(agent.state) ? "frame.said_needs" : "frame.said_state", { name: agent.display_name, state: words(`state.${agent.state}`) });
}
