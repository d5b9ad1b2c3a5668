import type { MascotState, MomentKind } from "../../../../schemas/generated/types.ts";
import type { Cheer } from "../celebration.ts";
import { board, book, mug, pencil, terminal } from "./desk.tsx";
import { broom, confetti, confettiStar, dizzyStars, dust, plug, sparks, suitcase } from "./floor.tsx";
import { blanket, lantern } from "./night.tsx";
import type { Prop } from "./prop.ts";
import { globe, magnifier, walkieTalkie } from "./search.tsx";
import { balloon, gate, looseTag, sign, thought } from "./signs.tsx";
import { cloud } from "./weather.tsx";

/** What each state holds: the second half of telling states apart without words or colour. */
export const STATE_PROPS: Readonly<Record<MascotState, Prop>> = {
  resting: mug,
  thinking: thought,
  reading: book,
  editing: pencil,
  running: terminal,
  searching: magnifier,
  browsing: globe,
  delegating: walkieTalkie,
  planning: board,
  compacting: broom,
  asking_permission: sign,
  asking_question: balloon,
  watching: lantern,
  failed: cloud,
  blocked: gate,
  untracked: looseTag,
  asleep: blanket,
  stale: plug,
};

export const MOMENT_PROPS: Readonly<Record<MomentKind, Prop>> = {
  entering: dust,
  stumbled: dizzyStars,
  done: confetti,
  leaving: suitcase,
  faded: sparks,
};

export const CHEER_PROPS: Readonly<Record<Cheer, Prop>> = { grand: confetti, glad: confettiStar, nod: mug };
