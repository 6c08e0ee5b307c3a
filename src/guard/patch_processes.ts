import childProcess, { type ChildProcess } from 'node:child_process';
import workerThreads from 'node:worker_threads';
import { ChildTalk } from './child_talk.js';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import { isOutside } from './outside.js';
import { holdUntilClosed } from './patch_network.js';
import type { Patches } from './patches.js';
import { EXEC_PATH } from './process_identity.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';
import type { Settle } from './virtual_world.js';

/** How long, in real ms, a worker may leave a message unanswered before time continues. */
const ANSWER_LIMIT_MS = 10_000;
/** How long, in real ms, a worker that has just started may be silent. */
const START_LIMIT_MS = 2_000;

/** Child processes hold time until they end, workers until they answer; all are reported. */
export function patchProcesses(patches: Patches, holder: Holder, leaks: LeakReporter): void {
  for (const name of ['spawn', 'fork', 'exec', 'execFile'] as const) {
    const fn = withRealNode(name, childProcess[name] as AnyFunction);
    const replacement = (...values: unknown[]) => {
      if (isOutside()) return fn(...values);
      leaks.report('process', `child_process.${name}`);
      const child = fn(...values) as ChildProcess;
      const takesInput = name === 'spawn' && child.stdin !== null;
      if (!takesInput && !child.channel) {
        return holdUntilClosed(holder, `child_process.${name}`, child);
      }
      new ChildTalk(holder, leaks, child, `child_process.${name}`);
      return child;
    };
    for (const key of Object.getOwnPropertySymbols(fn)) {
      // `util.promisify(exec)`: Node's own version starts the same child.
      const promised = withRealNode(name, (fn as AnyFunction & Record<symbol, AnyFunction>)[key]!);
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
    const fn = withRealNode(name, childProcess[name] as AnyFunction);
    patches.methods(childProcess, {
      [name]: (...values: unknown[]) => {
        if (!isOutside()) leaks.report('process', `child_process.${name}`);
        return fn(...values);
      },
    });
  }
  patches.methods(workerThreads, { Worker: heldWorker(holder, leaks) });
}

/** `fn` that starts the real Node if user code names the one that it sees. */
function withRealNode(name: string, fn: AnyFunction): AnyFunction {
  const named = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(EXEC_PATH, () => real.execPath) : value;
  const replacement = ([file, ...rest]: unknown[]) => {
    if (name !== 'fork')
      return fn(named(file), ...rest.map((each) => (Array.isArray(each) ? each.map(named) : each)));
    const at = Array.isArray(rest[0]) ? 1 : 0;
    rest[at] = { execPath: real.execPath, ...(rest[at] as object) };
    return fn(file, ...rest);
  };
  const renamed = (...values: unknown[]) => replacement(values) as unknown;
  return Object.defineProperties(renamed, Object.getOwnPropertyDescriptors(fn)) as AnyFunction;
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

    /** The worker first answers all earlier questions: otherwise the machine would decide which it answers. */
    override terminate(): Promise<number> {
      const release = this.#talk === undefined ? () => {} : holder.holdApart('Worker.terminate');
      const ended = Promise.resolve(this.#talk?.finish()).then(() => super.terminate());
      ended.then(release, release);
      return ended;
    }

    override emit(event: string, ...values: unknown[]): boolean {
      // Node emits in its constructor, before the field is there.
      if (!(#talk in this) || this.#talk === undefined) return super.emit(event, ...values);
      // The current listeners: Node removes all of them when the worker has ended.
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
  private readonly whenAnswered: (() => void)[] = [];
  /** The start of a worker counts as a question until a real one is asked. */
  private started = true;
  /** Whether the worker no longer receives messages. */
  private over = false;

  constructor(
    private readonly holder: Holder,
    private readonly leaks: LeakReporter,
  ) {
    // The worker may wait for the result of another operation, which must not wait for the worker.
    const release = holder.holdApart('new Worker');
    this.open('new Worker', (deliver) => {
      release();
      deliver();
    });
  }

  ask(): void {
    if (this.over) return;
    const what = 'Worker.postMessage';
    if (!this.started) this.open(what, this.holder.hold(what));
    this.started = false;
  }

  /** Settles when every question is answered or will get no answer; later questions are not asked. */
  finish(): Promise<void> {
    this.over = true;
    if (this.started || this.waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenAnswered.push(resolve));
  }

  private look(): void {
    if (this.waiting.length === 0) for (const tell of this.whenAnswered.splice(0)) tell();
  }

  private open(what: string, settle: Settle): void {
    const limit = real.setTimeout(
      () => {
        const at = this.waiting.findIndex((entry) => entry.settle === settle);
        this.waiting.splice(at, 1);
        const begins = this.started;
        this.started = false;
        settle(() => {
          // A worker that has just started may wait for a message.
          if (!begins) this.leaks.report('unanswered', what, true);
        });
        this.look();
      },
      this.started ? START_LIMIT_MS : ANSWER_LIMIT_MS,
    );
    this.waiting.push({ settle, limit });
  }

  answer(deliver: () => void): void {
    this.started = false;
    const question = this.waiting.shift();
    if (question !== undefined) {
      real.clearTimeout(question.limit);
      question.settle(() => {
        deliver();
        this.look();
      });
      return;
    }
    this.holder.hold('a late message of a worker')(() => {
      this.leaks.report('late-message', "Worker 'message' event", true);
      deliver();
    });
  }

  end(deliver: () => void): void {
    this.over = true;
    for (const { settle, limit } of this.waiting.splice(0)) {
      real.clearTimeout(limit);
      settle(() => {});
    }
    this.look();
    this.holder.hold('the end of a worker')(deliver);
  }
}
