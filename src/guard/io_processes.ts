import childProcess, { type ChildProcess } from 'node:child_process';
import workerThreads from 'node:worker_threads';
import type { AnyFunction } from './io_hold.js';
import { holdUntilClosed } from './io_network.js';
import type { LeakReporter } from './leaks.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';
import type { Settle } from './world.js';

/** How long, in real ms, a worker may leave a message without an answer before time goes on. */
const ANSWER_LIMIT_MS = 10_000;

/** Child processes hold time until they end, workers until they answer; all are reported. */
export function patchProcesses(patches: Patches, holder: Holder, leaks: LeakReporter): void {
  for (const name of ['spawn', 'fork', 'exec', 'execFile'] as const) {
    const fn = childProcess[name] as AnyFunction;
    const replacement = (...values: unknown[]) => {
      if (isOutside()) return fn(...values);
      leaks.report('process', `child_process.${name}`);
      return holdUntilClosed(holder, `child_process.${name}`, fn(...values) as ChildProcess);
    };
    for (const key of Object.getOwnPropertySymbols(fn)) {
      // `util.promisify(exec)`: Node's own version starts the same child.
      const promised = (fn as unknown as Record<symbol, AnyFunction>)[key]!;
      Object.defineProperty(replacement, key, {
        value: (...values: unknown[]) => {
          leaks.report('process', `child_process.${name}`);
          const promise = promised(...values) as Promise<unknown> & { child: ChildProcess };
          holdUntilClosed(holder, `child_process.${name}`, promise.child);
          return promise;
        },
      });
    }
    patches.methods(childProcess, { [name]: replacement });
  }
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
    const fn = childProcess[name] as AnyFunction;
    patches.methods(childProcess, {
      [name]: (...values: unknown[]) => {
        if (!isOutside()) leaks.report('process', `child_process.${name}`);
        return fn(...values);
      },
    });
  }
  patches.methods(workerThreads, { Worker: heldWorker(holder, leaks) });
}

function heldWorker(holder: Holder, leaks: LeakReporter): unknown {
  return class Worker extends real.workerThreads.Worker {
    readonly #talk: Conversation | undefined;

    constructor(file: string | URL, options?: import('node:worker_threads').WorkerOptions) {
      if (!isOutside()) leaks.report('worker', 'new Worker');
      super(file, options);
      this.#talk = isOutside() ? undefined : new Conversation(holder, leaks);
    }

    override postMessage(
      ...values: Parameters<InstanceType<typeof real.workerThreads.Worker>['postMessage']>
    ): void {
      this.#talk?.ask();
      super.postMessage(...values);
    }

    override emit(event: string, ...values: unknown[]): boolean {
      // Node emits in its constructor, before the field is there.
      if (!(#talk in this) || this.#talk === undefined) return super.emit(event, ...values);
      // Those of now: Node removes all listeners when the worker has ended.
      const listeners = this.rawListeners(event);
      const deliver = () => {
        if (listeners.length === 0) super.emit(event, ...values);
        for (const listener of listeners) listener.apply(this, values);
      };
      if (event === 'message' || event === 'messageerror') this.#talk.answer(deliver);
      else if (event === 'exit' || event === 'error') this.#talk.end(deliver);
      else return super.emit(event, ...values);
      return true;
    }
  };
}

/** Questions to a worker and its answers: time stands still while one is unanswered. */
class Conversation {
  private readonly waiting: { settle: Settle; limit: NodeJS.Timeout }[] = [];
  /** The start of a worker counts as a question until a real one is asked. */
  private started = true;

  constructor(
    private readonly holder: Holder,
    private readonly leaks: LeakReporter,
  ) {
    // What it waits for may be the result of another operation: that must not wait for it.
    const release = holder.holdApart('new Worker');
    this.open('new Worker', (deliver) => {
      release();
      deliver();
    });
  }

  ask(): void {
    const what = 'Worker.postMessage';
    if (!this.started) this.open(what, this.holder.hold(what));
    this.started = false;
  }

  private open(what: string, settle: Settle): void {
    const limit = real.setTimeout(() => {
      const at = this.waiting.findIndex((entry) => entry.settle === settle);
      this.waiting.splice(at, 1);
      settle(() => this.leaks.report('unanswered', what, true));
    }, ANSWER_LIMIT_MS);
    this.waiting.push({ settle, limit });
  }

  answer(deliver: () => void): void {
    this.started = false;
    const question = this.waiting.shift();
    if (question !== undefined) {
      real.clearTimeout(question.limit);
      question.settle(deliver);
      return;
    }
    this.holder.hold('a late message of a worker')(() => {
      this.leaks.report('late-message', "Worker 'message' event", true);
      deliver();
    });
  }

  end(deliver: () => void): void {
    for (const { settle, limit } of this.waiting.splice(0)) {
      real.clearTimeout(limit);
      settle(() => {});
    }
    this.holder.hold('the end of a worker')(deliver);
  }
}
