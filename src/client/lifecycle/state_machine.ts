import { State } from './state.js';
import { Transition, TransitionDescription } from './transition.js';

/** Ids of `lifecycle_msgs/msg/State`. */
export const StateId = {
  UNKNOWN: 0,
  UNCONFIGURED: 1,
  INACTIVE: 2,
  ACTIVE: 3,
  FINALIZED: 4,
  CONFIGURING: 10,
  CLEANINGUP: 11,
  SHUTTINGDOWN: 12,
  ACTIVATING: 13,
  DEACTIVATING: 14,
  ERRORPROCESSING: 15,
} as const;

/** Ids of `lifecycle_msgs/msg/Transition` that a user can request. */
export const TransitionId = {
  CONFIGURE: 1,
  CLEANUP: 2,
  ACTIVATE: 3,
  DEACTIVATE: 4,
  UNCONFIGURED_SHUTDOWN: 5,
  INACTIVE_SHUTDOWN: 6,
  ACTIVE_SHUTDOWN: 7,
} as const;

const LABELS: Readonly<Record<number, string>> = {
  0: 'unknown',
  1: 'unconfigured',
  2: 'inactive',
  3: 'active',
  4: 'finalized',
  10: 'configuring',
  11: 'cleaningup',
  12: 'shuttingdown',
  13: 'activating',
  14: 'deactivating',
  15: 'errorprocessing',
};

/** Transition id, its label, from, to; in the order in which rcl registers them. */
const TRANSITIONS: readonly (readonly [number, string, number, number])[] = [
  [1, 'configure', 1, 10],
  [10, 'transition_success', 10, 2],
  [11, 'transition_failure', 10, 1],
  [12, 'transition_error', 10, 15],
  [2, 'cleanup', 2, 11],
  [20, 'transition_success', 11, 1],
  [21, 'transition_failure', 11, 2],
  [22, 'transition_error', 11, 15],
  [3, 'activate', 2, 13],
  [30, 'transition_success', 13, 3],
  [31, 'transition_failure', 13, 2],
  [32, 'transition_error', 13, 15],
  [4, 'deactivate', 3, 14],
  [40, 'transition_success', 14, 2],
  [41, 'transition_failure', 14, 3],
  [42, 'transition_error', 14, 15],
  [5, 'shutdown', 1, 12],
  [6, 'shutdown', 2, 12],
  [7, 'shutdown', 3, 12],
  [50, 'transition_success', 12, 4],
  [51, 'transition_failure', 12, 4],
  [52, 'transition_error', 12, 15],
  [60, 'transition_success', 15, 1],
  [61, 'transition_failure', 15, 4],
  [62, 'transition_error', 15, 4],
];

const stateOf = (id: number): State => new State(id, LABELS[id] as string);

function describe([id, label, from, to]: (typeof TRANSITIONS)[number]): TransitionDescription {
  return new TransitionDescription(new Transition(id, label), stateOf(from), stateOf(to));
}

/**
 * The states of a managed node and the transitions between them (design article "Managed nodes").
 */
export class StateMachine {
  readonly #onTransition: (transition: TransitionDescription) => void;
  #current: number = StateId.UNCONFIGURED;

  /** @param onTransition - called for every transition. */
  constructor(onTransition: (transition: TransitionDescription) => void) {
    this.#onTransition = onTransition;
  }

  get current(): State {
    return stateOf(this.#current);
  }

  /** All states. */
  get states(): State[] {
    return Object.keys(LABELS).map((id) => stateOf(Number(id)));
  }

  /** All transitions. */
  get transitions(): TransitionDescription[] {
    return TRANSITIONS.map(describe);
  }

  /** The transitions from the current state. */
  get availableTransitions(): TransitionDescription[] {
    return TRANSITIONS.filter(([, , from]) => from === this.#current).map(describe);
  }

  /** The transition with that id or label from the current state; undefined if there is none. */
  find(idOrLabel: number | string): TransitionDescription | undefined {
    return this.availableTransitions.find(
      ({ transition }) => transition.id === idOrLabel || transition.label === idOrLabel,
    );
  }

  /** Takes a transition; returns the new state, undefined if there is no such transition. */
  trigger(idOrLabel: number | string): State | undefined {
    const taken = this.find(idOrLabel);
    if (taken === undefined) return undefined;
    this.#current = taken.goalState.id;
    this.#onTransition(taken);
    return this.current;
  }
}
