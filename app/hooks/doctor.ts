/** The doctor as the app has it: what only the running app knows, for whoever asks over the API, and the whole of it for the dashboard. */
import { runDoctor } from "../../forwarder/doctor/doctor.ts";
import { forwarderHashes } from "../../forwarder/doctor/probe-home.ts";
import type { DoctorAppSide, DoctorCheck, DoctorReport } from "../../schemas/generated/types.ts";
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
  checkDatabase(): Promise<DoctorCheck>;
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

async function appSide({ version, pid, port, recording, checkDatabase, env, forwarderFolder }: DoctorOptions): Promise<DoctorAppSide> {
  return {
    version, pid, port: port(), recording: recording(), database: await checkDatabase(), display: env["WAYLAND_DISPLAY"] || env["DISPLAY"] || null, forwarder: forwarderHashes(forwarderFolder),
  };
}
