/** Decides which sightings of agents are worth a write: the first of an agent, then about one a minute. */
import type { Sighting } from "./event-row.ts";
import { type AgentSpan, spansOf } from "./repositories/agents.ts";

const WORTH_A_WRITE_MS = 60_000;

export class SightingFilter {
  private readonly written = new Map<string, AgentSpan>();

  constructor(private readonly capacity: number) {}

  worthWriting(sightings: readonly Sighting[]): AgentSpan[] {
    return spansOf(sightings).filter((span) => {
      const known = this.written.get(span.agentId);
      return known === undefined || span.first < known.first || span.last >= known.last + WORTH_A_WRITE_MS;
    });
  }

  /** Call after the commit: a rolled-back row is not there. */
  noteWritten(spans: readonly AgentSpan[]): void {
    for (const span of spans) {
      const known = this.written.get(span.agentId);
      this.written.delete(span.agentId);
      this.written.set(span.agentId, known === undefined ? span : { ...span, first: Math.min(known.first, span.first), last: Math.max(known.last, span.last) });
    }
    while (this.written.size > this.capacity) this.written.delete(this.written.keys().next().value as string);
  }
}
