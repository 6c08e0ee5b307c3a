import type { CallbackModel, NodeModel } from './node_model.js';

/** A callback and its node. */
export interface IndexedCallback {
  readonly node: NodeModel;
  readonly callback: CallbackModel;
}

interface IndexedTimer extends IndexedCallback {
  readonly period: number;
}

/** The callbacks of each topic, in the order of the nodes. */
export class ModelIndex {
  readonly readers = new Map<string, IndexedCallback[]>();
  readonly #timers: readonly IndexedTimer[];

  constructor(nodes: readonly NodeModel[]) {
    const timers: IndexedTimer[] = [];
    for (const node of nodes) {
      for (const callback of node.callbacks) {
        const { trigger } = callback;
        if (trigger.kind === 'timer') {
          timers.push({ node, callback, period: trigger.period });
          continue;
        }
        const readers = this.readers.get(trigger.topic) ?? [];
        readers.push({ node, callback });
        this.readers.set(trigger.topic, readers);
      }
    }
    this.#timers = timers;
  }

  /** The first time after `time`, in ns, at which a timer expires; undefined without timers. */
  expiryAfter(time: number): number | undefined {
    let next: number | undefined;
    for (const { period } of this.#timers) {
      const due = (Math.floor(time / period) + 1) * period;
      if (next === undefined || due < next) next = due;
    }
    return next;
  }

  /** The timers that expire at `time`, those of each node together. */
  timersAt(time: number): readonly (readonly IndexedCallback[])[] {
    const ofNode = new Map<NodeModel, IndexedCallback[]>();
    for (const timer of this.#timers) {
      if (time === 0 || time % timer.period !== 0) continue;
      ofNode.set(timer.node, [...(ofNode.get(timer.node) ?? []), timer]);
    }
    return [...ofNode.values()];
  }
}
