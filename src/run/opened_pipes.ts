import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** A program opens a named pipe. */
export interface PipeNews {
  readonly pipe: string;
  /** Opened for reading. */
  readonly reads: boolean;
}

const AGAIN_MS = 100;

/**
 * The named pipes that the programs of a run have opened. A thread that waits for the other end of a pipe can
 * neither end nor be ended, and so neither can the process.
 */
export class OpenedPipes {
  /** By path: whether the pipe is opened for reading. */
  readonly #pipes = new Map<string, boolean>();
  #again: NodeJS.Timeout | undefined;
  #isOver = false;

  note({ pipe, reads }: PipeNews): void {
    this.#pipes.set(pipe, reads || this.#pipes.get(pipe) === true);
  }

  /** The pipe that an unresponsive thread may be waiting for. */
  get last(): string | undefined {
    return [...this.#pipes.keys()].at(-1);
  }

  /** The run is over: opens the other end of each pipe, again and again, until {@link clear}. */
  release(): void {
    // A lost thread may be ended again after it has gone.
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

/** Opening for both directions does not block, and it releases whoever waits for either end. */
function release(path: string, writes: boolean): void {
  try {
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      // A reading thread waits for a byte while others hold the pipe open. A writing thread's data goes to another
      // reader, which must not receive a byte that the program never wrote.
      if (writes) writeSync(pipe, '\n');
    } finally {
      closeSync(pipe);
    }
  } catch {
    // The pipe is full or has been removed.
  }
}
