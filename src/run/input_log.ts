import {
  type Graph,
  type MessageOrigin,
  type Observer,
  Service,
  Subscription,
  type Waitable,
} from '../graph/index.js';
import type { NodeInputs } from '../record/index.js';

interface Handled {
  readonly at: number[];
  readonly what: number[];
  readonly number: number[];
}

/** Records which inputs each node handled, and in which order. */
export class InputLog implements Observer {
  readonly #graph: Graph;
  readonly #names = new Map<string, number>();
  readonly #nodes = new Map<string, Handled>();
  readonly #origin: MessageOrigin = { publisher: undefined, sequence: 0, travelled: 0 };

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  callbackStarted(entity: Waitable): void {
    const { fullName } = entity.node;
    let log = this.#nodes.get(fullName);
    if (log === undefined) {
      log = { at: [], what: [], number: [] };
      this.#nodes.set(fullName, log);
    }
    const isMessage = entity instanceof Subscription;
    if (isMessage) entity.originOfBeginning(this.#origin);
    log.at.push(this.#graph.kernel.now);
    log.what.push(this.#indexOf(this.#nameOf(entity)));
    log.number.push(isMessage ? this.#origin.sequence : 0);
  }

  inputs(): NodeInputs {
    return { names: [...this.#names.keys()], nodes: Object.fromEntries(this.#nodes) };
  }

  /** Names the sender if there can be several. */
  #nameOf(entity: Waitable): string {
    // Its cause would not do: a request may have been sent after an `await`, or by a JavaScript timer.
    if (entity instanceof Service) {
      const asking = entity.requestOfBeginning?.client.node.fullName ?? 'somebody outside';
      return `${entity.label()}, asked by ${asking}`;
    }
    // Named by its kind: a number would mean nothing to a reader.
    if (entity.kind === 'timer') return entity.anchor();
    if (!(entity instanceof Subscription) || entity.publishers.length < 2) return entity.label();
    const sender = this.#origin.publisher?.node.fullName ?? 'somebody gone';
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
