import type { ChildProcess } from 'node:child_process';
import { outside, real } from '../guard/index.js';
import { fixedAddresses } from './fixed_addresses.js';
import { makePipes } from './pipes.js';

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** The reason why it could not be started, e.g. that the program does not exist. */
  readonly failure: NodeJS.ErrnoException | undefined;
}

/** A process that runs a program. */
export interface RunningGuest {
  /** Descriptors of this side. */
  readonly input: number;
  readonly output: number;
  /** The secret that the guest must send in its HELLO. */
  readonly token: string;
  /** Settles when it has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Kills it and the processes that it started. */
  kill(): void;
}

export interface GuestCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The descriptors of the pipes in a guest. */
const INPUT = 3;
const OUTPUT = 4;

/** A guest as the operating system sees it: a group of processes and two pipes. */
export class GuestProcess implements RunningGuest {
  readonly input: number;
  readonly output: number;
  readonly token = real.crypto.randomBytes(32).toString('hex');
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #isOver = false;

  constructor({ file, args, cwd, env }: GuestCommand) {
    const pipes = makePipes();
    this.input = pipes.input;
    this.output = pipes.output;
    const { childProcess, fs } = real;
    const [started, words] = fixedAddresses(file, args, env.PATH);
    this.#child = outside(() =>
      childProcess.spawn(started, words, {
        cwd,
        // A group of its own: signals of the terminal go to Orrery only, and children of the guest end with it.
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
