/** A participant on the network for a program: its sockets live in a thread of their own. */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, OrreryError } from '../errors/index.js';
import { SHARED, takeTurns } from './live_backlog.js';
import { LiveGraph } from './live_graph.js';
import type {
  LiveCommand,
  LiveEvent,
  LiveNode,
  LiveOptions,
  LiveSample,
  LiveStatus,
  LiveThreadData,
} from './live_protocol.js';
import type { EndpointOptions } from './participant_options.js';
import type { PolicyName } from './qos.js';
import type { ServiceOptions } from './ros_service.js';

// Captured at load time: user code may later see guarded ones.
const { setImmediate: realSetImmediate } = globalThis;

/** Events of an endpoint. All listeners are optional. */
export interface LiveListener {
  onSample?(sample: LiveSample): void;
  onMatched?(count: number): void;
  onIncompatible?(policy: PolicyName): void;
  onLost?(count: number): void;
  /** Number of writes for which neither a keep-all history nor the queue before it had room. */
  onRefused?(count: number): void;
}

/** Events of a client. */
export interface LiveClientListener {
  /** Whether a matched server would now receive a request, and this client its reply. */
  onReady?(isReady: boolean): void;
}

/** Receives a request, which is answered by its number, now or later. */
export type OnRequest = (payload: Uint8Array, request: number) => void;

/** The object behind a number that the program holds. */
interface Entity {
  readonly listener: LiveListener & LiveClientListener;
  readonly onRequest?: OnRequest;
  /** The callbacks of a client by the number of the call. */
  readonly calls: Map<number, (payload: Uint8Array) => void>;
}

export class LiveParticipant {
  /** The other participants of the network. */
  readonly graph = new LiveGraph();
  readonly #worker: Worker;
  readonly #entities = new Map<number, Entity>();
  #statusAsked: ((status: LiveStatus) => void)[] = [];
  #calls = 0;
  #guid = '';
  #isClosed = false;
  readonly #ended: Promise<void>;
  /**
   * Whether the owner still holds what has arrived, and will call {@link caughtUp} once nothing waits any longer;
   * until then the thread counts it as not taken.
   */
  waitsForOwner = false;
  /** Turns of the thread that were received but not taken. */
  #turns = 0;
  readonly #shared = new Int32Array(new SharedArrayBuffer(4 * SHARED.count));
  #commands: LiveCommand[] = [];
  #ids = 0;
  #onOpen: ((event: LiveEvent) => void) | undefined;

  private constructor(options: LiveOptions) {
    this.#worker = new Worker(new URL('./live_thread.js', import.meta.url), {
      workerData: { options, shared: this.#shared } satisfies LiveThreadData,
    });
    this.#worker.on('message', (events: LiveEvent[]) => {
      for (const event of events) this.#handle(event);
      this.#turns++;
      if (!this.waitsForOwner) this.caughtUp();
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
  }

  /**
   * Starts the thread and opens its sockets.
   * @throws `ORR_DDS_INTERFACE`, `ORR_DDS_PORTS`, `ORR_DDS_DOMAIN`, `ORR_DDS_PEER`
   */
  static async open(options: LiveOptions): Promise<LiveParticipant> {
    const participant = new LiveParticipant(options);
    const event = await new Promise<LiveEvent>((resolve) => {
      participant.#onOpen = resolve;
    });
    if (event.kind === 'failed') throw new OrreryError(event.code as ErrorCode, event.message);
    if (event.kind === 'open') participant.#guid = event.guid;
    return participant;
  }

  /** The prefix of the GUIDs of all endpoints of this participant: 24 hexadecimal digits. */
  get prefix(): string {
    return this.#guid.slice(0, 24);
  }

  /** Tells the thread that nothing that was received waits any longer. */
  caughtUp(): void {
    const turns = this.#turns;
    if (turns === 0) return;
    this.#turns = 0;
    if (takeTurns(this.#shared, turns)) this.#say({ kind: 'resume' });
  }

  #handle(event: LiveEvent): void {
    switch (event.kind) {
      case 'open':
      case 'failed':
        this.#onOpen?.(event);
        return;
      case 'news':
        this.graph.note(event.news);
        return;
      case 'status':
        this.#statusAsked.shift()?.(event.status);
        return;
    }
    const entity = this.#entities.get(event.id);
    if (entity === undefined) return;
    const { listener } = entity;
    switch (event.kind) {
      case 'sample':
        listener.onSample?.(event.sample);
        break;
      case 'matched':
        listener.onMatched?.(event.count);
        break;
      case 'incompatible':
        listener.onIncompatible?.(event.policy);
        break;
      case 'lost':
        listener.onLost?.(event.count);
        break;
      case 'refused':
        listener.onRefused?.(event.count);
        break;
      case 'ready':
        listener.onReady?.(event.isReady);
        break;
      case 'request':
        entity.onRequest?.(event.payload, event.number);
        break;
      case 'reply': {
        const onReply = entity.calls.get(event.number);
        entity.calls.delete(event.number);
        onReply?.(event.payload);
      }
    }
  }

  /** Sends a command to the thread, together with all others of this turn. */
  #say(command: LiveCommand): void {
    // News may still reach a program that is leaving; its answers are ignored.
    if (this.#isClosed) return;
    if (this.#commands.length === 0) {
      realSetImmediate(() => {
        const commands = this.#commands;
        this.#commands = [];
        this.#worker.postMessage(commands);
      });
    }
    this.#commands.push(command);
  }

  #add(listener: Entity['listener'], onRequest?: OnRequest): number {
    const id = ++this.#ids;
    const entity: Entity = { listener, calls: new Map() };
    this.#entities.set(id, onRequest === undefined ? entity : { ...entity, onRequest });
    return id;
  }

  /** @returns the number of the writer */
  createWriter(endpoint: EndpointOptions, listener: LiveListener = {}): number {
    const id = this.#add(listener);
    this.#say({ kind: 'writer', id, endpoint });
    return id;
  }

  /** @returns the number of the reader */
  createReader(endpoint: EndpointOptions, listener: LiveListener = {}): number {
    const id = this.#add(listener);
    this.#say({ kind: 'reader', id, endpoint });
    return id;
  }

  /** Writes a payload with its encapsulation header; it is copied at the end of this turn. */
  write(writer: number, payload: Uint8Array): void {
    this.#say({ kind: 'write', id: writer, payload, options: undefined });
  }

  /** @returns the number of the client */
  createClient(service: ServiceOptions, listener: LiveClientListener = {}): number {
    const id = this.#add(listener);
    this.#say({ kind: 'client', id, service });
    return id;
  }

  /**
   * Sends a request, in the form that the server's vendor speaks, as soon as there is a server.
   * @returns a number, for {@link forget}
   */
  call(client: number, payload: Uint8Array, onReply: (payload: Uint8Array) => void): number {
    const number = ++this.#calls;
    this.#entities.get(client)?.calls.set(number, onReply);
    this.#say({ kind: 'call', id: client, number, payload });
    return number;
  }

  /** Stops waiting for the reply to a call. */
  forget(client: number, call: number): void {
    if (this.#entities.get(client)?.calls.delete(call) !== true) return;
    this.#say({ kind: 'forget', id: client, number: call });
  }

  /** @returns the number of the server */
  createServer(service: ServiceOptions, onRequest: OnRequest): number {
    const id = this.#add({}, onRequest);
    this.#say({ kind: 'server', id, service });
    return id;
  }

  /** Answers a request; has no effect if it was answered before. */
  respond(server: number, request: number, payload: Uint8Array): void {
    this.#say({ kind: 'respond', id: server, number: request, payload });
  }

  /** Sets the program's nodes; other participants learn of them if the option `graph` is set. */
  setNodes(nodes: readonly LiveNode[]): void {
    // Of several calls in one turn, the last one counts.
    const before = this.#commands.findIndex(({ kind }) => kind === 'nodes');
    if (before > 0) this.#commands.splice(before, 1);
    this.#say({ kind: 'nodes', nodes });
  }

  status(): Promise<LiveStatus> {
    return new Promise((resolve) => {
      this.#statusAsked.push(resolve);
      this.#say({ kind: 'status' });
    });
  }

  /** Takes a writer, reader, client or server out of the network. */
  remove(entity: number): void {
    this.#entities.delete(entity);
    this.#say({ kind: 'remove', id: entity });
  }

  /** Lets the process end although the participant is open. */
  unref(): void {
    this.#worker.unref();
  }

  /** Like {@link close}, for the very end of a process: blocks this thread, at most for `milliseconds`. */
  closeNow(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#worker.postMessage([...this.#commands.splice(0), { kind: 'close' }]);
    Atomics.wait(this.#shared, SHARED.ended, 0, milliseconds);
  }

  /** Announces the end of the participant when all samples have arrived or half a second has passed. */
  async close(): Promise<void> {
    this.#say({ kind: 'close' });
    this.#isClosed = true;
    await this.#ended;
  }
}
