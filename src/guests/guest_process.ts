import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { outside, real } from '../guard/index.js';
import { makePipes } from './pipes.js';

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** Why it never began; e.g. there is no such program. */
  readonly failure: NodeJS.ErrnoException | undefined;
}

export interface GuestCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The descriptors that a guest finds its pipes at. */
const INPUT = 3;
const OUTPUT = 4;

/** A guest as the operating system sees it: a group of processes and two pipes. */
export class GuestProcess {
  readonly input: number;
  readonly output: number;
  /** What the guest must show in its HELLO. */
  readonly token = randomBytes(32).toString('hex');
  /** Settles when it has ended. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #isOver = false;

  constructor({ file, args, cwd, env }: GuestCommand) {
    const pipes = makePipes();
    this.input = pipes.input;
    this.output = pipes.output;
    const { childProcess, fs } = real;
    this.#child = outside(() =>
      childProcess.spawn(file, args, {
        cwd,
        // Signals of the terminal are Orrery's; what the guest starts ends with it.
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', pipes.childInput, pipes.childOutput],
        env: {
          ...env,
          ORRERY_GUEST: `${INPUT},${OUTPUT}`,
          ORRERY_TOKEN: this.token,
        },
      }),
    );
    fs.closeSync(pipes.childInput);
    fs.closeSync(pipes.childOutput);
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (failure) => {
        this.#isOver = true;
        resolve({ code: undefined, signal: undefined, failure });
      });
      this.#child.once('exit', (code, signal) => {
        this.#isOver = true;
        resolve({ code: code ?? undefined, signal: signal ?? undefined, failure: undefined });
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Ends it, and what it started, whatever it does. */
  kill(): void {
    const { pid } = this;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Its group is gone already.
      if (!this.#isOver) this.#child.kill('SIGKILL');
    }
  }
}
