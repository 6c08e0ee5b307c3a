import type { Question, Questions, Reply } from '../../model/engine_protocol.js';

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (part: number) => void;
}

/** The client of the worker that reads runs. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;

  /** @param source - the worker's script; a page from a file cannot load one */
  constructor(source: string) {
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#pending.values()) reject(new Error(message));
      this.#pending.clear();
    };
  }

  ask<Q extends Question>(
    question: Q,
    given: Questions[Q]['given'],
    progress: (part: number) => void = () => {},
  ): Promise<Questions[Q]['answer']> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (answer: unknown) => void, reject, progress });
      this.#worker.postMessage({ id, question, given });
    });
  }

  #take(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if ('progress' in reply) {
      pending.progress(reply.progress);
      return;
    }
    this.#pending.delete(reply.id);
    if ('error' in reply) {
      pending.reject(
        new Error(reply.code === undefined ? reply.error : `${reply.code}: ${reply.error}`),
      );
    } else pending.resolve(reply.answer);
  }
}
