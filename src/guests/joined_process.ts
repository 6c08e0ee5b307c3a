import { outside, real } from '../guard/index.js';
import type { ProcessEnd, RunningGuest } from './guest_process.js';

/** Milliseconds between two looks at a process that is about to end. */
const PAUSE = 1;
/** Of the words after the name in `/proc/PID/stat`: the state, and how the process ended as `wait` tells it. */
const STATE = 0;
const STATUS = 49;

/** A process that a guest has begun by itself, and where its pipes are. */
export interface Joining {
  /** Its name in the run. */
  readonly process: string;
  /** Absolute path of the program of which it is a part. */
  readonly file: string;
  readonly pid: number;
  /** Contains the named pipes `in` and `out`, whose other ends are open. */
  readonly folder: string;
  readonly token: string;
}

/**
 * A process that a guest has copied or started by itself, so that it has the guest's descriptors (`multiprocessing`
 * in Python). It joins the run over pipes that the guest has made; how it ends, the system tells.
 */
export class JoinedProcess implements RunningGuest {
  readonly input: number;
  readonly output: number;
  readonly token: string;
  readonly pid: number;
  /** Called once it is gone. */
  readonly #gone: () => void;
  #ended: Promise<ProcessEnd> | undefined;

  constructor({ pid, folder, token }: Joining, gone: () => void) {
    [this.pid, this.token, this.#gone] = [pid, token, gone];
    const { fs } = real;
    [this.input, this.output] = outside(() => [
      fs.openSync(`${folder}/out`, fs.constants.O_RDONLY),
      fs.openSync(`${folder}/in`, fs.constants.O_WRONLY),
    ]);
  }

  /** Asked for only when the end is near. */
  get ended(): Promise<ProcessEnd> {
    this.#ended ??= this.#end().finally(this.#gone);
    return this.#ended;
  }

  kill(): void {
    for (const target of [-this.pid, this.pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {
        // It is gone already, or does not lead its group yet.
      }
    }
  }

  /** Waits until the system has closed all that it had open; its parent, which waits for the turn, keeps the rest. */
  async #end(): Promise<ProcessEnd> {
    for (;;) {
      const words = this.#look();
      if (words === undefined) return { code: undefined, signal: 'SIGKILL', failure: undefined };
      if (words[STATE] === 'Z' || words[STATE] === 'X') return endOf(Number(words[STATUS]));
      await new Promise((resolve) => real.setTimeout(resolve, PAUSE));
    }
  }

  #look(): readonly string[] | undefined {
    try {
      const text = outside(() => real.fs.readFileSync(`/proc/${this.pid}/stat`, 'latin1'));
      return text
        .slice(text.lastIndexOf(')') + 2)
        .trim()
        .split(' ');
    } catch {
      // Its parent has ended, too, and somebody else has taken note of its end.
      return undefined;
    }
  }
}

function endOf(status: number): ProcessEnd {
  const number = status & 0x7f;
  const { signals } = real.os.constants;
  const signal = Object.entries(signals).find(([, each]) => each === number)?.[0];
  return { code: signal === undefined ? status >> 8 : undefined, signal, failure: undefined };
}
