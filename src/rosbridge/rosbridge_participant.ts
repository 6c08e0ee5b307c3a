/** The web clients as a run sees them: they take the place of the participant of a network. */
import { Worker } from 'node:worker_threads';
import {
  type EndpointOptions,
  LiveGraph,
  type LiveListener,
  type LiveNode,
  type OnRequest,
  rosTopic,
  rosType,
  type ServiceOptions,
} from '../dds/index.js';
import { OrreryError } from '../errors/index.js';
import { MAX_ASKED } from './limits.js';
import type {
  BridgeEvent,
  BridgeThreadData,
  Pace,
  RunClock,
  RunCommand,
  RunEndpoint,
} from './thread_messages.js';

/** An endpoint of the run, and what it does with inputs from outside. */
interface Entity {
  readonly endpoint: RunEndpoint;
  readonly listener?: LiveListener;
  readonly onRequest?: OnRequest;
}

export class RosbridgeParticipant {
  /** What the clients have: one node with their publishers and subscriptions. */
  readonly graph = new LiveGraph();
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #entities = new Map<number, Entity>();
  #clock: RunClock | undefined;
  #wanted: ReadonlySet<string> = new Set();
  /** By number: what to do with the answers to the run's requests to web clients. */
  readonly #asked = new Map<number, (payload: Uint8Array) => void>();
  #ids = 0;
  #calls = 0;
  #isClosed = false;
  #onOpen: ((event: BridgeEvent) => void) | undefined;

  private constructor(data: BridgeThreadData) {
    this.#worker = new Worker(new URL('./rosbridge_thread.js', import.meta.url), {
      workerData: data,
    });
    this.#worker.on('message', (event: BridgeEvent) => this.#handle(event));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
  }

  /**
   * Starts the thread, which listens on 127.0.0.1.
   * @throws OrreryError `ORR_SERVE_PORT` if the port cannot be opened
   */
  static async open(data: BridgeThreadData): Promise<RosbridgeParticipant> {
    const { protocol, port } = data;
    const participant = new RosbridgeParticipant(data);
    const event = await new Promise<BridgeEvent>((resolve) => {
      participant.#onOpen = resolve;
    });
    if (event.kind === 'failed') {
      throw new OrreryError(
        'ORR_SERVE_PORT',
        `Port ${port} of 127.0.0.1 cannot be opened (${event.message}); name another one, e.g. --serve ${protocol}:9191.`,
      );
    }
    return participant;
  }

  #handle(event: BridgeEvent): void {
    switch (event.kind) {
      case 'open':
      case 'failed':
        this.#onOpen?.(event);
        break;
      case 'news':
        this.graph.note(event.news);
        break;
      case 'wanted':
        this.#wanted = new Set(event.topics);
        break;
      case 'request':
        this.#entities.get(event.id)?.onRequest?.(event.payload, event.number);
        break;
      case 'pace':
        this.#clock?.follow(event.wish);
        break;
      case 'reply':
        this.#asked.get(event.number)?.(event.payload);
        this.#asked.delete(event.number);
        break;
      case 'sample':
        this.#sample(event);
    }
  }

  /** Gives a sample to the first subscription only: the graph passes it on to all others. */
  #sample({ topic, writer, sequence, payload }: Extract<BridgeEvent, { kind: 'sample' }>): void {
    for (const { endpoint, listener } of this.#entities.values()) {
      if (endpoint.kind !== 'reader' || endpoint.name !== topic) continue;
      const times = { sourceTimestamp: undefined, receivedAt: 0 };
      listener?.onSample?.({ writer, sequence, payload, ...times, isDisposal: false });
      return;
    }
  }

  #say(command: RunCommand): void {
    // A run that is ending may still send something, which nobody receives.
    if (!this.#isClosed) this.#worker.postMessage(command);
  }

  #add(endpoint: Omit<RunEndpoint, 'id'>, more: Pick<Entity, 'listener' | 'onRequest'>): number {
    const id = ++this.#ids;
    const numbered = { ...endpoint, id };
    this.#entities.set(id, { endpoint: numbered, ...more });
    this.#say({ kind: 'endpoint', endpoint: numbered });
    return id;
  }

  createWriter(options: EndpointOptions): number {
    return this.#add(topicOf('writer', options), {});
  }

  createReader(options: EndpointOptions, listener: LiveListener = {}): number {
    return this.#add(topicOf('reader', options), { listener });
  }

  createClient({ name, type }: ServiceOptions): number {
    return this.#add({ kind: 'client', name, type, isLatched: false }, {});
  }

  createServer({ name, type }: ServiceOptions, onRequest: OnRequest): number {
    return this.#add({ kind: 'server', name, type, isLatched: false }, { onRequest });
  }

  /** Passes a message on if a client wants it, or may want it later. */
  write(writer: number, payload: Uint8Array): void {
    const endpoint = this.#entities.get(writer)?.endpoint;
    if (endpoint === undefined) return;
    if (endpoint.isLatched || this.#wanted.has(endpoint.name)) {
      this.#say({ kind: 'write', id: writer, payload, time: this.#clock?.time ?? 0n });
    }
  }

  /** Asks the web clients; if none of them offers the service, there is no answer. */
  call(client: number, payload: Uint8Array, onReply: (payload: Uint8Array) => void): number {
    const number = ++this.#calls;
    if (this.#asked.size >= MAX_ASKED) this.#asked.delete(this.#asked.keys().next().value!);
    this.#asked.set(number, onReply);
    this.#say({ kind: 'ask', id: client, number, payload });
    return number;
  }

  respond(server: number, number: number, payload: Uint8Array): void {
    this.#say({ kind: 'respond', id: server, number, payload });
  }

  attach(clock: RunClock): void {
    this.#clock = clock;
  }

  /** @param requestId - of the wish that was followed; undefined: only time has gone on */
  tellPace(pace: Pace, requestId: string | undefined): void {
    this.#say({ kind: 'pace', pace, requestId });
  }

  setNodes(nodes: readonly LiveNode[]): void {
    this.#say({ kind: 'nodes', nodes });
  }

  remove(id: number): void {
    this.#entities.delete(id);
    this.#say({ kind: 'removed', id });
  }

  /** Sends the rest to the clients, and closes their connections. */
  async close(): Promise<void> {
    this.#say({ kind: 'close' });
    this.#isClosed = true;
    await this.#ended;
  }
}

function topicOf(
  kind: 'writer' | 'reader',
  { topic, type, qos }: EndpointOptions,
): Omit<RunEndpoint, 'id'> {
  const isLatched = kind === 'writer' && qos.durability !== 'volatile';
  return { kind, name: rosTopic(topic)!.name, type: rosType(type)!, isLatched };
}
