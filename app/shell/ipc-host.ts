/**
 * The main process's side of every IPC message. Sender check, schema check, logging and the shape of errors live here once;
 * handlers only see arguments that are true to their type, from a window that may send them.
 */
import { IPC_CALLS, IPC_PUSHES, type IpcCalls, type IpcDefinition, type IpcPushes, type WindowName } from "../../schemas/generated/types.ts";
import * as validators from "../../schemas/generated/validators.mjs";
import type { Log } from "../parts.ts";

/** The parts of Electron's objects that the host looks at; tests bring their own. */
export interface IpcFrame {
  url: string;
}
export interface IpcSender {
  id: number;
  mainFrame: IpcFrame;
  isDestroyed(): boolean;
  send(channel: string, data: unknown): void;
}
export interface IpcEvent {
  sender: IpcSender;
  senderFrame: IpcFrame | null;
}
export interface IpcRegistrar {
  handle(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => Promise<unknown>): void;
  removeHandler(channel: string): void;
}

export interface IpcHostOptions {
  registrar: IpcRegistrar;
  log: Log;
  /** Where our pages live, e.g. `app://mascot`. */
  origin: string;
  /** Development and tests: results and pushes are checked as well, and what does not fit is logged as an error. */
  checkResults: boolean;
}

export type IpcHandlers = { [K in keyof IpcCalls]: (args: IpcCalls[K]["args"], window: WindowName) => IpcCalls[K]["result"] | Promise<IpcCalls[K]["result"]> };

type Handler = (args: never, window: WindowName) => unknown;

/** A push says something only to a page that has asked for the state which the push changes; before that it would be lost or early. */
const STARTED_BY: { readonly [K in keyof IpcPushes]: keyof IpcCalls } = {
  "world:patches": "world:snapshot",
  "ui:changed": "ui:state",
  "sound:play": "ui:state",
  "agent:selected": "ui:state",
  "hooks:changed": "hooks:places",
  "conversation:grew": "ui:state",
  "ports:changed": "ports:list",
  "bridges:changed": "bridges:state",
  "settings:changed": "settings:get",
  "asks:changed": "asks:list",
  "asks:pointed": "ui:state",
  "card:changed": "card:now",
  "card:placed": "card:now",
  "bubble:placed": "asks:list",
};

/** Kept for a page that is still loading, the newest only; the others' state is in the answer to the call that starts them. */
const KEPT_UNTIL_STARTED: ReadonlySet<keyof IpcPushes> = new Set(["agent:selected", "asks:pointed", "bubble:placed", "card:placed"]);

interface KnownWindow {
  name: WindowName;
  sender: IpcSender;
  started: Set<keyof IpcCalls>;
  kept: Map<keyof IpcPushes, unknown>;
}

/** An error whose message may be shown to a window. */
export class IpcRefusal extends Error {}

export class IpcHost {
  private readonly windows = new Map<number, KnownWindow>();
  private readonly log: Log;

  constructor(private readonly options: IpcHostOptions) {
    this.log = options.log.withPrefix("ipc");
  }

  /** Registers all handlers of the contract; the type asks for each of them. */
  serve(handlers: IpcHandlers): void {
    for (const channel of Object.keys(IPC_CALLS) as (keyof IpcCalls)[]) {
      const handler = handlers[channel] as Handler;
      this.options.registrar.handle(channel, (event, ...args) => this.answer(channel, event, args, handler));
    }
  }

  close(): void {
    for (const channel of Object.keys(IPC_CALLS)) this.options.registrar.removeHandler(channel);
    this.windows.clear();
  }

  /** From now on this window's messages are taken. */
  trust(name: WindowName, sender: IpcSender): void {
    this.windows.set(sender.id, { name, sender, started: new Set(), kept: new Map() });
  }

  /** The window is gone, or its page starts anew. */
  forget(senderId: number): void {
    this.windows.delete(senderId);
  }

  restart(senderId: number): void {
    const window = this.windows.get(senderId);
    window?.started.clear();
  }

  /** @param except a window that is not told, because nobody sees it */
  push<K extends keyof IpcPushes>(channel: K, data: IpcPushes[K], except?: WindowName): void {
    if (this.options.checkResults) this.check(channel, IPC_PUSHES[channel].args, data);
    for (const window of this.windows.values()) {
      if (window.name !== except && IPC_PUSHES[channel].windows.includes(window.name)) this.pushTo(window, channel, data);
    }
  }

  private pushTo(window: KnownWindow, channel: keyof IpcPushes, data: unknown): void {
    if (window.sender.isDestroyed()) return this.forget(window.sender.id);
    if (window.started.has(STARTED_BY[channel])) window.sender.send(channel, data);
    else if (KEPT_UNTIL_STARTED.has(channel)) window.kept.set(channel, data);
  }

  private async answer(channel: keyof IpcCalls, event: IpcEvent, args: unknown[], handler: Handler): Promise<unknown> {
    const window = this.senderOf(channel, event);
    if (!window) throw new IpcRefusal("refused");
    if (args.length !== 1 || !valid(IPC_CALLS[channel].args, args[0])) {
      this.log.warn("call dropped: arguments do not fit the schema", { channel, window: window.name });
      throw new IpcRefusal("refused");
    }
    const result = this.run(channel, handler, args[0], window.name);
    // Before the answer is awaited: a change between a snapshot and its answer would otherwise be told to nobody.
    this.start(window, channel);
    return result;
  }

  private async run(channel: keyof IpcCalls, handler: Handler, args: unknown, window: WindowName): Promise<unknown> {
    try {
      const result = await handler(args as never, window);
      if (this.options.checkResults) this.check(channel, IPC_CALLS[channel].result, result);
      return result;
    } catch (error) {
      if (error instanceof IpcRefusal) throw error;
      this.log.error("call failed", { channel, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      // Messages of unforeseen errors hold paths; the window gets a word only.
      throw new IpcRefusal("failed");
    }
  }

  /** Pushes that the answered call starts are sent after its answer: Electron keeps the order of messages to one frame. */
  private start(window: KnownWindow, channel: keyof IpcCalls): void {
    window.started.add(channel);
    for (const [push, data] of window.kept) {
      if (STARTED_BY[push] !== channel) continue;
      window.kept.delete(push);
      setImmediate(() => this.pushTo(window, push, data));
    }
  }

  private senderOf(channel: keyof IpcCalls, event: IpcEvent): KnownWindow | null {
    const window = this.windows.get(event.sender.id);
    const allowed = window !== undefined && IPC_CALLS[channel].windows.includes(window.name) && this.isOurPage(event);
    if (!allowed) this.log.warn("call dropped: sender may not use this channel", { channel, sender: event.sender.id });
    return allowed ? window : null;
  }

  private isOurPage(event: IpcEvent): boolean {
    return event.senderFrame !== null && event.senderFrame === event.sender.mainFrame && originOf(event.senderFrame.url) === this.options.origin;
  }

  /** Said loudly and sent all the same: the page can often do with it, and a part that publishes must not fall over its audience. */
  private check(channel: string, definition: IpcDefinition, data: unknown): void {
    if (valid(definition, data)) return;
    const errors = validators[definition].errors?.map((one) => `${one.instancePath} ${one.message ?? one.keyword}`);
    this.log.error(`what the main process says does not fit ${definition}`, { channel, errors });
  }
}

function valid(definition: IpcDefinition, value: unknown): boolean {
  return validators[definition](value);
}

/** Scheme and host; URL.origin is "null" for schemes that Node does not know. */
function originOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}`;
  } catch {
    return null;
  }
}
