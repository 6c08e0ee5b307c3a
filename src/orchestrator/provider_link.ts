/** The run's end of the conversation with the thread that has the socket of a data provider. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { OrreryError } from '../errors/index.js';
import { outside, real } from '../guard/index.js';

/** How long a provider may take to connect; ms. */
const PATIENCE_MS = 60_000;
/** How long to wait for the end of the connection; ms. */
const CLOSING_MS = 2000;

export interface ProviderThreadData {
  readonly port: MessagePort;
  /** Incremented with every message to the run, which waits for the change. */
  readonly signal: Int32Array;
  /** Path of the socket. */
  readonly path: string;
}

export type ProviderNews =
  | { readonly kind: 'listening' | 'connected' | 'closed' }
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'failed' | 'gone'; readonly why: string };

export class ProviderLink {
  readonly #path: string;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  #isConnected = false;
  #isGone = false;

  constructor(path: string) {
    this.#path = path;
    const { MessageChannel: Channel, Worker: RealWorker } = real.workerThreads;
    const { port1, port2 } = new Channel();
    this.#port = port1;
    this.#worker = outside(
      () =>
        new RealWorker(new URL('./provider_thread.js', import.meta.url), {
          workerData: { port: port2, signal: this.#signal, path },
          transferList: [port2],
        }),
    );
    this.#worker.unref();
  }

  /**
   * The next line that the provider sends, for which the whole run waits; undefined if the provider
   * is gone.
   * @throws OrreryError `ORR_ORCHESTRATOR_PROVIDER` when nobody connects, or the socket cannot be
   *   made
   */
  next(): string | undefined {
    const end = performance.now() + PATIENCE_MS;
    while (!this.#isGone) {
      const news = this.#receive(this.#isConnected ? undefined : end - performance.now());
      if (news === undefined) throw refused(this.#path, 'no data provider has come within 60 s');
      if (news.kind === 'failed') throw refused(this.#path, news.why);
      if (news.kind === 'connected') this.#isConnected = true;
      if (news.kind === 'gone') this.#isGone = true;
      if (news.kind === 'line') return news.line;
    }
    return undefined;
  }

  say(line: string): void {
    this.#port.postMessage(line);
  }

  /** Waits for a message; at most for this long. */
  #receive(patienceMs: number | undefined): ProviderNews | undefined {
    const { receiveMessageOnPort } = real.workerThreads;
    for (;;) {
      const seen = Atomics.load(this.#signal, 0);
      const received = receiveMessageOnPort(this.#port) as { message: ProviderNews } | undefined;
      if (received !== undefined) return received.message;
      if (patienceMs !== undefined && patienceMs <= 0) return undefined;
      const woken = real.atomicsWait(this.#signal, 0, seen, patienceMs);
      if (woken === 'timed-out') return undefined;
    }
  }

  /** Ends the connection; the socket is then gone. */
  async close(): Promise<void> {
    this.#port.postMessage(null);
    for (;;) {
      const news = this.#receive(CLOSING_MS);
      if (news === undefined || news.kind === 'closed' || news.kind === 'failed') break;
    }
    this.#port.close();
    await this.#worker.terminate();
  }
}

export function refused(path: string, why: string): OrreryError {
  return new OrreryError(
    'ORR_ORCHESTRATOR_PROVIDER',
    `The data provider at ${path} cannot take part: ${why}.`,
    { place: { file: path } },
  );
}
