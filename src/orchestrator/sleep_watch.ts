import { readProc, threadsOf } from './thread_states.js';

/**
 * Whether a process does nothing but wait, by what the operating system says of its threads. One that works but gets no
 * processor does not wait, however long that lasts.
 */
export class SleepWatch {
  readonly #pid: number | undefined;
  /** By thread: how often it had gone to sleep at the last look. */
  #sleeps = new Map<string, string>();

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  /**
   * Whether each thread waits for something, or looks for it again and again with short sleeps in between. A single long sleep
   * is neither: it ends by itself. True where the system does not tell.
   */
  look(): boolean {
    const threads = threadsOf(this.#pid);
    if (threads === undefined) return true;
    const sleeps = new Map<string, string>();
    let isAsleep = true;
    for (const path of threads) {
      const [, state = 'S'] = /\) (\S)/.exec(readProc(`${path}/stat`)) ?? [];
      const [, count = ''] =
        /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readProc(`${path}/status`)) ?? [];
      const before = this.#sleeps.get(path);
      const isSleeping = readProc(`${path}/wchan`).includes('nanosleep');
      // One that has ended may stay for its parent.
      if (!/[SZ]/.test(state) || (isSleeping && (before === undefined || before === count))) {
        isAsleep = false;
      }
      sleeps.set(path, count);
    }
    this.#sleeps = sleeps;
    return isAsleep;
  }
}
