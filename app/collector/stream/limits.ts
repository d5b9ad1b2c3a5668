/** Bounds of the stream: what followers may cost, whatever they do. */
export interface StreamLimits {
  /** Followers at once. */
  clients: number;
  heartbeatMs: number;
  /** What comes after a rest is written so soon. */
  soonMs: number;
  /** What comes within this time after that is written at once, for all. */
  gatherMs: number;
  /** Of written events that were not read; beyond, the follower is told from the log at its own speed. */
  bufferBytes: number;
  /** Of the log at a time. */
  page: number;
  /** Without anything being read, while there is something to read. */
  stallMs: number;
  /** For the last words to be read. */
  lingerMs: number;
  /** After which a client should connect again. */
  retryMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  clients: 16, heartbeatMs: 15_000, soonMs: 10, gatherMs: 100, bufferBytes: 256 * 1024, page: 100, stallMs: 10_000, lingerMs: 2_000, retryMs: 1_000,
};
