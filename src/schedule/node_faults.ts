import { type Graph, type GraphNode, Waitable } from '../graph/index.js';
import { DelayedAction, type Runnable } from '../kernel/index.js';
import { crashNode, freezeNode, type NodeFaultHooks } from '../models/index.js';
import type { CallbackLog } from './callback_log.js';
import type { NodeFaultDecision } from './decision.js';
import type { FaultChoices } from './fault_choices.js';

/** Crashes and freezes nodes before their callbacks. */
export class NodeFaults {
  readonly #graph: Graph;
  readonly #choices: FaultChoices;
  readonly #log: CallbackLog;
  readonly #hooks: NodeFaultHooks;
  readonly #anchors = new WeakMap<Waitable, string>();

  constructor(graph: Graph, choices: FaultChoices, log: CallbackLog, hooks: NodeFaultHooks) {
    this.#graph = graph;
    this.#choices = choices;
    this.#log = log;
    this.#hooks = hooks;
  }

  /** Called before something runs; returns whether its node has been hit instead. */
  hit(item: Runnable): boolean {
    if (!(item instanceof Waitable) || item.destroyed) return false;
    const { node } = item;
    const { now } = this.#graph.kernel;
    const name = node.fullName;
    if (!this.#choices.concerns(name) || now < node.frozenUntil) return false;
    const callback = this.#log.callbacksOf(name) + 1;
    const hits = this.#choices.at(name, callback, (fault, time) => {
      const what = this.#anchorOf(item);
      const decision = { fault, node: name, callback, what, at: now } as NodeFaultDecision;
      return time === undefined ? decision : { ...decision, time };
    });
    for (const hit of hits) this.#apply(hit as NodeFaultDecision, node);
    return hits.length > 0;
  }

  #anchorOf(item: Waitable): string {
    const anchor = this.#anchors.get(item) ?? item.anchor();
    this.#anchors.set(item, anchor);
    return anchor;
  }

  #apply({ fault, node: name, at, time }: NodeFaultDecision, node: GraphNode): void {
    if (fault === 'freeze') {
      this.#setAside(node, at + time!);
      freezeNode(this.#graph, { fault, node: name, at, until: at + time! });
      return;
    }
    const restart = time === undefined ? {} : { restart_after: time };
    crashNode(this.#graph, { fault, node: name, at, ...restart }, this.#hooks);
  }

  /** What is already ready in the node becomes ready again when the node continues. */
  #setAside(node: GraphNode, until: number): void {
    const { ready, delays } = this.#graph.kernel;
    const aside: Runnable[] = [];
    for (let i = 0; i < ready.size; ) {
      const item = ready.at(i);
      if (item instanceof Waitable && item.node === node) aside.push(ready.take(i));
      else i++;
    }
    const again = () => {
      for (const item of aside) ready.push(item);
    };
    delays.push(until, new DelayedAction(again, () => `what was ready of ${node.fullName}`));
  }
}
