/** This run of the app, as every part of the composition knows it. Free of Electron: main.ts fills it in. */
import type { Clock, Log, Pipeline } from "../parts.ts";
import type { homePaths } from "../home/paths.ts";
import type { BuiltPlaces } from "../places.ts";
import type { StartMode } from "../shell/doors.ts";
import type { Quit } from "../shell/quit.ts";

export interface Program {
  paths: ReturnType<typeof homePaths>;
  places: BuiltPlaces;
  start: StartMode;
  startedAt: string;
  version: string;
  isPackaged: boolean;
  /** The home of the person, not of the app. */
  userFolder: string;
  /** As the system tells it. */
  language(): string;
  clock: Clock;
  log: Log;
  exit(code: number): void;
  quit: Quit;
  /** The person asked to see the app. */
  raise(): void;
}

/** Parts that tell events are made before the road that takes them. */
export type Ingest = Pipeline["ingest"];
