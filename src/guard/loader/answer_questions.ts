import type { MessagePort, Worker } from 'node:worker_threads';
import { real } from '../real.js';

/** What Node's module loader asks the thread in which hooks run. */
interface Question {
  readonly method: string;
  readonly args: readonly unknown[];
  /** Takes the answer; if there is none, Node waits for it in another way. */
  readonly port?: MessagePort;
}

/** Answers a question, or leaves it to the thread: undefined. */
export type Answer = (method: string, args: readonly unknown[]) => object | undefined;

/** Counts the answers; Node waits until it changes. */
const ANSWERS = 0;

// Captured at load time.
const { add, wait } = Atomics;
const { defineProperty } = Object;
const { apply } = Reflect;
const asking = real.workerThreads.Worker.prototype;
const { postMessage } = asking;

/**
 * Gives `answer` the questions that Node before 22.15 asks the thread of the hooks that `register` registers. To ask there takes
 * 0.14 ms of processor time, 1 ms per program. Later versions ask in a way that cannot be seen: there, all questions go to the thread.
 */
export function answerQuestions(register: () => void, answer: Answer): void {
  let asked: Worker | undefined;
  let answers: Int32Array | undefined;
  asking.postMessage = function (this: Worker, ...values) {
    asked ??= this;
    return apply(postMessage, this, values) as undefined;
  };
  // Node keeps this function for as long as the thread lives.
  Reflect.set(Atomics, 'wait', (array: Int32Array, ...rest: unknown[]): unknown => {
    answers ??= array;
    return apply(wait, Atomics, [array, ...rest]);
  });
  try {
    register();
  } finally {
    asking.postMessage = postMessage;
    Atomics.wait = wait;
  }
  const [thread, count] = [asked, answers];
  if (thread === undefined || count === undefined) return;
  const post = (question: Question, ...rest: unknown[]) => {
    const { method, args, port } = question;
    const body = port && answer(method, args);
    if (body === undefined) return apply(postMessage, thread, [question, ...rest]) as unknown;
    apply(real.postMessage, port, [{ status: 'success', body }]);
    add(count, ANSWERS, 1);
    return undefined;
  };
  defineProperty(thread, 'postMessage', { value: post });
}
