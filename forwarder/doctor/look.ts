/** What the doctor has seen, before it is judged. Types only. */
import type { DoctorAppSide } from "../../schemas/generated/types.ts";
import type { RelayState } from "../remote/relay-state.ts";
import type { HooksStatus } from "../settings/edit.ts";
import type { Refusal } from "../settings/hooks-text.ts";
import type { FileProblem } from "../settings/files.ts";

export type LayerName = "managed" | "local" | "project" | "user";

/** One settings file; those that win over others come first (contract §2). */
export interface LayerLook {
  layer: LayerName;
  file: string;
  status: HooksStatus | Refusal | FileProblem;
  /** events of our entries that serve this home */
  events: string[];
  outdated: boolean;
  /** ports of HTTP entries */
  httpPorts: number[];
}

export interface PortOwner {
  pid: number;
  name: string;
}

export type TestEvent =
  /** no line of ours to send it through */
  | { kind: "no_line" }
  | { kind: "received"; ms: number; event: string }
  /** written into the spool, and no app to take it out */
  | { kind: "spooled"; event: string }
  | { kind: "lost"; event: string; detail: string };

/** Where the app of this home is, if not on this system. `link`: what the relay says; null: nothing yet */
export type Elsewhere = { kind: "windows" } | { kind: "desk"; link: RelayState | null };

export interface DoctorLook {
  /** null: the app is this system's own */
  elsewhere: Elsewhere | null;
  platform: string;
  /** ms since the epoch */
  now: number;
  home: {
    path: string;
    there: boolean;
    /** others may look or write into it */
    open: boolean;
    foreign: boolean;
    installed: boolean;
    plugin: string | null;
  };
  client: { version: string | null; wanted: string[] };
  layers: LayerLook[];
  node: { named: string | null; namedIsThere: boolean; found: string | null };
  curl: boolean;
  forwarder: { missing: string[]; changed: string[]; openToOthers: string[]; compared: boolean };
  disk: { freeBytes: number | null };
  discovery: { there: boolean; pid: number | null; alive: boolean; port: number | null; stopped: boolean };
  app: DoctorAppSide | null;
  /** why a running app gave no answer */
  appTrouble: string | null;
  port: { port: number; proved: boolean | null; owner: PortOwner | null; usualOwner: PortOwner | null };
  token: "missing" | "broken" | "open" | "refused" | "ok";
  /** HTTP_PROXY as a client would use it for loopback; null: none */
  proxy: string | null;
  event: TestEvent;
  spool: { files: number; bytes: number };
  /** the file as it lies there, for an app that is not running */
  database: { there: boolean; isDatabase: boolean; bytes: number; walBytes: number };
  display: string | null;
  tray: boolean | null;
}
