/** How the end of a process's callback is recognised: the user's rules, and the declarations in ros2_def's files. */
import type { GraphNode } from '../graph/index.js';
import { type CallbackEndRule, matchesName } from '../models/index.js';
import type { CallbackModel, NodeModel } from './actions/index.js';
import type { CallbackEnd, DeclaredEnd } from './thread_protocol.js';

const ANYTHING: CallbackEnd = { wanted: 'strongest' };
const QUIET: CallbackEnd = { wanted: 'quiet' };

export class CallbackEnds {
  readonly #rules: readonly CallbackEndRule[];
  readonly #models: ReadonlyMap<string, NodeModel>;

  constructor(rules: readonly CallbackEndRule[], models: readonly NodeModel[]) {
    this.#rules = rules;
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  /** The end of the callback for a message or request. */
  ofInput({ fullName }: GraphNode, kind: 'message' | 'request', name: string): CallbackEnd {
    const by = this.#by(fullName);
    if (by === 'quiet') return QUIET;
    const own = fullName.slice(1);
    if (by === 'status') return { wanted: 'declared', declared: statusOnly([own]) };
    const callbacks = kind === 'message' ? this.#callbacksOf(own, name) : [];
    // No configuration declares what a service's callback sends.
    if (callbacks.length === 0) return ANYTHING;
    return {
      wanted: by === 'outputs' ? 'declared' : 'strongest',
      declared: declared(own, callbacks),
    };
  }

  /** The end of the timers that expire after `from`, up to `to`, in ns. `from` is undefined for the very first time. */
  ofClock(nodes: Iterable<GraphNode>, from: bigint | undefined, to: bigint): CallbackEnd {
    const ends: DeclaredEnd[] = [];
    let wanted: CallbackEnd['wanted'] = 'strongest';
    for (const { fullName } of nodes) {
      const by = this.#by(fullName);
      if (by === 'quiet') return QUIET;
      const model = this.#models.get(fullName.slice(1));
      if (model === undefined && by !== 'status') return ANYTHING;
      if (by !== undefined) wanted = 'declared';
      // Without a configuration, no timers are known; if one sends something nevertheless, this is
      // noticed.
      if (model === undefined) continue;
      const due = model.callbacks.filter(({ trigger }) => {
        if (trigger.kind !== 'timer') return false;
        const period = BigInt(trigger.period);
        return to / period > (from ?? 0n) / period;
      });
      // How often a timer is called at the very first time differs between releases of ROS 2.
      if (due.length > 0 && from === undefined) return ANYTHING;
      ends.push(
        by === 'status' ? statusOnly(due.map(() => model.name)) : declared(model.name, due),
      );
    }
    const means = ends.some((end) => end.means === 'outputs') ? 'outputs' : 'status';
    const outputs = ends.flatMap((end) => end.outputs);
    const statuses = ends.flatMap((end) => end.statuses);
    return { wanted, declared: { means, outputs, statuses } };
  }

  #by(node: string): CallbackEndRule['by'] | undefined {
    return this.#rules.find((rule) => matchesName(rule.node ?? '*', node))?.by;
  }

  #callbacksOf(node: string, topic: string): readonly CallbackModel[] {
    const { callbacks = [] } = this.#models.get(node) ?? {};
    return callbacks.filter(({ trigger }) => trigger.kind === 'topic' && trigger.topic === topic);
  }
}

function statusOnly(statuses: readonly string[]): DeclaredEnd {
  return { means: 'status', outputs: [], statuses };
}

function declared(node: string, callbacks: readonly CallbackModel[]): DeclaredEnd {
  const outputs = callbacks.flatMap((callback) => callback.outputs);
  const statuses = callbacks.filter(({ sendsStatus }) => sendsStatus).map(() => node);
  return { means: 'outputs', outputs, statuses };
}
