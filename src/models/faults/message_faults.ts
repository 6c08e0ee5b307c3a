import type { Graph } from '../../graph/index.js';
import type { RandomStream } from '../../kernel/index.js';
import type { Cargo } from '../cargo.js';
import { createSampler, type Sampler } from '../distribution.js';
import { matchesAny, matchesName } from '../matches_name.js';
import type { PathEnd } from '../path_end.js';
import { pathName } from '../path_name.js';
import { type BurstLoss, type Fault, inForce } from './fault.js';
import { type FaultOn, faultsOn } from './fault_kinds.js';

/** One delivery: a duplicated message has two, a lost one has none. */
export interface Fate<T> {
  readonly content: T;
  /** ns in addition to the delay of the link. */
  readonly extraDelay: number;
  /** Later messages of the pair may overtake it. */
  readonly overtaken: boolean;
}

type MessageFault = FaultOn<'message'>;

/** A fault on one path, with its random stream and its state there. */
interface PathFault {
  readonly fault: MessageFault;
  readonly random: RandomStream;
  readonly delay: Sampler | undefined;
  burst: 'good' | 'bad';
}

/** Applies the message faults of a plan to each message. */
export class MessageFaults {
  readonly #graph: Graph;
  readonly #faults: readonly MessageFault[];
  readonly #paths = new WeakMap<PathEnd, WeakMap<PathEnd, PathFault[]>>();

  constructor(graph: Graph, faults: readonly Fault[]) {
    this.#graph = graph;
    this.#faults = faultsOn('message', faults);
  }

  /** The deliveries that result from `content`, which already belongs to the receiver. */
  judge<T>(from: PathEnd, to: PathEnd, cargo: Cargo<T>, content: T): readonly Fate<T>[] {
    let fates: Fate<T>[] = [{ content, extraDelay: 0, overtaken: false }];
    for (const fault of this.#onPath(from, to)) {
      if (!inForce(fault.fault, this.#graph.kernel.now)) continue;
      const before = fates;
      fates = fates.flatMap((fate) => this.#apply(fault, fate, cargo));
      const touched = fates.length !== before.length || fates.some((fate, i) => fate !== before[i]);
      if (touched) this.#report(fault.fault.fault, from, to);
      if (fates.length === 0) break;
    }
    return fates;
  }

  #report(fault: string, from: PathEnd, to: PathEnd): void {
    const time = this.#graph.kernel.now;
    this.#graph.observer?.faulted({ fault, time, target: pathName(from, to) });
  }

  #apply<T>(on: PathFault, fate: Fate<T>, cargo: Cargo<T>): Fate<T>[] {
    const { fault, random } = on;
    switch (fault.fault) {
      case 'partition':
        return [];
      case 'loss':
        return isLost(on, fault.probability ?? 0, fault.burst) ? [] : [fate];
      case 'service_timeout':
        return random.float() < (fault.probability ?? 1) ? [] : [fate];
      case 'duplicate': {
        if (random.float() >= fault.probability) return [fate];
        const extraDelay = fate.extraDelay + (on.delay?.next() ?? 0);
        return [fate, { content: cargo.copy(fate.content), extraDelay, overtaken: fate.overtaken }];
      }
      case 'reorder': {
        if (random.float() >= fault.probability) return [fate];
        return [{ ...fate, extraDelay: fate.extraDelay + on.delay!.next(), overtaken: true }];
      }
      case 'corrupt': {
        if (random.float() >= fault.probability) return [fate];
        const content = cargo.corrupted(fault, fate.content, random);
        return content === undefined ? [] : [{ ...fate, content }];
      }
    }
  }

  #onPath(from: PathEnd, to: PathEnd): PathFault[] {
    let paths = this.#paths.get(from);
    if (paths === undefined) {
      paths = new WeakMap();
      this.#paths.set(from, paths);
    }
    let faults = paths.get(to);
    if (faults === undefined) {
      faults = this.#faults.flatMap((fault, index) =>
        concerns(fault, from, to) ? [this.#create(fault, index, from, to)] : [],
      );
      paths.set(to, faults);
    }
    return faults;
  }

  #create(fault: MessageFault, index: number, from: PathEnd, to: PathEnd): PathFault {
    const random = this.#graph.random.stream(`fault ${index} ${fault.fault} ${pathName(from, to)}`);
    const given = 'delay' in fault ? fault.delay : undefined;
    const delay = given === undefined ? undefined : createSampler(given, random);
    return { fault, random, delay, burst: 'good' };
  }
}

/** Steps the channel of Gilbert and Elliott once and draws in its new state. */
function isLost(on: PathFault, probability: number, burst: BurstLoss | undefined): boolean {
  const { random } = on;
  if (burst === undefined) return random.float() < probability;
  const change = on.burst === 'good' ? burst.enter : burst.leave;
  if (random.float() < change) on.burst = on.burst === 'good' ? 'bad' : 'good';
  const lost = on.burst === 'bad' ? (burst.bad ?? 1) : (burst.good ?? 0);
  return random.float() < lost;
}

function concerns(fault: MessageFault, from: PathEnd, to: PathEnd): boolean {
  const sender = from.node.fullName;
  const receiver = to.node.fullName;
  if (fault.fault === 'partition') {
    return matchesAny(fault.nodes, sender) !== matchesAny(fault.nodes, receiver);
  }
  if (fault.fault === 'service_timeout') {
    return to.kind === 'service' && matchesName(fault.service, to.name);
  }
  return (
    matchesName(fault.topic ?? '*', from.name) &&
    matchesName(fault.from ?? '*', sender) &&
    matchesName(fault.to ?? '*', receiver)
  );
}
