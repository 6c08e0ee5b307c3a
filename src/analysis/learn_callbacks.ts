import type { DescribedEntity } from '../trace/index.js';
import { type PlacedCallback, RunTrace, type TracedPublication } from './run_trace.js';

/** What a callback was seen to do. Times in ns. */
export interface LearntCallback {
  /** The topic of a subscription; undefined for a timer. */
  readonly topic?: string;
  /** The period of a timer. */
  readonly period?: number;
  readonly calls: number;
  /** By topic, in the order in which they were first sent: the fewest and the most messages per call. */
  readonly outputs: readonly {
    readonly topic: string;
    readonly least: number;
    readonly most: number;
  }[];
  /** Services that it has called. */
  readonly services: readonly string[];
}

export interface LearntNode {
  /** With its namespace, e.g. `/arm/planner`. */
  readonly name: string;
  /** Services that it has, other than for its parameters. */
  readonly services: readonly string[];
  readonly callbacks: readonly LearntCallback[];
}

/** Every node has these, so they say nothing about it. */
const NOT_ITS_OWN =
  /^\/(rosout|clock|parameter_events)$|\/((get|set|list|describe)_parameters|set_parameters_atomically|get_parameter_types|get_type_description|get_logger_levels|set_logger_levels)$/;

/** What the calls of one callback have sent on one topic. */
class Sent {
  #calls = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #call = -1;
  #now = 0;

  add(call: number): void {
    if (call !== this.#call) {
      this.#close();
      this.#calls++;
      this.#call = call;
      this.#now = 0;
    }
    this.#now++;
    this.#most = Math.max(this.#most, this.#now);
  }

  #close(): void {
    if (this.#now > 0) this.#least = Math.min(this.#least, this.#now);
  }

  /** @param calls - how often the callback ran */
  output(topic: string, calls: number): LearntCallback['outputs'][number] {
    this.#close();
    return { topic, least: this.#calls < calls ? 0 : this.#least, most: this.#most };
  }
}

/** What is known about a callback while the trace is read. */
class Observed {
  calls = 0;
  readonly services = new Set<string>();
  readonly sent = new Map<string, Sent>();

  constructor(
    readonly topic: string | undefined,
    readonly period: number | undefined,
  ) {}

  add(topic: string, call: number): void {
    const sent = this.sent.get(topic) ?? new Sent();
    this.sent.set(topic, sent);
    sent.add(call);
  }

  /** The periods of a process's own timers are not known; each topic reveals one by its times. */
  get learnt(): LearntCallback {
    const { topic, period, calls } = this;
    return {
      ...(topic === undefined ? {} : { topic }),
      ...(period === undefined ? {} : { period }),
      calls,
      outputs: [...this.sent].map(([name, sent]) => sent.output(name, calls)),
      services: [...this.services].sort(),
    };
  }
}

/**
 * Learns from the trace of a run what each callback sends and which services it calls.
 *
 * @param run - directory that a run left behind, or its `trace.mcap`
 * @returns nodes with callbacks of interest, by name
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`
 */
export async function learnCallbacks(run: string): Promise<readonly LearntNode[]> {
  const trace = await RunTrace.open(run);
  try {
    const learning = new Learning(trace.system.entities);
    trace.walk({
      callback: (callback) => learning.ran(callback),
      publication: (publication) => learning.published(publication),
    });
    return learning.nodes();
  } finally {
    trace.close();
  }
}

class Learning {
  readonly #entities: ReadonlyMap<number, DescribedEntity>;
  readonly #observed = new Map<string, Observed>();
  /** By number of the callback: its entity, to find out later who called a service. */
  readonly #entityOf = new Map<number, DescribedEntity>();
  readonly #calls: { readonly cause: number; readonly service: string }[] = [];
  /** By node and topic: when the clock of a process made it send there, in ns. */
  readonly #clocked = new Map<string, { readonly times: number[]; readonly calls: number[] }>();

  constructor(entities: readonly DescribedEntity[]) {
    this.#entities = new Map(entities.map((entity) => [entity.id, entity]));
    for (const entity of entities) this.#of(entity);
  }

  #of(entity: DescribedEntity): Observed | undefined {
    const { node, kind, name, period } = entity;
    const isTimer = kind === 'timer' && period !== null;
    if ((kind !== 'subscription' && !isTimer) || NOT_ITS_OWN.test(name)) return undefined;
    // The subscriptions of a node to one topic are called together, and so are its timers with one period.
    const key = `${node} ${isTimer ? period : name}`;
    let known = this.#observed.get(key);
    if (known === undefined) {
      known = isTimer ? new Observed(undefined, period) : new Observed(name, undefined);
      this.#observed.set(key, known);
    }
    return known;
  }

  ran({ entity, fields: { number, cause } }: PlacedCallback): void {
    this.#entityOf.set(number, entity);
    const observed = this.#of(entity);
    if (observed !== undefined) observed.calls++;
    const isCall = entity.kind === 'service' && cause > 0 && !NOT_ITS_OWN.test(entity.name);
    if (isCall) this.#calls.push({ cause, service: entity.name });
  }

  published({ from: { topic, node }, fields: { callback, cause }, time }: TracedPublication): void {
    const entity = this.#entities.get(callback);
    if (entity === undefined || entity.node !== node || NOT_ITS_OWN.test(topic)) return;
    if (entity.kind !== 'user_timer' || !entity.name.startsWith('clock of ')) {
      this.#of(entity)?.add(topic, cause);
      return;
    }
    const key = `${node} ${topic}`;
    const clocked = this.#clocked.get(key) ?? { times: [], calls: [] };
    clocked.times.push(time);
    clocked.calls.push(cause);
    this.#clocked.set(key, clocked);
  }

  nodes(): LearntNode[] {
    this.#clockedTimers();
    for (const { cause, service } of this.#calls) {
      const caller = this.#entityOf.get(cause);
      if (caller !== undefined) this.#of(caller)?.services.add(service);
    }
    const names = new Set([...this.#observed.keys()].map((key) => key.split(' ')[0]!));
    return [...names].sort().map((name) => this.#node(name));
  }

  /** Finds the timers of a process by the times of their messages, each a multiple of the timer's period. */
  #clockedTimers(): void {
    for (const [key, { times, calls }] of this.#clocked) {
      const [node, topic] = key.split(' ') as [string, string];
      const period = times.reduce(greatestDivisor, 0);
      if (period === 0) continue;
      const timer = `${node} ${period}`;
      const observed = this.#observed.get(timer) ?? new Observed(undefined, period);
      this.#observed.set(timer, observed);
      for (const call of calls) observed.add(topic, call);
      observed.calls = Math.max(observed.calls, new Set(calls).size);
    }
  }

  #node(name: string): LearntNode {
    const callbacks = [...this.#observed]
      .filter(([key]) => key.startsWith(`${name} `))
      .map(([, observed]) => observed.learnt);
    const services = [...this.#entities.values()]
      .filter((each) => each.node === name && each.kind === 'service')
      .map((each) => each.name)
      .filter((service) => !NOT_ITS_OWN.test(service));
    return { name, services: [...new Set(services)].sort(), callbacks };
  }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
