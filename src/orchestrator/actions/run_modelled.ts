import { OrreryError } from '../../errors/index.js';
import type { CallbackAction, Producer } from './action.js';
import { ActionGraph, type ActionGraphOptions } from './action_graph.js';
import { ApproximateTimeFilter } from './approximate_time_filter.js';
import type { ApproximateTime, NodeModel } from './node_model.js';

/** The most callbacks of a run, whose record is kept in memory. */
const MOST_CALLBACKS = 1_000_000;

/** Messages on a topic from outside, at equal intervals from time 0 on. */
export interface ModelledInput {
  readonly topic: string;
  /** ns. */
  readonly period: number;
  readonly count: number;
}

/** How long things take, in ns. They never decide the order. */
export interface ModelledTimes {
  duration(action: CallbackAction): number;
  latency(): number;
}

export interface ModelledRunOptions extends ActionGraphOptions {
  readonly times?: ModelledTimes;
  /** ns; the clock runs up to this time. Default: the time of the last input. */
  readonly until?: number;
  /** The outputs that a callback does not send this time. Default: none. */
  readonly omits?: (action: CallbackAction) => readonly string[];
}

/** A callback that ran. */
export interface ModelledCallback {
  readonly node: string;
  /** The topic of its message; undefined for a timer. */
  readonly topic?: string;
  /** ns; the period of its timer. */
  readonly period?: number;
  /** The input that caused it, e.g. `/M 2`, or the time, e.g. `100000000`. */
  readonly cause: string;
  /** ns since the first input was offered. */
  readonly start: number;
  readonly end: number;
}

export interface ModelledOutcome {
  /** By start, then by their order in the graph. */
  readonly callbacks: readonly ModelledCallback[];
  /** ns from the first input to the end of the last callback. */
  readonly makespan: number;
}

/** The origin of a message. */
interface Origin {
  readonly cause: string;
  /** ns; the time of the input, which a node copies to its messages. */
  readonly stamp: number;
}

interface Offer {
  readonly time: number;
  readonly topic?: string;
  readonly number?: number;
}

/**
 * Runs a system of modelled nodes under an {@link ActionGraph}, in virtual time: each input is offered as soon
 * as the previous one was admitted.
 *
 * @throws OrreryError `ORR_ORCHESTRATOR_LIMIT` beyond a million callbacks
 */
export function runModelled(
  nodes: readonly NodeModel[],
  inputs: readonly ModelledInput[],
  options: ModelledRunOptions = {},
): ModelledOutcome {
  return new ModelledRun(nodes, inputs, options).run();
}

const INSTANT: ModelledTimes = { duration: () => 0, latency: () => 0 };

class ModelledRun {
  readonly #graph: ActionGraph;
  readonly #times: ModelledTimes;
  readonly #omits: (action: CallbackAction) => readonly string[];
  readonly #offers: Iterator<Offer, undefined>;
  readonly #filters = new Map<ApproximateTime, ApproximateTimeFilter>();
  /** Future events by time; those of one time in the order in which they were planned. */
  readonly #agenda: { readonly at: number; readonly happen: () => void }[] = [];
  readonly #callbacks: ModelledCallback[] = [];
  #now = 0;
  /** ns; the time of the last offer that was admitted. */
  #granted = 0;
  #offer: Offer | undefined;

  constructor(
    nodes: readonly NodeModel[],
    inputs: readonly ModelledInput[],
    { times = INSTANT, until, omits = () => [], ...graph }: ModelledRunOptions,
  ) {
    this.#graph = new ActionGraph(nodes, graph);
    this.#times = times;
    this.#omits = omits;
    this.#offers = offersOf(this.#graph, inputs, until);
  }

  run(): ModelledOutcome {
    this.#offer = this.#offers.next().value;
    this.#advance();
    for (;;) {
      const next = this.#agenda.shift();
      if (next === undefined) break;
      this.#now = next.at;
      next.happen();
      this.#advance();
    }
    return {
      callbacks: this.#callbacks,
      makespan: this.#callbacks.reduce((most, { end }) => Math.max(most, end), 0),
    };
  }

  #advance(): void {
    this.#start();
    while (this.#offer !== undefined && this.#grant(this.#offer)) {
      this.#offer = this.#offers.next().value;
      this.#start();
    }
  }

  #start(): void {
    const runnable = this.#graph.takeRunnable();
    for (const [at, action] of runnable.entries()) {
      if (startsWith(runnable[at - 1], action)) continue;
      // One clock message starts all timers of a node that expire now, and the node runs them one
      // after the other.
      let end = at + 1;
      while (startsWith(runnable[end - 1], runnable[end])) end++;
      this.#after(this.#times.latency(), () => this.#begin(runnable.slice(at, end)));
    }
  }

  /** Whether the graph admits the offer now. */
  #grant({ time, topic, number }: Offer): boolean {
    // A simulator makes its next step when it has received everything that this one has caused.
    if (time > this.#granted && !this.#graph.allowsProviderUpdate) return false;
    const latency = this.#times.latency();
    if (topic === undefined) {
      if (!this.#graph.admitsTime()) return false;
      this.#granted = time;
      this.#graph.grantTime(time);
      this.#after(latency, () => this.#graph.clockArrived());
      return true;
    }
    if (!this.#graph.admitsInput(topic)) return false;
    this.#granted = time;
    const input = this.#graph.grantInput(topic);
    this.#send(latency, input, topic, { cause: `${topic} ${number}`, stamp: time });
    return true;
  }

  /** Begins the first of these callbacks; the others follow it. */
  #begin([action, ...following]: readonly CallbackAction[]): void {
    if (action === undefined) return;
    if (this.#callbacks.length === MOST_CALLBACKS) {
      throw new OrreryError(
        'ORR_ORCHESTRATOR_LIMIT',
        `The run has more than ${MOST_CALLBACKS} callbacks; ask for fewer inputs or a shorter time.`,
      );
    }
    const { trigger } = action.callback;
    const origin = (action.data as Origin | undefined) ?? {
      ...{ cause: String(action.time), stamp: action.time },
    };
    const duration = this.#times.duration(action);
    this.#callbacks.push({
      node: action.node.name,
      ...(trigger.kind === 'topic' ? { topic: trigger.topic } : { period: trigger.period }),
      ...{ cause: origin.cause, start: this.#now, end: this.#now + duration },
    });
    this.#after(duration, () => {
      this.#finish(action, origin);
      this.#begin(following);
    });
  }

  #finish(action: CallbackAction, origin: Origin): void {
    const omitted = [...this.#omits(action), ...this.#withheld(action, origin)];
    const left = [...omitted];
    let last = 0;
    for (const topic of action.callback.outputs) {
      const at = left.indexOf(topic);
      if (at >= 0) {
        left.splice(at, 1);
        continue;
      }
      // Messages of one writer do not overtake each other.
      last = Math.max(last, this.#times.latency());
      this.#send(last, action, topic, origin);
    }
    if (!action.awaitsStatus && omitted.length === 0) return;
    this.#after(this.#times.latency(), () => this.#graph.status(action, omitted));
  }

  /** The outputs that a callback does not send because the filter that it feeds has no complete set. */
  #withheld({ callback }: CallbackAction, { stamp }: Origin): readonly string[] {
    const { trigger } = callback;
    if (trigger.kind !== 'topic' || trigger.filter === undefined) return [];
    const filter = this.#filters.get(trigger.filter) ?? new ApproximateTimeFilter(trigger.filter);
    this.#filters.set(trigger.filter, filter);
    return filter.add(trigger.topic, stamp) ? [] : callback.outputs;
  }

  #send(latency: number, producer: Producer, topic: string, origin: Origin): void {
    this.#after(latency, () => this.#graph.arrived(producer, topic, origin));
  }

  #after(delay: number, happen: () => void): void {
    const at = this.#now + delay;
    let place = this.#agenda.length;
    while (place > 0 && this.#agenda[place - 1]!.at > at) place--;
    this.#agenda.splice(place, 0, { at, happen });
  }
}

/** Whether one clock message starts both. */
function startsWith(one: CallbackAction | undefined, other: CallbackAction | undefined): boolean {
  if (one?.callback.trigger.kind !== 'timer' || other?.callback.trigger.kind !== 'timer') {
    return false;
  }
  return one.node === other.node && one.time === other.time;
}

/** All inputs by time, those of one time in the order in which they are given, between the timers. */
function* offersOf(
  graph: ActionGraph,
  inputs: readonly ModelledInput[],
  until: number | undefined,
): Generator<Offer, undefined> {
  const sent = inputs.map(() => 0);
  for (;;) {
    let first: number | undefined;
    for (const [at, { count }] of inputs.entries()) {
      if (sent[at]! >= count) continue;
      if (first === undefined || timeOf(at) < timeOf(first)) first = at;
    }
    const time = first === undefined ? until : timeOf(first);
    if (time !== undefined) yield* timesTo(graph, time);
    if (first === undefined) return undefined;
    sent[first]!++;
    yield { time: time!, topic: inputs[first]!.topic, number: sent[first]! };
  }

  function timeOf(at: number): number {
    return sent[at]! * inputs[at]!.period;
  }
}

function* timesTo(graph: ActionGraph, time: number): Generator<Offer> {
  for (let next = graph.nextTimer(); next !== undefined && next <= time; next = graph.nextTimer()) {
    yield { time: next };
  }
}
