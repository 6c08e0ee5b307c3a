import type { Qos } from '../dds/index.js';
import type { BridgeSide } from './bridge.js';

interface Names {
  readonly name: string;
  readonly as: string;
  readonly type: string;
  readonly qos: Qos;
}

/** Offers a server of one side on the other side: forwards requests to it and its responses back. */
export class BridgedService {
  passed = 0;
  readonly #server: number;
  readonly #client: number;

  /** @param source - where the server is */
  constructor(
    readonly source: BridgeSide,
    readonly target: BridgeSide,
    { name, as, type, qos }: Names,
  ) {
    const [here, there] = [source.participant, target.participant];
    this.#client = here.createClient({ name, type, qos });
    this.#server = there.createServer({ name: as, type, qos }, (payload, request) => {
      this.passed++;
      here.call(this.#client, payload, (response) => {
        this.passed++;
        there.respond(this.#server, request, response);
      });
    });
  }

  close(): void {
    this.source.participant.remove(this.#client);
    this.target.participant.remove(this.#server);
  }
}
