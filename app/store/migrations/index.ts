/**
 * Every step of the file's layout, oldest first. Numbers go in tens so that a fix can be put between two steps that people already have;
 * `user_version` of a file is the number of its last step.
 */
import { step0010 } from "./0010-events.ts";
import { step0020 } from "./0020-deliveries.ts";
import { step0030 } from "./0030-agents.ts";
import { step0040 } from "./0040-checkpoints.ts";
import { step0050 } from "./0050-sessions.ts";
import { step0060 } from "./0060-interactions.ts";
import { step0070 } from "./0070-search.ts";
import { step0080 } from "./0080-ports.ts";
import { step0090 } from "./0090-session-identity.ts";
import { step0110 } from "./0110-figures.ts";
import { step0120 } from "./0120-outbox.ts";
import { step0150 } from "./0150-telemetry.ts";

export interface Migration {
  version: number;
  /** A script of statements; runs inside the one transaction of the whole upgrade. */
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = [step0010, step0020, step0030, step0040, step0050, step0060, step0070, step0080, step0090, step0110, step0120, step0150];
