/** The run's end of its conversation with the thread that speaks DDS with its processes. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { outside, real } from '../guard/index.js';
import type { SoughtAnswer, ThreadAnswer, ThreadCommand, ThreadNews } from './thread_protocol.js';

/** How often to check for an answer while nothing blocks on it. */
const LOOK_MS = 2;

/** News that a process was started or is gone. */
type ProcessNews = Extract<ThreadNews, { readonly pid: number }>;

type WithoutTicket<T> = T extends unknown ? Omit<T, 'ticket'> : never;

export class ThreadLink {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  readonly #answers = new Map<number, ThreadAnswer>();
  readonly #sought = new Map<number, SoughtAnswer>();
  readonly #news: (news: ProcessNews) => void;
  #tickets = 0;

  /**
   * @param domains - the DDS domains that processes may get
   * @param first - the place in that list where the search for free ones begins
   */
  constructor(domains: readonly number[], first: number, news: (news: ProcessNews) => void) {
    this.#news = news;
    const { MessageChannel: Channel, Worker: RealWorker } = real.workerThreads;
    const { port1, port2 } = new Channel();
    this.#port = port1;
    this.#worker = outside(
      () =>
        new RealWorker(new URL('./process_thread.js', import.meta.url), {
          workerData: { port: port2, signal: this.#signal, domains, first },
          transferList: [port2],
          env: real.workerThreads.SHARE_ENV,
        }),
    );
    this.#worker.unref();
  }

  #heard(said: ThreadNews): void {
    if (said.kind === 'crashed')
      throw new Error(`The thread of the processes failed: ${said.text}`);
    if (said.kind === 'sought') {
      this.#sought.set(said.ticket, said);
      return;
    }
    if (said.kind !== 'answer') {
      this.#news(said);
      return;
    }
    this.#answers.set(said.ticket, said);
  }

  /** Sends a message; returns the number by which its answer is awaited. */
  say(command: WithoutTicket<ThreadCommand>): number {
    const ticket = ++this.#tickets;
    // The guarded version would first determine whether user code calls it, which takes longer than
    // sending.
    real.postMessage.call(this.#port, { ...command, ticket } as ThreadCommand);
    return ticket;
  }

  /** Waits for an answer, blocking this thread. */
  wait(ticket: number): ThreadAnswer {
    for (;;) {
      const answer = this.#take(ticket);
      if (answer !== undefined) return answer;
      const seen = Atomics.load(this.#signal, 0);
      if (!this.#receive()) real.atomicsWait(this.#signal, 0, seen);
    }
  }

  /** Waits for an answer without blocking this thread. */
  answer(ticket: number): Promise<ThreadAnswer> {
    return this.#polled(() => this.#take(ticket));
  }

  /** Waits for the result of a search. */
  sought(ticket: number): Promise<SoughtAnswer> {
    return this.#polled(() => take(this.#sought, ticket));
  }

  async #polled<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      this.#receive();
      const answer = look();
      if (answer !== undefined) return answer;
      // This polls, because a guard may have replaced whatever could wake it.
      await new Promise((resolve) => real.setTimeout(resolve, LOOK_MS));
    }
  }

  #take(ticket: number): ThreadAnswer | undefined {
    return take(this.#answers, ticket);
  }

  /** Takes one message, if there is one. */
  #receive(): boolean {
    const { receiveMessageOnPort } = real.workerThreads;
    const received = receiveMessageOnPort(this.#port) as { message: ThreadNews } | undefined;
    if (received !== undefined) this.#heard(received.message);
    return received !== undefined;
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}

function take<T>(answers: Map<number, T>, ticket: number): T | undefined {
  const answer = answers.get(ticket);
  answers.delete(ticket);
  return answer;
}
