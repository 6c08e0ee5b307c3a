/** Entities of the graph that mirror entities of the network. */
import {
  Client,
  type Graph,
  type GraphNode,
  type Qos,
  type Request,
  type Response,
  Service,
  Subscription,
  Waitable,
} from '../graph/index.js';
import type { MessageType, ServiceType } from '../interfaces/index.js';

/** Messages from a mirrored node are published in its callbacks. */
export class Arrival extends Waitable {
  readonly name = 'network';
  protected readonly backlogLimit = 0;

  constructor(node: GraphNode) {
    super(node, 'timer');
  }

  run(): boolean {
    return false;
  }

  /** Runs a function as a callback of the node. */
  during(action: () => void): void {
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    action();
    graph.end(this, undefined);
  }

  protected onDestroy(): void {}
}

/** A subscription of another program: visible in the graph, but it receives its messages over the network. */
export class MirroredSubscription extends Subscription {
  constructor(node: GraphNode, topic: string, type: MessageType, qos: Qos) {
    super(node, topic, type, () => undefined, { qos });
  }

  override accept(): void {}
}

/** A server of another program: forwards requests to the network. */
export class MirroredService extends Service {
  readonly #ask: (request: Request, server: MirroredService) => void;

  constructor(
    node: GraphNode,
    name: string,
    type: ServiceType,
    qos: Qos,
    ask: (request: Request, server: MirroredService) => void,
  ) {
    super(node, name, type, () => undefined, qos);
    this.#ask = ask;
  }

  override receive(request: Request): void {
    this.#ask(request, this);
  }
}

/** Represents all clients outside that call one server of the run. */
export class OutsideClient extends Client {
  readonly #answer: (response: Response) => void;

  constructor(node: GraphNode, { name, type, qos }: Service, answer: (response: Response) => void) {
    super(node, name, type, qos);
    this.#answer = answer;
  }

  /** Passes a request from outside to the server, with its number in the network. */
  ask(server: Service, number: number, content: Request['content'], graph: Graph): void {
    const digest = graph.observer === undefined ? 0 : graph.observer.called(this, content);
    server.receive({ client: this, sequence: number, content, cause: graph.cause, digest });
  }

  override receive(response: Response): void {
    if (response.client === this) this.#answer(response);
  }
}
