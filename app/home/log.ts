/** The app's log: one file, ten megabytes at a time, nothing in it that was not masked. */
import pino from "pino";
import type { Log } from "../parts.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogOptions {
  level: LogLevel;
  /** Removes secrets from a text. Every message and every string in the details goes through it. */
  mask: (text: string) => string;
  /** Takes finished lines: a RotatingFile, and the terminal when the app is run from one. */
  write: (line: string) => void;
}

/** Details nest little; deeper than this is not logged, so that a hostile payload cannot cost time here. */
const DETAIL_DEPTH = 4;
const DETAIL_TEXT_LENGTH = 4096;

/** Lines are JSON: `{level, time, part?, msg, …details}`. */
export function createLog(options: LogOptions): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // The one door: no call site can forget to mask.
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map((value) => maskValue(value, options.mask, 0)) as typeof args);
        },
      },
    },
    { write: options.write },
  );
  return wrap(logger, "");
}

function wrap(logger: pino.Logger, part: string): Log {
  return {
    debug: (message, details) => logger.debug(details ?? {}, message),
    info: (message, details) => logger.info(details ?? {}, message),
    warn: (message, details) => logger.warn(details ?? {}, message),
    error: (message, details) => logger.error(details ?? {}, message),
    withPrefix: (prefix) => {
      const name = part === "" ? prefix : `${part}.${prefix}`;
      return wrap(logger.child({ part: name }), name);
    },
  };
}

/** Masked before it is cut, so that no half of a secret is left at the end. */
function maskText(text: string, mask: (text: string) => string): string {
  const masked = mask(text.slice(0, 2 * DETAIL_TEXT_LENGTH));
  return text.length > DETAIL_TEXT_LENGTH ? `${masked.slice(0, DETAIL_TEXT_LENGTH)}…` : masked;
}

function maskValue(value: unknown, mask: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return maskText(value, mask);
  if (value instanceof Error) return { name: value.name, message: mask(value.message), stack: mask(value.stack ?? "") };
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DETAIL_DEPTH) return "…";
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskValue(item, mask, depth + 1)]));
}
