import type {
  Client,
  Delivery,
  Graph,
  Request,
  Response,
  Route,
  Sample,
  SerializedMessage,
  Service,
  Subscription,
} from '../graph/index.js';
import {
  bytesWithoutPlaces,
  CdrWriter,
  type MessageObject,
  type MessageType,
} from '../interfaces/index.js';
import type { Cargo } from './cargo.js';
import { corrupted } from './faults/corrupted.js';
import { LinkPaths } from './link_paths.js';
import type { SystemModels } from './system_models.js';

/** Delivers messages by link rules and message faults. */
export class ModelRoute implements Route {
  readonly #paths: LinkPaths;
  readonly #next: Delivery;
  /** Measures sizes, which must not depend on the folder that the system is in. */
  readonly #writer = new CdrWriter(1 << 12, true);
  readonly #cargoes = new WeakMap<MessageType, Cargo<MessageObject>>();
  readonly #rawCargoes = new WeakMap<MessageType, Cargo<MessageObject>>();

  constructor(graph: Graph, models: SystemModels, next: Delivery) {
    this.#next = next;
    this.#paths = new LinkPaths(graph, models);
  }

  send(sample: Sample, subscription: Subscription): void {
    const { publisher, message } = sample;
    const deliver = (own: MessageObject) =>
      this.#next.send({ ...sample, message: own }, subscription);
    const { type } = publisher;
    const cargo = subscription.raw ? this.#rawCargo(type) : this.#cargo(type);
    this.#paths.pass(publisher, subscription, cargo, message, deliver);
  }

  call(request: Request, server: Service): void {
    const cargo = this.#cargo(server.type.request);
    const deliver = (content: MessageObject) => this.#next.call({ ...request, content }, server);
    this.#paths.pass(request.client, server, cargo, request.content, deliver);
  }

  answer(response: Response, server: Service, client: Client): void {
    const cargo = this.#cargo(server.type.response);
    const deliver = (content: MessageObject) =>
      this.#next.answer({ ...response, content }, server, client);
    this.#paths.pass(server, client, cargo, response.content, deliver);
  }

  #cargo(type: MessageType): Cargo<MessageObject> {
    let cargo = this.#cargoes.get(type);
    if (cargo === undefined) {
      cargo = {
        bytes: (message) => this.#size(type, message),
        copy: (message) => type.copy(message),
        corrupted: (fault, message, random) => corrupted(fault, type, message, random),
      };
      this.#cargoes.set(type, cargo);
    }
    return cargo;
  }

  /** The cargo of a raw subscription, which gets CDR, as every node in Python does. */
  #rawCargo(type: MessageType): Cargo<MessageObject> {
    let cargo = this.#rawCargoes.get(type);
    if (cargo === undefined) {
      const raw = (serialized: Uint8Array): SerializedMessage => ({ serialized });
      const bytesOf = (message: MessageObject) => (message as SerializedMessage).serialized;
      cargo = {
        bytes: (message) => bytesWithoutPlaces(type, bytesOf(message)).length,
        copy: (message) => raw(bytesOf(message).slice()),
        corrupted: (fault, message, random) => {
          const left = corrupted(fault, type, type.decode(bytesOf(message)), random);
          return left && raw(type.encode(left).slice());
        },
      };
      this.#rawCargoes.set(type, cargo);
    }
    return cargo;
  }

  #size(type: MessageType, message: MessageObject): number {
    this.#writer.reset();
    type.encodeInto(this.#writer, message);
    return this.#writer.position;
  }
}
