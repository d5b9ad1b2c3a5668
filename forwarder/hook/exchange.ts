/** One connection to the collector and the exchanges on it. */
import type { Socket } from "node:net";
import { type Answer, AnswerReader, formatRequest, type Request } from "./http.ts";

export type Target = { socket: string } | { host: string; port: number };

/** Why nothing came of it. `refused`: nobody is there, so the app is down. `silent`: somebody is, and says nothing. `stranger`: not our collector. */
export class ExchangeError extends Error {
  constructor(readonly reason: "refused" | "silent" | "stranger", message: string) {
    super(message);
  }
}

/** Milliseconds; null where another deadline ends the wait. Every timer costs a cold process most of a millisecond. */
export interface Times {
  /** until the connection stands; not needed for a Unix socket, which connects or fails at once */
  connectMs: number | null;
  /** from opening to the last answer */
  wholeMs: number | null;
  /** for the proof of who is there; absent or null: within the whole */
  proofMs?: number | null;
}

export class Connection {
  private silence: ExchangeError | null = null;

  private constructor(private readonly socket: Socket, wholeMs: number | null) {
    if (wholeMs !== null) setTimeout(() => this.fallSilent(), wholeMs).unref();
  }

  /** node:net is loaded only now: a hook that finds no app connects to nobody. */
  static async open(target: Target, times: Times): Promise<Connection> {
    const { createConnection } = await import("node:net");
    return new Promise((resolve, reject) => {
      const unix = "socket" in target;
      const socket = unix ? createConnection(target.socket) : createConnection(target.port, target.host);
      const connection = new Connection(socket, times.wholeMs);
      const timer = unix || times.connectMs === null ? undefined : setTimeout(() => fail(new ExchangeError("silent", "no connection in time")), times.connectMs);
      const fail = (error: ExchangeError) => {
        clearTimeout(timer);
        socket.destroy();
        reject(connection.silence ?? error);
      };
      socket.once("error", (error: NodeJS.ErrnoException) => fail(new ExchangeError("refused", error.code ?? error.message)));
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.removeAllListeners("error");
        // Errors after this belong to the exchange under way; between exchanges they mean nothing.
        socket.on("error", () => {});
        resolve(connection);
      });
    });
  }

  /** @param limitMs for this answer alone */
  exchange(request: Request, limitMs: number | null = null): Promise<Answer> {
    const { socket } = this;
    // Closed while nothing was under way: nothing more would ever be heard of it.
    if (socket.destroyed) return Promise.reject(this.silence ?? new ExchangeError("silent", "closed by the other side"));
    const timer = limitMs === null ? undefined : setTimeout(() => this.fallSilent(), limitMs);
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader();
      const finish = (result: Answer | ExchangeError) => {
        clearTimeout(timer);
        socket.off("data", onData).off("close", onClose);
        if (result instanceof ExchangeError) reject(result);
        else resolve(result);
      };
      const attempt = (read: () => Answer | null, missing: ExchangeError | null) => {
        try {
          const answer = read();
          if (answer) finish(answer);
          else if (missing) finish(missing);
        } catch (error) {
          finish(new ExchangeError("stranger", (error as Error).message));
        }
      };
      const onData = (chunk: Buffer) => attempt(() => reader.add(chunk), null);
      const onClose = () => attempt(() => reader.finish(), this.silence ?? new ExchangeError("silent", "closed without an answer"));
      socket.on("data", onData).on("close", onClose);
      if (socket.destroyed) onClose();
      else socket.write(formatRequest(request));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private fallSilent(): void {
    this.silence = new ExchangeError("silent", "no answer in time");
    this.socket.destroy(this.silence);
  }
}
