interface FaultProperties {
  readonly hits: 'node' | 'link';
  /** Whether it needs a time. */
  readonly needsTime: boolean;
  /** As a user writes it. */
  readonly example: string;
}

/** The faults that may happen. A kind without code that carries it out does not compile. */
export const POSSIBLE_FAULTS = {
  /** The process of a node ends before one of its callbacks. */
  crash: { hits: 'node', needsTime: false, example: 'crash:/node[=2s]' },
  /** Before one of its callbacks a node runs nothing for a time. */
  freeze: { hits: 'node', needsTime: true, example: 'freeze:/node=50ms' },
  /** From one message on, nothing arrives on a topic for a while. */
  down: { hits: 'link', needsTime: true, example: 'down:/topic=100ms' },
  /** A message arrives twice, as by UDP. */
  duplicate: { hits: 'link', needsTime: false, example: 'duplicate:/topic' },
  /** A message is held up and overtaken, as by UDP. */
  reorder: { hits: 'link', needsTime: true, example: 'reorder:/topic=20ms' },
} as const satisfies Readonly<Record<string, FaultProperties>>;

export type Kinds = typeof POSSIBLE_FAULTS;

/** A fault that may happen. */
export type PossibleFaultKind = keyof Kinds;

export type KindOn<Hit extends 'node' | 'link'> = {
  [K in PossibleFaultKind]: Kinds[K]['hits'] extends Hit ? K : never;
}[PossibleFaultKind];

export type NodeFaultKind = KindOn<'node'>;
export type LinkFaultKind = KindOn<'link'>;

export function isPossibleFaultKind(kind: unknown): kind is PossibleFaultKind {
  return typeof kind === 'string' && Object.hasOwn(POSSIBLE_FAULTS, kind);
}

/** Whether it hits a node: it is decided before one of the node's callbacks. */
export function isNodeFaultKind(kind: unknown): kind is NodeFaultKind {
  return isPossibleFaultKind(kind) && POSSIBLE_FAULTS[kind].hits === 'node';
}

/** Whether it hits the link of a topic: it is decided at one of the topic's deliveries. */
export function isLinkFaultKind(kind: unknown): kind is LinkFaultKind {
  return isPossibleFaultKind(kind) && POSSIBLE_FAULTS[kind].hits === 'link';
}
