import {
  type Graph,
  type MessageOrigin,
  type Observer,
  Subscription,
  type Waitable,
} from '../graph/index.js';
import type { NodeInputs } from '../record/index.js';

/** Records which inputs each node handled, and in which order. */
export class InputLog implements Observer {
  readonly #graph: Graph;
  readonly #names = new Map<string, number>();
  readonly #nodes = new Map<string, { readonly at: number[]; readonly what: number[] }>();
  /** The node of each callback, by the callback's number. */
  readonly #nodeOf: string[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  callbackStarted(entity: Waitable, number: number, cause: number): void {
    const { fullName } = entity.node;
    this.#nodeOf[number] = fullName;
    let log = this.#nodes.get(fullName);
    if (log === undefined) {
      log = { at: [], what: [] };
      this.#nodes.set(fullName, log);
    }
    log.at.push(this.#graph.kernel.now);
    log.what.push(this.#indexOf(this.#nameOf(entity, cause)));
  }

  inputs(): NodeInputs {
    return { names: [...this.#names.keys()], nodes: Object.fromEntries(this.#nodes) };
  }

  /** Names the sender if there can be several. */
  #nameOf(entity: Waitable, cause: number): string {
    if (entity.kind === 'service') {
      return `${entity.label()}, asked by ${this.#nodeOf[cause] ?? 'somebody outside'}`;
    }
    // Named by its kind: a number would mean nothing to a reader.
    if (entity.kind === 'timer') return entity.anchor();
    if (!(entity instanceof Subscription) || entity.publishers.length < 2) return entity.label();
    const origin: MessageOrigin = { publisher: undefined, sequence: 0, travelled: 0 };
    entity.originOfBeginning(origin);
    const sender = origin.publisher?.node.fullName ?? 'somebody gone';
    return `${entity.name} of ${sender} → ${entity.node.fullName}`;
  }

  #indexOf(name: string): number {
    let index = this.#names.get(name);
    if (index === undefined) {
      index = this.#names.size;
      this.#names.set(name, index);
    }
    return index;
  }
}
