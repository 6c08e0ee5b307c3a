import type { LinkFaultKind, NodeFaultKind } from './possible_fault_kind.js';

/** At one instant, a callback other than the default one runs first. */
export interface OrderDecision {
  /** Virtual time in ns since the start of the run. */
  readonly at: number;
  /** What runs, by its label, e.g. `/scan → /filter` or `timer 100 ms of /talker`. */
  readonly run: string;
  /** What runs by default. */
  readonly before: string;
  /** How many times at this instant, from 1, the default was `before` and there was a choice. */
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

/** What a client sends to a service, and what it gets back. */
export type CallPart = 'request' | 'response';

/** A message reaches a subscription later than it could, or never. */
export interface DeliveryDecision extends MessagePlace {
  /** Present if it is a request or a response of the service that `topic` names. Absent: a message. */
  readonly call?: CallPart;
  /** How many ns the message takes; `lost`: it never arrives. */
  readonly delay: number | 'lost';
}

/** A node's process crashes, or the node is frozen, before one of its callbacks. */
export interface NodeFaultDecision {
  readonly fault: NodeFaultKind;
  readonly node: string;
  /** Number of that callback among those of the node, from 1. */
  readonly callback: number;
  /** The entity of that callback, e.g. `timer 50 ms of /driver`. */
  readonly what?: string;
  /** Virtual time in ns since the start of the run. */
  readonly at: number;
  /** ns until the process is started again, or the node continues. Absent: it never is. */
  readonly time?: number;
}

/** From a message on, nothing of its topic arrives for a while; or the message arrives twice, or too late. */
export interface LinkFaultDecision extends MessagePlace {
  readonly fault: LinkFaultKind;
  readonly at: number;
  /** ns: how long the link is down, or how much later the second copy, or the message itself, arrives. */
  readonly time: number;
}

/** The system has a seed other than that of its configuration. */
export interface SeedDecision {
  readonly seed: string;
}

/** A timer is called later than it is due. */
export interface TimerDecision {
  /** The timer, e.g. `timer 50 ms of /driver`. */
  readonly timer: string;
  /** Number of the call, from 1; 0: every call, because the timer was started late. */
  readonly call: number;
  /** When it is due: virtual time in ns since the start of the run. */
  readonly at: number;
  /** ns. */
  readonly late: number;
}

/** Two endpoints find each other only after a while. */
export interface DiscoveryDecision {
  /** Topic or service. */
  readonly found: string;
  /** Full names of the nodes that publish and receive, or that call and serve. */
  readonly from: string;
  readonly to: string;
  /** ns from the moment at which both exist. */
  readonly after: number;
}

/** One deviation from the default run. */
export type Decision =
  | OrderDecision
  | DeliveryDecision
  | NodeFaultDecision
  | LinkFaultDecision
  | SeedDecision
  | TimerDecision
  | DiscoveryDecision;

/** A decision that a run could have taken. */
export interface Alternative {
  readonly decision: Decision;
  /** The callbacks that would run before it by default, in that order; empty for deliveries and faults. */
  readonly passes: readonly string[];
  /** When it would be decided, in ns since the start of the run, if the decision does not say that itself. */
  readonly at?: number;
}

export function isOrderDecision(decision: Decision): decision is OrderDecision {
  return 'run' in decision;
}

export function isDeliveryDecision(decision: Decision): decision is DeliveryDecision {
  return 'delay' in decision;
}

export function isSeedDecision(decision: Decision): decision is SeedDecision {
  return 'seed' in decision;
}

export function isTimerDecision(decision: Decision): decision is TimerDecision {
  return 'timer' in decision;
}

export function isDiscoveryDecision(decision: Decision): decision is DiscoveryDecision {
  return 'found' in decision;
}

export function isNodeFault(decision: Decision): decision is NodeFaultDecision {
  return 'callback' in decision;
}

/** The part of a decision that is a time, in ns, and may be shortened; undefined if it has none. */
export function timeOf(decision: Decision): number | undefined {
  if (isOrderDecision(decision) || isSeedDecision(decision)) return undefined;
  if (isTimerDecision(decision)) return decision.late;
  if (isDiscoveryDecision(decision)) return decision.after;
  if (isDeliveryDecision(decision)) return decision.delay === 'lost' ? undefined : decision.delay;
  return decision.fault === 'crash' ? undefined : decision.time;
}

/** The same decision with another {@link timeOf}. */
export function withTime(decision: Decision, time: number): Decision {
  if (isTimerDecision(decision)) return { ...decision, late: time };
  if (isDiscoveryDecision(decision)) return { ...decision, after: time };
  return isDeliveryDecision(decision) ? { ...decision, delay: time } : { ...decision, time };
}
