/** The doctor as the app has it: what only the running app knows, for whoever asks over the API, and the whole of it for the dashboard. */
import { runDoctor } from "../../forwarder/doctor/doctor.ts";
import { forwarderHashes } from "../../forwarder/doctor/probe-home.ts";
import type { BridgeStatus, DoctorAppSide, DoctorCheck, DoctorReport } from "../../schemas/generated/types.ts";
import type { Clock, DoctorApi } from "../parts.ts";
import type { TestEvents } from "./test-events.ts";

export interface DoctorOptions {
  home: string;
  userFolder: string;
  configFolder: string | null;
  forwarderFolder: string;
  env: NodeJS.ProcessEnv;
  version: string;
  pid: number;
  /** the collector's; 0 when none could be had */
  port(): number;
  recording(): boolean;
  /** Ids of what the person is warned of. */
  warnings(): string[];
  checkDatabase(): Promise<DoctorCheck>;
  bridges(): Promise<BridgeStatus[]>;
  language(): "en" | "ko";
  testEvents: TestEvents;
  clock: Clock;
}

export interface Doctor extends DoctorApi {
  /** @param project whose settings files are looked at, too; null: none */
  run(project: string | null): Promise<DoctorReport>;
}

export function createDoctor(options: DoctorOptions): Doctor {
  const { home, userFolder, configFolder, forwarderFolder, env, testEvents, clock } = options;
  return {
    appSide: () => appSide(options),
    received: (id) => testEvents.received(id),
    run: (project) => runDoctor({ home, userFolder, configFolder, project: project ?? userFolder, forwarderFolder, env, language: options.language(), now: new Date(clock.now()) }),
  };
}

/** Of a log that does not open nobody can tell what waits in it. */
const SOON_MS = 2_000;

async function soon(asked: Promise<BridgeStatus[]>): Promise<{ bridges?: BridgeStatus[] }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, SOON_MS, null)));
  const bridges = await Promise.race([asked.catch(() => null), late]);
  clearTimeout(timer);
  return bridges === null ? {} : { bridges };
}

async function appSide({ version, pid, port, recording, warnings, checkDatabase, bridges, env, forwarderFolder }: DoctorOptions): Promise<DoctorAppSide> {
  return {
    version, pid, port: port(), recording: recording(), notices: warnings(), database: await checkDatabase(), ...(await soon(bridges())), display: env["WAYLAND_DISPLAY"] || env["DISPLAY"] || null, forwarder: forwarderHashes(forwarderFolder),
  };
}
