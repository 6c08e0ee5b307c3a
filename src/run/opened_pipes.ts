import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** A program opens a named pipe. */
export interface PipeNews {
  readonly pipe: string;
  /** To read from it. */
  readonly reads: boolean;
}

const AGAIN_MS = 100;

/**
 * The named pipes that the programs of a run have opened. A thread that waits for the other end of one
 * can neither be ended nor end by itself, and then the process cannot either.
 */
export class OpenedPipes {
  /** By path: whether it is read. */
  readonly #pipes = new Map<string, boolean>();
  #again: NodeJS.Timeout | undefined;
  #isOver = false;

  note({ pipe, reads }: PipeNews): void {
    this.#pipes.set(pipe, reads || this.#pipes.get(pipe) === true);
  }

  /** What a thread that does not answer may wait for. */
  get last(): string | undefined {
    return [...this.#pipes.keys()].at(-1);
  }

  /** The run is over: is the other end of each pipe, again and again, until {@link clear}. */
  release(): void {
    // A thread that was lost may be ended once more after it has gone.
    if (this.#isOver || this.#again !== undefined) return;
    let isFirst = true;
    this.#again = setInterval(() => {
      for (const [path, reads] of this.#pipes) release(path, reads && !isFirst);
      isFirst = false;
    }, AGAIN_MS);
  }

  /** The thread has ended. */
  clear(): void {
    this.#isOver = true;
    clearInterval(this.#again);
  }
}

/** Opening for both directions does not wait, and whoever has waited for either goes on. */
function release(path: string, writes: boolean): void {
  try {
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      // A thread that reads waits for a byte, while others hold the pipe open. What it writes goes to
      // somebody else, who must not get a byte that the program has not written.
      if (writes) writeSync(pipe, '\n');
    } finally {
      closeSync(pipe);
    }
  } catch {
    // It is full, or has been removed.
  }
}
