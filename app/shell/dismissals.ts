/** Mascots that the person sent away: not seen on the desktop until they need the person anew. Only for this run of the app. Pure. */
import type { AgentView, Change } from "../../schemas/generated/types.ts";

const NEEDS: ReadonlySet<AgentView["state"]> = new Set(["asking_permission", "asking_question", "failed"]);

export class Dismissals {
  /** By agent: since when it was in the state in which it was sent away. */
  private readonly gone = new Map<string, string>();

  /** Its helpers go with it. */
  dismiss(agent: AgentView): void {
    this.gone.set(agent.agent_id, agent.state_since);
  }

  showAll(): void {
    this.gone.clear();
  }

  ids(): string[] {
    return [...this.gone.keys()];
  }

  /** Whether it is off the stage, by itself or with its lead. */
  hides({ agent_id, parent_agent_id }: Pick<AgentView, "agent_id" | "parent_agent_id">): boolean {
    return this.gone.has(agent_id) || (parent_agent_id !== null && this.gone.has(parent_agent_id));
  }

  /** @returns whether somebody came back or left for good */
  note(changes: readonly Change[]): boolean {
    if (this.gone.size === 0) return false;
    let moved = false;
    for (const change of changes) {
      if (change.kind === "mascot://agent-departed") moved = this.gone.delete(change.agent_id) || moved;
      else if (change.kind === "mascot://agent-appeared" || change.kind === "mascot://agent-update") moved = this.comesBack(change.agent) || moved;
    }
    return moved;
  }

  private comesBack(agent: AgentView): boolean {
    if (!NEEDS.has(agent.state) || this.gone.get(agent.agent_id) === agent.state_since) return false;
    const itself = this.gone.delete(agent.agent_id);
    const lead = agent.parent_agent_id !== null && this.gone.delete(agent.parent_agent_id);
    return itself || lead;
  }
}
