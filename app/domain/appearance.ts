/**
 * How a mascot is made up. The same agent looks the same in every version: the algorithms below never change, only new slots may be added after the present ones.
 */
import type { AgentRole, Appearance, SlotCounts } from "../../schemas/generated/types.ts";
import { hash32, mix32 } from "./hashing.ts";

/** Whom an agent is kin to. */
export interface Kinship {
  role: AgentRole;
  /** Shared by a team: colour and badge come from it. */
  team: string | null;
  /** Of a sub-agent or teammate: its lead. */
  leadId: string | null;
}

const ALONE: Kinship = { role: "lead", team: null, leadId: null };

/** Seed of an agent's looks, unsigned 32 bit: FNV-1a over its id's UTF-16 units, finished as in MurmurHash3. */
export function hashSeed(agentId: string): number {
  return hash32(agentId);
}

/** Numbers of the slots; a new slot gets the next one, so that the others keep their draw. */
const SLOT = { species: 1, palette: 2, eyes: 3, mouth: 4, marks: 5, headwear: 6, carry: 7, badge: 8 } as const;
const TEAM_COLOR = 9;
const NEIGHBOUR = 10;

/**
 * The parts of an agent, evenly spread over all combinations. Leads draw freely. A sub-agent or teammate is of its lead's species and wears the lead's palette or a
 * neighbour of it; whoever belongs to a team wears the team's colour and badge.
 */
export function generateAppearance(agentId: string, counts: SlotCounts, kinship: Kinship = ALONE): Appearance {
  const seed = hashSeed(agentId);
  const family = kinship.role === "lead" || kinship.leadId === null ? null : hashSeed(kinship.leadId);
  const team = kinship.team === null ? null : hashSeed(kinship.team);
  return {
    species: draw(family ?? seed, SLOT.species, counts.species),
    palette: family === null ? draw(seed, SLOT.palette, counts.palette) : neighbourOf(draw(family, SLOT.palette, counts.palette), seed, counts.palette),
    eyes: draw(seed, SLOT.eyes, counts.eyes),
    mouth: draw(seed, SLOT.mouth, counts.mouth),
    marks: draw(seed, SLOT.marks, counts.marks),
    headwear: draw(seed, SLOT.headwear, counts.headwear),
    carry: draw(seed, SLOT.carry, counts.carry),
    team_color: team === null ? null : draw(team, TEAM_COLOR, counts.palette),
    badge: team === null ? null : draw(team, SLOT.badge, counts.badge),
    scale: kinship.role,
  };
}

/** 0 … count-1, independent for each slot of one seed. Scaled from the high bits, which keeps the bias below count / 2^32. */
function draw(seed: number, slot: number, count: number): number {
  const value = mix32(seed ^ Math.imul(slot, 0x9e3779b1));
  return Math.floor((value / 4_294_967_296) * count);
}

function neighbourOf(palette: number, seed: number, count: number): number {
  return (palette + draw(seed, NEIGHBOUR, 3) - 1 + count) % count;
}
