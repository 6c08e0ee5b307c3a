/** A participant on the network for a program: its sockets live in a thread of their own. */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, OrreryError } from '../errors/index.js';
import type { LiveCommand, LiveEvent, LiveOptions, LiveSample } from './live_protocol.js';
import type { EndpointOptions } from './participant_options.js';
import type { PolicyName } from './qos.js';

/** What an endpoint tells the program. All are optional. */
export interface LiveListener {
  onSample?(sample: LiveSample): void;
  onMatched?(count: number): void;
  onIncompatible?(policy: PolicyName): void;
  onLost?(count: number): void;
  /** Writes that found no room in a keep-all history, nor in the queue before it. */
  onRefused?(count: number): void;
}

export class LiveParticipant {
  readonly #worker: Worker;
  readonly #listeners = new Map<number, LiveListener>();
  readonly #ended: Promise<void>;
  #commands: LiveCommand[] = [];
  #ids = 0;
  #onOpen: ((event: LiveEvent) => void) | undefined;

  private constructor(options: LiveOptions) {
    this.#worker = new Worker(new URL('./live_thread.js', import.meta.url), {
      workerData: options,
    });
    this.#worker.on('message', (events: LiveEvent[]) => {
      for (const event of events) this.#handle(event);
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
    return participant;
  }

  #handle(event: LiveEvent): void {
    if (event.kind === 'open' || event.kind === 'failed') {
      this.#onOpen?.(event);
      return;
    }
    const listener = this.#listeners.get(event.id);
    switch (event.kind) {
      case 'sample':
        listener?.onSample?.(event.sample);
        break;
      case 'matched':
        listener?.onMatched?.(event.count);
        break;
      case 'incompatible':
        listener?.onIncompatible?.(event.policy);
        break;
      case 'lost':
        listener?.onLost?.(event.count);
        break;
      case 'refused':
        listener?.onRefused?.(event.count);
    }
  }

  /** Says something to the thread, together with everything else of this turn. */
  #say(command: LiveCommand): void {
    if (this.#commands.length === 0) {
      setImmediate(() => {
        const commands = this.#commands;
        this.#commands = [];
        this.#worker.postMessage(commands);
      });
    }
    this.#commands.push(command);
  }

  #add(kind: 'writer' | 'reader', endpoint: EndpointOptions, listener: LiveListener): number {
    const id = ++this.#ids;
    this.#listeners.set(id, listener);
    this.#say({ kind, id, endpoint });
    return id;
  }

  /** @returns a number by which the writer is called */
  createWriter(endpoint: EndpointOptions, listener: LiveListener = {}): number {
    return this.#add('writer', endpoint, listener);
  }

  /** @returns a number by which the reader is called */
  createReader(endpoint: EndpointOptions, listener: LiveListener = {}): number {
    return this.#add('reader', endpoint, listener);
  }

  /** Writes a payload with its encapsulation header; it is copied at the end of this turn. */
  write(writer: number, payload: Uint8Array): void {
    this.#say({ kind: 'write', id: writer, payload, options: undefined });
  }

  remove(endpoint: number): void {
    this.#listeners.delete(endpoint);
    this.#say({ kind: 'remove', id: endpoint });
  }

  /** Says good-bye, when what was written has arrived or half a second has passed. */
  async close(): Promise<void> {
    this.#say({ kind: 'close' });
    await this.#ended;
  }
}
