import { ddsTopic, ddsType } from '../dds/index.js';
import type { MessageObject, ServiceType, TypeRegistry } from '../interfaces/index.js';
import type { Reply } from './bridge.js';
import type { ClientsNode } from './clients_node.js';
import { refused } from './refused.js';

/** Handles a request. If it gives no answer, the caller waits, as for any silent server. */
export type OnRequest = (request: MessageObject, answer: (reply: Reply) => void) => void;

interface OfferedService {
  readonly type: ServiceType;
  readonly onRequest: OnRequest;
}

/** The services that web clients offer: to the run, and to each other. */
export class OfferedServices {
  readonly #services = new Map<string, OfferedService>();

  constructor(
    readonly types: TypeRegistry,
    readonly node: ClientsNode,
  ) {}

  /** Their names and types. */
  get all(): Map<string, string> {
    return new Map([...this.#services].map(([name, { type }]) => [name, type.name]));
  }

  get(name: string): OfferedService | undefined {
    return this.#services.get(name);
  }

  /**
   * @returns a function that withdraws the offer
   * @throws OrreryError for an unknown type, or a name that another client has taken
   */
  offer(name: string, type: ServiceType, onRequest: OnRequest): () => void {
    if (this.#services.has(name)) throw refused(`A client already offers the service ${name}.`);
    const topic = ddsTopic({ kind: 'request', name });
    const guid = this.node.addEndpoint('reader', topic, ddsType(type.request.name), {});
    const offered = { type, onRequest };
    this.#services.set(name, offered);
    return () => {
      if (this.#services.get(name) !== offered) return;
      this.#services.delete(name);
      this.node.remove('reader', guid);
    };
  }
}
