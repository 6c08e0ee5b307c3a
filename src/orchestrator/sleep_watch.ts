import { readProc, threadsOf } from './thread_states.js';

/**
 * Whether a process only waits, according to the operating system's view of its threads. A process that has work but
 * gets no processor does not wait, however long that lasts.
 */
export class SleepWatch {
  readonly #pid: number | undefined;
  /** How often each thread had gone to sleep at the last check. */
  #sleeps = new Map<string, string>();

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  /**
   * Whether each thread waits for something, or polls for it with short sleeps in between. A single long sleep is neither: it
   * ends by itself. True if the system does not say.
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
      // A process that has ended may remain for its parent.
      if (!/[SZ]/.test(state) || (isSleeping && (before === undefined || before === count))) {
        isAsleep = false;
      }
      sleeps.set(path, count);
    }
    this.#sleeps = sleeps;
    return isAsleep;
  }
}
