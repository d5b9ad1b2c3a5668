import type { MascotBridge } from "../../schemas/bridge.ts";
import type { Locale, Words } from "../shared/words.ts";
import type { Open, Place } from "./place.ts";

/** What a page of the dashboard is given. */
export interface PageProps {
  bridge: MascotBridge;
  words: Words;
  locale: Locale;
  /** A new object each time the page is opened, also when it is open already. */
  place: Place;
  open: Open;
}
