/**
 * Order in time within one session. Late events keep their own ts, so that they never drag a state backwards; but when the machine's clock is set back,
 * everything that follows would look late for as long as the step was, and the state would freeze. The two are told apart by proof:
 *
 * - receipt: an event that arrived promptly (small lag) while the session already holds a prompt event from after that arrival;
 * - skew: an event that came by a direct request and yet is minutes old, while the session's events were prompt before;
 * - cause: an event that is older than what caused it (a tool's end than its start, a stop than its prompt).
 *
 * After a proven step the session's effective time runs on from where it was.
 */
export interface SessionClock {
  /** ms added to the ts of events that belong to the clock after its last step. */
  readonly offset: number;
  /** The step was proven by cause alone: no lag tells which events belong to the new clock, so all that follow do. */
  readonly byCause: boolean;
  /** Latest effective time of a prompt event; null when there was none. */
  readonly promptTop: number | null;
  /** Latest effective time of any event. */
  readonly top: number | null;
}

export const NEW_CLOCK: SessionClock = { offset: 0, byCause: false, promptTop: null, top: null };

/** What is known of one event's time, in ms. */
export interface Arrival {
  t: number;
  lag: number | undefined;
  /** Came by a request, not through the spool. */
  direct: boolean;
  /** Effective time of the event that must have come before, where known. */
  causeAt: number | null;
}

/** An event within this lag was delivered promptly. */
const PROMPT_MS = 10_000;
/** Beyond this lag a direct request tells of a sender's clock that is off. */
const SKEW_MS = 180_000;
/** Tolerance for the receiver's own measurements. */
const RECEIPT_SLACK_MS = 2_000;
/** Clocks of the roads (file times, forwarder, receipt) may differ by this much without any step. */
const CAUSE_SLACK_MS = 1_000;

/** The clock after one event, and the event's effective time. */
export function tick(clock: SessionClock, arrival: Arrival): { clock: SessionClock; t: number } {
  const prompt = arrival.lag !== undefined && arrival.lag >= 0 && arrival.lag < PROMPT_MS;
  const skewed = arrival.direct && arrival.lag !== undefined && arrival.lag >= SKEW_MS && clock.promptTop !== null;
  const onNewClock = clock.offset > 0 && (prompt || skewed || clock.byCause);
  const t = arrival.t + (onNewClock ? clock.offset : 0);
  const step = stepBack(clock, arrival, t, prompt, skewed);
  if (step === null) return { clock: advanced(clock, t, prompt), t };
  const stepped = { ...clock, offset: step.to - arrival.t, byCause: clock.byCause || step.byCause };
  return { clock: advanced(stepped, step.to, prompt || skewed), t: step.to };
}

function stepBack(clock: SessionClock, arrival: Arrival, t: number, prompt: boolean, skewed: boolean): { to: number; byCause: boolean } | null {
  const receivedBy = t + (prompt ? (arrival.lag ?? 0) : 0) + RECEIPT_SLACK_MS;
  if ((prompt || skewed) && clock.promptTop !== null && clock.promptTop > receivedBy) return { to: clock.promptTop + 1, byCause: false };
  if (arrival.causeAt !== null && arrival.causeAt > t + CAUSE_SLACK_MS) return { to: Math.max(clock.top ?? 0, arrival.causeAt) + 1, byCause: true };
  return null;
}

function advanced(clock: SessionClock, t: number, prompt: boolean): SessionClock {
  const top = clock.top === null || t > clock.top ? t : clock.top;
  const promptTop = prompt && (clock.promptTop === null || t > clock.promptTop) ? t : clock.promptTop;
  return top === clock.top && promptTop === clock.promptTop && clock.offset === 0 ? clock : { offset: clock.offset, byCause: clock.byCause, promptTop, top };
}
