import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useWindow } from "../../shared/world-store.ts";
import { bubbleText, needsPerson, type Words } from "../../shared/words.ts";

/** As much as a line holds on a usual window. */
const LINE_LENGTH = 120;

/** What the session's agent does at this moment; nothing of a session that is over. */
export function LiveStrip({ sessionId, words }: { sessionId: string; words: Words }) {
  const agent = useWindow((state) => state.world.agents.get(sessionId));
  const isActive = useWindow((state) => state.world.sessions.get(sessionId)?.state === "active");
  const helpers = useWindow((state) => countHelpers(state.world.agents.values(), sessionId));
  if (!agent || !isActive) return null;
  return (
    <footer className={`live${needsPerson(agent.state) ? " needs-person" : ""}`} data-state={agent.state}>
      <MascotFace appearance={agent.appearance} size={24} />
      <span className="live-doing" dir="auto">{bubbleText(agent, words, LINE_LENGTH) ?? words(`state.${agent.state}`)}</span>
      {helpers > 0 && <span className="quiet">{words("conversation.helpers", { count: helpers })}</span>}
    </footer>
  );
}

function countHelpers(agents: Iterable<{ session_id: string | null; agent_id: string }>, sessionId: string): number {
  let count = 0;
  for (const agent of agents) if (agent.session_id === sessionId && agent.agent_id !== sessionId) count++;
  return count;
}
