/** Who stands away from the group, where the person put them, display by display. Pure. */
import type { Place, StagePlaced } from "../../schemas/generated/types.ts";

export type ApartPlaces = Record<string, Record<string, Place>>;

/** Of one display: agents come and go; who was put somewhere first is forgotten first. */
export const MOST_APART = 40;

export class Apart {
  private present: ReadonlySet<string> = new Set();
  private places: ApartPlaces;

  constructor(remembered: ApartPlaces) {
    this.places = remembered;
  }

  /** Who is here by now. Others are remembered: a session may be taken up again. */
  setPresent(ids: ReadonlySet<string>): void {
    this.present = ids;
  }

  on(display: string | null): StagePlaced[] {
    const known = display === null ? [] : Object.entries(this.places[display] ?? {});
    return known.filter(([agent_id]) => this.present.has(agent_id)).map(([agent_id, place]) => ({ agent_id, place }));
  }

  put(display: string, agentId: string, place: Place): void {
    const { [agentId]: _, ...others } = this.places[display] ?? {};
    const entries = Object.entries(others).slice(-(MOST_APART - 1));
    this.places = { ...this.places, [display]: Object.fromEntries([...entries, [agentId, place]]) };
  }

  /** Everybody on this display goes back to the group. */
  gather(display: string): void {
    const { [display]: _, ...others } = this.places;
    this.places = others;
  }

  all(): ApartPlaces {
    return this.places;
  }
}
