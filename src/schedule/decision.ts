import type { LinkFaultKind, NodeFaultKind } from './possible_fault_kind.js';

/** At one instant, another callback runs first than by default. */
export interface OrderDecision {
  /** Virtual time in ns since the start of the run. */
  readonly at: number;
  /** What runs, by its label, e.g. `/scan → /filter` or `timer timer#3 of /talker`. */
  readonly run: string;
  /** What runs by default. */
  readonly before: string;
  /** How many times at this instant, from 1, the default was `before` and there was another choice. */
  readonly nth: number;
}

/** One message on its way to one node. */
export interface MessagePlace {
  readonly topic: string;
  /** Full names of the nodes that publish and receive. */
  readonly from: string;
  readonly to: string;
  /** Number of the message on this path, from 1. */
  readonly message: number;
}

/** A message reaches a subscription later than it could, or never. */
export interface DeliveryDecision extends MessagePlace {
  /** How many ns it takes; `lost`: it never arrives. */
  readonly delay: number | 'lost';
}

/** A node's process crashes, or the node is frozen, before one of its callbacks. */
export interface NodeFaultDecision {
  readonly fault: NodeFaultKind;
  readonly node: string;
  /** Number of that callback among those of the node, from 1. */
  readonly callback: number;
  /** What that callback is of, e.g. `timer 50 ms of /driver`. */
  readonly what?: string;
  /** Virtual time in ns since the start of the run. */
  readonly at: number;
  /** ns until the process is started again, or the node continues. Absent: never. */
  readonly time?: number;
}

/** From a message on, nothing of its topic arrives for a time; or the message arrives twice, or too late. */
export interface LinkFaultDecision extends MessagePlace {
  readonly fault: LinkFaultKind;
  readonly at: number;
  /** ns: how long the link is down, how much later the second copy or the message arrives. */
  readonly time: number;
}

/** One deviation from the default run. */
export type Decision = OrderDecision | DeliveryDecision | NodeFaultDecision | LinkFaultDecision;

/** A decision that a run could have taken. */
export interface Alternative {
  readonly decision: Decision;
  /** What runs before it by default, in that order; empty for deliveries and faults. */
  readonly passes: readonly string[];
}

export function isOrderDecision(decision: Decision): decision is OrderDecision {
  return 'run' in decision;
}

export function isDeliveryDecision(decision: Decision): decision is DeliveryDecision {
  return 'delay' in decision;
}

export function isNodeFault(decision: Decision): decision is NodeFaultDecision {
  return 'callback' in decision;
}

/** The duration of a decision in ns, which could be shorter; undefined if there is nothing to shorten. */
export function timeOf(decision: Decision): number | undefined {
  if (isOrderDecision(decision)) return undefined;
  if (isDeliveryDecision(decision)) return decision.delay === 'lost' ? undefined : decision.delay;
  return decision.fault === 'crash' ? undefined : decision.time;
}

/** The same decision with another {@link timeOf}. */
export function withTime(decision: Decision, time: number): Decision {
  return isDeliveryDecision(decision) ? { ...decision, delay: time } : { ...decision, time };
}

/** The decision in words, e.g. `/t3 → /c before /t1 → /c at 12.340000000 s`. */
export function describeDecision(decision: Decision): string {
  if (isOrderDecision(decision)) {
    const { at, run, before } = decision;
    return `${run} before ${before} at ${secondsOf(at)} s`;
  }
  if (isDeliveryDecision(decision)) return describeDelivery(decision);
  return isNodeFault(decision) ? describeNodeFault(decision) : describeLinkFault(decision);
}

function describeDelivery({ topic, from, to, message, delay }: DeliveryDecision): string {
  const what = `message ${message} of ${from} on ${topic}`;
  if (delay === 'lost') return `${what} does not reach ${to}`;
  return `${what} takes ${delay / 1e6} ms to reach ${to}`;
}

function describeNodeFault({ fault, node, callback, at, time }: NodeFaultDecision): string {
  const when = `before its callback ${callback}, at ${secondsOf(at)} s`;
  if (fault === 'freeze') return `${node} is frozen for ${(time ?? 0) / 1e6} ms ${when}`;
  const again = time === undefined ? '' : `, and is started again ${time / 1e6} ms later`;
  return `${node} crashes ${when}${again}`;
}

function describeLinkFault(decision: LinkFaultDecision): string {
  const { fault, topic, from, to, message, at, time } = decision;
  const period = `${time / 1e6} ms`;
  const what = `message ${message} of ${from} on ${topic}, at ${secondsOf(at)} s,`;
  switch (fault) {
    case 'down':
      return `nothing arrives on ${topic} for ${period} from ${secondsOf(at)} s on, with message ${message} of ${from} to ${to}`;
    case 'duplicate':
      return `${what} reaches ${to} twice${time === 0 ? '' : `, ${period} apart`}`;
    case 'reorder':
      return `${what} is held up by ${period} on its way to ${to} and overtaken`;
  }
}

/** ns as seconds with all digits. */
function secondsOf(time: number): string {
  return (BigInt(time) / 1_000_000_000n).toString() + `.${String(time % 1e9).padStart(9, '0')}`;
}
