import type { Graph, GraphNode, Sender, Waitable } from '../graph/index.js';
import { createSampler, greatestOf, type Sampler } from './distribution.js';
import type { ExecutionTimes } from './execution_times.js';
import { inForce } from './faults/fault.js';
import { type FaultOn, faultsOn } from './faults/fault_kinds.js';
import { matchesAny, matchesName } from './matches_name.js';
import type { ExecutionTimeRule, SystemModels } from './system_models.js';

type SlowFault = FaultOn<'computation'>;

/** What is known about one entity. */
interface EntityTimes {
  readonly longest: number;
  readonly sampler: Sampler | undefined;
  readonly outputs: number | readonly number[];
  readonly speed: number;
  readonly slow: readonly { readonly fault: SlowFault; readonly extra: Sampler | undefined }[];
}

/**
 * Execution times by rules, machines and slow-down faults. Every entity draws from its own stream.
 */
export class ExecutionTimeRules implements ExecutionTimes {
  readonly clockAdvances: boolean;
  readonly #graph: Graph;
  readonly #models: SystemModels;
  readonly #slow: readonly SlowFault[];
  readonly #known = new WeakMap<Waitable | GraphNode, EntityTimes>();

  constructor(graph: Graph, models: SystemModels) {
    this.#graph = graph;
    this.#models = models;
    this.#slow = faultsOn('computation', models.faults);
    this.clockAdvances = models.clock_advances ?? false;
  }

  /** Whether callbacks of a node of this name may take time. */
  concerns(node: string): boolean {
    const rules = this.#models.execution_times ?? [];
    return (
      rules.some((rule) => matchesName(rule.node ?? '*', node)) ||
      this.#slow.some((fault) => matchesName(fault.node, node))
    );
  }

  duration(entity: Waitable): number {
    const { sampler, speed, slow } = this.#of(entity);
    let time = sampler?.next() ?? 0;
    for (const { fault, extra } of slow) {
      if (!inForce(fault, this.#graph.kernel.now)) continue;
      time = time * (fault.factor ?? 1) + (extra?.next() ?? 0);
      this.#graph.observer?.faulted({
        fault: fault.fault,
        time: this.#graph.kernel.now,
        target: entity.label(),
      });
    }
    return Math.round(time / speed);
  }

  longest(entity: Waitable): number {
    const { longest, speed } = this.#of(entity);
    return Math.round(longest / speed);
  }

  leaves(entity: Waitable, _sender: Sender, index: number, duration: number): number {
    const { outputs } = this.#of(entity);
    if (typeof outputs === 'number') return Math.round(outputs * duration);
    return Math.min(duration, outputs[index] ?? duration);
  }

  #of(entity: Waitable): EntityTimes {
    // Every call of setTimeout is a separate entity; together they are one callback.
    const key = entity.kind === 'user_timer' ? entity.node : entity;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#look(entity);
      this.#known.set(key, known);
    }
    return known;
  }

  #look(entity: Waitable): EntityTimes {
    const { node, kind, name } = entity;
    const identity = `${node.fullName} ${kind} ${name}`;
    const rule = (this.#models.execution_times ?? []).find((each) => fits(each, entity));
    const stream = (what: string) => this.#graph.random.stream(`${what} ${identity}`);
    const slow = this.#slow
      .filter((f) => matchesName(f.node, node.fullName) && matchesName(f.callback ?? '*', name))
      .map((fault) => ({
        fault,
        extra: fault.extra === undefined ? undefined : createSampler(fault.extra, stream('slow')),
      }));
    const longest = slow.reduce(
      (time, { fault: { factor = 1, extra = 0 } }) =>
        Math.max(time, time * factor + greatestOf(extra)),
      rule === undefined ? 0 : greatestOf(rule.time),
    );
    return {
      longest,
      sampler: rule === undefined ? undefined : createSampler(rule.time, stream('execution time')),
      outputs: rule?.outputs ?? 1,
      speed: this.#speed(node.fullName),
      slow,
    };
  }

  #speed(node: string): number {
    const machines = Object.values(this.#models.machines ?? {});
    return machines.find(({ nodes }) => matchesAny(nodes, node))?.cpu_speed ?? 1;
  }
}

function fits(rule: ExecutionTimeRule, { node, name, kind }: Waitable): boolean {
  // Most of them only end a wait inside a callback whose time the rule describes.
  if (kind === 'user_timer' && rule.kind !== kind && rule.callback !== name) return false;
  return (
    matchesName(rule.node ?? '*', node.fullName) &&
    matchesName(rule.callback ?? '*', name) &&
    (rule.kind === undefined || rule.kind === kind)
  );
}
