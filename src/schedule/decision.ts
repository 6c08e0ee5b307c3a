/** At one instant a callback goes first that would not have. */
export interface OrderDecision {
  /** Virtual time in ns since the start of the run. */
  readonly at: number;
  /** What runs, by its label, e.g. `/scan → /filter` or `timer timer#3 of /talker`. */
  readonly run: string;
  /** What would have run. */
  readonly before: string;
  /** Which of the times it is, at this instant, that `before` would have run but need not; from 1. */
  readonly nth: number;
}

/** A message reaches a subscription later than at the earliest, or never. */
export interface DeliveryDecision {
  readonly topic: string;
  /** Full names of the nodes that publish and receive. */
  readonly from: string;
  readonly to: string;
  /** Number of the message on this way, from 1. */
  readonly message: number;
  /** How many ns it takes; `lost`: it never arrives. */
  readonly delay: number | 'lost';
}

/** One thing that did not go as it does by default. */
export type Decision = OrderDecision | DeliveryDecision;

/** A decision that a run could have taken. */
export interface Alternative {
  readonly decision: Decision;
  /** What would have run before it by default, in that order; empty for deliveries. */
  readonly passes: readonly string[];
}

export function isOrderDecision(decision: Decision): decision is OrderDecision {
  return 'at' in decision;
}

/** The decision in words, e.g. `/t3 → /c before /t1 → /c at 12.340000000 s`. */
export function describeDecision(decision: Decision): string {
  if (isOrderDecision(decision)) {
    const { at, run, before } = decision;
    return `${run} before ${before} at ${secondsOf(at)} s`;
  }
  const { topic, from, to, message, delay } = decision;
  const what = `message ${message} of ${from} on ${topic}`;
  if (delay === 'lost') return `${what} does not reach ${to}`;
  return `${what} takes ${delay / 1e6} ms to reach ${to}`;
}

/** ns as seconds with all digits. */
function secondsOf(time: number): string {
  return (BigInt(time) / 1_000_000_000n).toString() + `.${String(time % 1e9).padStart(9, '0')}`;
}
