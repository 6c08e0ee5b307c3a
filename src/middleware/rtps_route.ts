import type {
  Client,
  Delivery,
  Request,
  Response,
  Route,
  Sample,
  Service,
  Subscription,
} from '../graph/index.js';
import type { MessageObject, MessageType } from '../interfaces/index.js';
import type { Endpoints } from './endpoints.js';
import { type Outlet, sequenceOf } from './ends.js';

/** Announces what the graph sends; receivers get it once the protocol has delivered it. */
export class RtpsRoute implements Route {
  constructor(
    readonly endpoints: Endpoints,
    readonly next: Delivery,
  ) {}

  /** Offers the sample, which was already written when it was published. */
  send(sample: Sample, subscription: Subscription): void {
    const outlet = this.endpoints.endsOf(sample.publisher)?.outlet;
    const inlet = this.endpoints.endsOf(subscription)?.inlet;
    if (outlet === undefined || inlet === undefined) return;
    const deliver = () => this.next.send(sample, subscription);
    this.endpoints.offer(outlet, inlet, sequenceOf(outlet, sample.sequence), deliver);
  }

  call(request: Request, server: Service): void {
    const { client, content, sequence } = request;
    const outlet = this.endpoints.endsOf(client)?.outlet;
    const inlet = this.endpoints.endsOf(server)?.inlet;
    if (outlet === undefined || inlet === undefined) return;
    const wire = this.#written(outlet, server.type.request, content, client, sequence);
    this.endpoints.offer(outlet, inlet, wire, () => this.next.call(request, server));
  }

  answer(response: Response, server: Service, client: Client): void {
    const outlet = this.endpoints.endsOf(server)?.outlet;
    const inlet = this.endpoints.endsOf(client)?.inlet;
    if (outlet === undefined || inlet === undefined) return;
    const { content, sequence } = response;
    const wire = this.#written(outlet, server.type.response, content, response.client, sequence);
    this.endpoints.offer(outlet, inlet, wire, () => this.next.answer(response, server, client));
  }

  /** The wire number of a sample, which is written once although the graph sends it to each receiver. */
  #written(
    outlet: Outlet,
    type: MessageType,
    content: MessageObject,
    of: object,
    number: number,
  ): number {
    const { last } = outlet;
    if (last.of !== of || last.number !== number) {
      this.endpoints.write(outlet, this.endpoints.payload(type, content), of, number);
    }
    return outlet.last.sequence;
  }
}
