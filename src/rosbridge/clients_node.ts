import { DEFAULT_QOS, ddsTopic, ddsType, type LiveNews, type Qos, VENDOR } from '../dds/index.js';

/** The GUIDs of the clients' endpoints begin with this; a run has only one bridge. */
const PREFIX = '726f73627269646765000001';
const NAME = 'rosbridge_websocket';

/** The node that represents all web clients in the graph of the run, with their publishers and subscriptions. */
export class ClientsNode {
  readonly #readers: string[] = [];
  readonly #writers: string[] = [];
  #count = 0;

  constructor(readonly tell: (news: LiveNews) => void) {
    const known = { prefix: PREFIX, vendor: VENDOR.orrery, name: 'rosbridge', enclave: '/' };
    tell({ what: 'peer', peer: { ...known, lease: Number.POSITIVE_INFINITY, addresses: [] } });
  }

  /** Adds a publisher or subscription of a topic. @returns its GUID */
  add(kind: 'writer' | 'reader', name: string, type: string, qos: Partial<Qos>): string {
    return this.addEndpoint(kind, ddsTopic({ kind: 'topic', name }), ddsType(type), qos);
  }

  /** Adds an endpoint by its names on DDS, where a server is a reader of requests. @returns its GUID */
  addEndpoint(kind: 'writer' | 'reader', topic: string, type: string, qos: Partial<Qos>): string {
    const guid = PREFIX + (++this.#count).toString(16).padStart(8, '0');
    this.#listOf(kind).push(guid);
    // In this order, the endpoint does not wait for its node.
    this.#tellNodes();
    this.tell({
      what: 'endpoint',
      endpoint: {
        ...{ guid, kind, topic, type },
        ...{ qos: { ...DEFAULT_QOS, ...qos }, userData: new Uint8Array() },
      },
    });
    return guid;
  }

  remove(kind: 'writer' | 'reader', guid: string): void {
    const list = this.#listOf(kind);
    list.splice(list.indexOf(guid), 1);
    this.tell({ what: 'endpoint gone', guid });
    this.#tellNodes();
  }

  #listOf(kind: 'writer' | 'reader'): string[] {
    return kind === 'writer' ? this.#writers : this.#readers;
  }

  #tellNodes(): void {
    const [readers, writers] = [[...this.#readers], [...this.#writers]];
    this.tell({ what: 'nodes', nodes: [{ namespace: '/', name: NAME, readers, writers }] });
  }
}
