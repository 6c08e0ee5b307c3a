import type { Fault } from './fault.js';

/** The kinds of faults. */
export type FaultKind = Fault['fault'];

interface FaultProperties {
  /**
   * What carries it out: {@link MessageFaults}, {@link planNodeFaults}, {@link NodeClocks} or
   * {@link ExecutionTimeRules}.
   */
  readonly acts: 'message' | 'node' | 'clock' | 'computation';
  /** Its effect in a run: messages are lost, callbacks are stopped, or something changes. */
  readonly effect: 'loses' | 'stops' | 'changes';
}

/**
 * All kinds of faults; a kind that is missing here, or that nothing carries out, does not compile.
 */
export const FAULT_KINDS = {
  loss: { acts: 'message', effect: 'loses' },
  duplicate: { acts: 'message', effect: 'changes' },
  reorder: { acts: 'message', effect: 'changes' },
  corrupt: { acts: 'message', effect: 'changes' },
  partition: { acts: 'message', effect: 'loses' },
  service_timeout: { acts: 'message', effect: 'loses' },

  crash: { acts: 'node', effect: 'stops' },
  freeze: { acts: 'node', effect: 'stops' },
  clock: { acts: 'clock', effect: 'changes' },
  slow: { acts: 'computation', effect: 'changes' },
} as const satisfies Readonly<Record<FaultKind, FaultProperties>>;

type Kinds = typeof FAULT_KINDS;

/** The faults that act on this. */
export type FaultOn<On extends FaultProperties['acts']> = Fault & {
  readonly fault: { [K in FaultKind]: Kinds[K]['acts'] extends On ? K : never }[FaultKind];
};

/** The faults of a plan that act on this. */
export function faultsOn<On extends FaultProperties['acts']>(
  acts: On,
  faults: readonly Fault[] = [],
): readonly FaultOn<On>[] {
  return faults.filter((each): each is FaultOn<On> => FAULT_KINDS[each.fault].acts === acts);
}

/** The kinds of faults with this effect in a run. */
export function faultKindsThat(effect: FaultProperties['effect']): ReadonlySet<string> {
  const kinds = Object.entries(FAULT_KINDS);
  return new Set(kinds.filter(([, kind]) => kind.effect === effect).map(([name]) => name));
}
