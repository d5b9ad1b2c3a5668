/** One connection to the collector and the exchanges on it. */
import { createConnection, type Socket } from "node:net";
import { type Answer, AnswerReader, formatRequest, type Request } from "./http.ts";

export type Target = { socket: string } | { host: string; port: number };

/** Why nothing came of it. `refused`: nobody is there, so the app is down. `silent`: somebody is, and says nothing. `stranger`: not our collector. */
export class ExchangeError extends Error {
  constructor(readonly reason: "refused" | "silent" | "stranger", message: string) {
    super(message);
  }
}

export class Connection {
  private constructor(private readonly socket: Socket) {}

  static open(target: Target, timeoutMs: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = "socket" in target ? createConnection(target.socket) : createConnection(target.port, target.host);
      // A Unix socket connects or fails at once; every timer costs a cold process most of a millisecond.
      const timer = "socket" in target ? undefined : setTimeout(() => fail(new ExchangeError("silent", "no connection in time")), timeoutMs);
      const fail = (error: ExchangeError) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      socket.once("error", (error: NodeJS.ErrnoException) => fail(new ExchangeError("refused", error.code ?? error.message)));
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.removeAllListeners("error");
        // Errors after this belong to the exchange under way; between exchanges they mean nothing.
        socket.on("error", () => {});
        resolve(new Connection(socket));
      });
    });
  }

  /** @param timeoutMs null: the caller has a deadline of its own */
  exchange(request: Request, timeoutMs: number | null): Promise<Answer> {
    const { socket } = this;
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader();
      const timer = timeoutMs === null ? undefined : setTimeout(() => finish(new ExchangeError("silent", "no answer in time")), timeoutMs);
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
      const onClose = () => attempt(() => reader.finish(), new ExchangeError("silent", "closed without an answer"));
      socket.on("data", onData).on("close", onClose);
      socket.write(formatRequest(request));
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
