/** Bridges, put together as assembly/ uses them: a worker for each that is on, over the one outbox. What carries is loaded only when it is wanted. */
import { hostname, userInfo } from "node:os";
import type { BridgeName, BridgeSecret, BridgesRules, BridgesState, BridgeStatus, Settings } from "../../schemas/generated/types.ts";
import type { BridgesApi, BridgesDoor, Carrier, OutboxRoute, OutboxStore, SecretStore } from "../bridges-parts.ts";
import { STORY_EVENTS } from "../domain/bridges/thread-story.ts";
import type { Clock, Log } from "../parts.ts";
import type { DiscordBridge } from "./discord/index.ts";
import { startWorker, type Worker } from "./outbox/worker.ts";
import type { OpenTelemetryCarrier } from "./opentelemetry/carrier.ts";
import type { PostgresCarrier } from "./postgres/carrier.ts";

export interface BridgesParts {
  store: OutboxStore;
  settings: { get(): Settings; update(change: (settings: Settings) => Settings): Promise<Settings> };
  secrets: SecretStore;
  /** Made once for this home, at random. */
  machineId(): Promise<string>;
  projectOf(folder: string): Promise<string>;
  mask(text: string): string;
  /** A sentence in the person's language. */
  say(key: string, values: Record<string, string>): string;
  /** Of Discord's API. */
  discordApi: string;
  /** Of the app. */
  version: string;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
}

export interface Bridges extends BridgesDoor, BridgesApi {
  /** Before anything comes in: from now on the outbox is written. */
  route(): Promise<void>;
  /** The system's secrets can be read. */
  start(): Promise<void>;
  statuses(): Promise<BridgeStatus[]>;
  /** Something was committed that may be for them. */
  wake(): void;
  close(): Promise<void>;
}

const NAMES: readonly BridgeName[] = ["discord", "postgres", "opentelemetry"];
const SECRETS: Record<BridgeSecret["name"], BridgeName> = { discord_token: "discord", discord_webhook: "discord", postgres_password: "postgres", otel_headers: "opentelemetry" };
const ASIDE_SHOWN = 100;
const ROUTES: Record<BridgeName, OutboxRoute> = {
  discord: { bridge: "discord", events: STORY_EVENTS, conversation: false }, postgres: { bridge: "postgres", events: "all", conversation: true }, opentelemetry: { bridge: "opentelemetry", events: "all", conversation: "sessions" },
};

export function createBridges(parts: BridgesParts): Bridges {
  return new AllBridges(parts);
}

class AllBridges implements Bridges {
  private readonly workers = new Map<BridgeName, Worker>();
  private readonly listeners = new Set<() => void>();
  private discord: DiscordBridge | null = null;
  private postgres: PostgresCarrier | null = null;
  /** Changes one after the other. */
  private turns: Promise<unknown> = Promise.resolve();
  private closed = false;
  private told: (() => void) | null = null;

  constructor(private readonly parts: BridgesParts) {}

  async route(): Promise<void> {
    await this.parts.store.route(NAMES.filter((name) => this.rules()[name].enabled).map((name) => ROUTES[name]));
  }

  async start(): Promise<void> {
    await this.inTurn(() => this.begin(NAMES));
  }

  wake(): void {
    for (const worker of this.workers.values()) worker.wake();
  }

  async state(): Promise<BridgesState> {
    const { secrets } = this.parts;
    const known = await Promise.all((Object.keys(SECRETS) as BridgeSecret["name"][]).map(async (name) => ((await secrets.get(name).catch(() => null)) === null ? [] : [name])));
    return { rules: this.rules(), secrets: known.flat(), protected: secrets.isProtected(), bridges: await this.statuses(), account: userInfo().username };
  }

  statuses(): Promise<BridgeStatus[]> {
    return Promise.all(NAMES.map((name) => this.workers.get(name)?.status() ?? off(name)));
  }

  async change(change: Partial<BridgesRules>): Promise<BridgesState> {
    await this.parts.settings.update((settings) => ({ ...settings, bridges: { ...this.rules(), ...change } }));
    await this.inTurn(() => this.begin(NAMES.filter((name) => change[name] !== undefined)));
    return this.state();
  }

  async setSecret({ name, value }: Parameters<BridgesDoor["setSecret"]>[0]): Promise<BridgesState> {
    await this.parts.secrets.set(name, value);
    await this.inTurn(() => this.begin([SECRETS[name]]));
    return this.state();
  }

  async tryOut(bridge: BridgeName) {
    if (bridge === "postgres") {
      const carrier = await this.postgresCarrier();
      const { troubleOf } = await import("./postgres/trouble.ts");
      try {
        return { ok: true, reason: null, detail: await carrier.tryOut() };
      } catch (error) {
        return { ok: false, reason: troubleOf(error).reason, detail: "" };
      } finally {
        await carrier.close();
      }
    }
    return bridge === "opentelemetry" ? (await this.openTelemetryCarrier()).tryOut() : (await this.discordBridge()).tryOut();
  }

  aside(bridge: BridgeName) {
    return this.parts.store.aside(bridge, ASIDE_SHOWN);
  }

  async resolveAside(bridge: BridgeName, how: "again" | "drop"): Promise<BridgesState> {
    await this.parts.store.resolveAside(bridge, how);
    if (how === "again") this.workers.get(bridge)?.retry();
    return this.state();
  }

  async retry(bridge: BridgeName): Promise<BridgesState> {
    this.workers.get(bridge)?.retry();
    return this.state();
  }

  async sendHistory(bridge: BridgeName): Promise<BridgesState> {
    if (bridge === "postgres" && this.workers.has(bridge)) {
      await this.parts.store.sendHistory(bridge);
      this.workers.get(bridge)?.wake();
    }
    return this.state();
  }

  async team() {
    if (!this.rules().postgres.enabled || this.postgres === null) return { reason: "postgres_off", now: [], today: [] };
    const today = new Date(this.parts.clock.now());
    return this.postgres.team(today.setHours(0, 0, 0, 0));
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async sendToSessionThread(provider: string, sessionId: string, message: string): Promise<boolean> {
    return this.discord?.sendToSessionThread(provider, sessionId, message) ?? false;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.told?.();
    await this.turns;
    await Promise.all([...this.workers.values()].map((worker) => worker.close()));
  }

  private rules(): BridgesRules {
    return this.parts.settings.get().bridges as BridgesRules;
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.turns.then(work);
    this.turns = done.catch((error: Error) => this.parts.log.error("a bridge could not be set up", { reason: error.message }));
    return done;
  }

  /** Ends what was and begins anew, by the rules and secrets of now. */
  private async begin(names: readonly BridgeName[]): Promise<void> {
    for (const name of names) {
      await this.workers.get(name)?.close();
      this.workers.delete(name);
    }
    await this.route();
    for (const name of names) if (this.rules()[name].enabled && !this.closed) await this.beginOne(name);
    this.tell();
  }

  private async beginOne(bridge: BridgeName): Promise<void> {
    const { store, clock, log, after } = this.parts;
    let carrier: Carrier;
    if (bridge === "discord") {
      this.discord = await this.discordBridge();
      carrier = this.discord.carrier;
    } else if (bridge === "postgres") {
      this.postgres = await this.postgresCarrier();
      carrier = this.postgres;
    } else carrier = await this.openTelemetryCarrier();
    this.workers.set(bridge, startWorker({ bridge, store, carrier, clock, log, after, chance: Math.random, onChange: () => this.tell() }));
  }

  private async discordBridge(): Promise<DiscordBridge> {
    const { createDiscordBridge } = await import("./discord/index.ts");
    const { store, secrets, projectOf, mask, say, discordApi } = this.parts;
    const rules = this.rules().discord;
    return createDiscordBridge({ base: discordApi, rules, secret: await secrets.get(rules.by === "bot" ? "discord_token" : "discord_webhook"), store, projectOf, mask, say });
  }

  private async postgresCarrier(): Promise<PostgresCarrier> {
    const { createPostgresCarrier } = await import("./postgres/carrier.ts");
    const { secrets, machineId, projectOf, clock } = this.parts;
    const rules = this.rules().postgres;
    const sender = async () => ({ machineId: await machineId(), machine: hostname(), member: rules.member || userInfo().username });
    return createPostgresCarrier({ rules, password: () => secrets.get("postgres_password"), sender, projectOf, now: clock.now });
  }

  private async openTelemetryCarrier(): Promise<OpenTelemetryCarrier> {
    const { createOpenTelemetryCarrier } = await import("./opentelemetry/carrier.ts");
    const { secrets, machineId, projectOf, clock, store, log, version } = this.parts;
    const rules = this.rules().opentelemetry;
    const resource = async () => ({ version, machineId: await machineId(), machine: hostname(), member: rules.member || userInfo().username });
    return createOpenTelemetryCarrier({ rules, headers: await secrets.get("otel_headers"), store, resource, projectOf, now: clock.now, log });
  }

  /** At most a few times a second, however much is carried. */
  private tell(): void {
    this.told ??= this.parts.after(TOLD_EVERY_MS, () => {
      this.told = null;
      for (const listener of this.listeners) listener();
    });
  }
}

const TOLD_EVERY_MS = 300;

const off = (bridge: BridgeName): BridgeStatus => ({ bridge, state: "off", reason: null, since: null, next_try_at: null, pending: 0, oldest_at: null, aside: 0, carried: 0, last_carried_at: null, history: null });
