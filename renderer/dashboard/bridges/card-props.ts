import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { BridgesState } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import type { Bridges } from "./useBridges.ts";

/** What each bridge's card is given. */
export interface CardProps {
  bridge: MascotBridge;
  words: Words;
  locale: Locale;
  state: BridgesState;
  act: Bridges["act"];
  /** Of the record, and those that are listed. */
  projects: readonly string[];
}
