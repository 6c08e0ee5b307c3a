import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { outside, real } from '../guard/index.js';
import { fixedAddresses } from './fixed_addresses.js';
import type { GuestCommand, ProcessEnd, RunningGuest } from './guest_process.js';
import { makePipes } from './pipes.js';

/** The descriptor of the nursery on which it tells which process has ended; 3 and 5 are for requests and answers. */
const REPORTS = 4;
/** The word in place of a program with which an interpreter becomes a nursery. */
const NURSERY = '--nursery';
/** A process number and a line break. */
const LONGEST_ANSWER = 32;

/**
 * One interpreter that has loaded what every program loads, and that is copied (`fork`) for each program. Programs
 * that are started in the same way then take a tenth of the time.
 */
export class Nursery {
  readonly #child: ChildProcess;
  readonly #requests: number;
  readonly #answers: number;
  /** Called with the end of a process, by its number. */
  readonly #ends = new Map<number, (end: ProcessEnd) => void>();
  /** Settles when it has ended. */
  readonly ended: Promise<void>;
  #open = true;

  /** @param command - the command that starts one of the programs */
  constructor({ file, args: [option, module], cwd, env }: GuestCommand) {
    const pipes = makePipes();
    [this.#requests, this.#answers] = [pipes.output, pipes.input];
    const { childProcess, fs } = real;
    const [started, words] = fixedAddresses(file, [option!, module!, NURSERY], env.PATH);
    this.#child = outside(() =>
      childProcess.spawn(started, words, {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', pipes.childInput, 'pipe', pipes.childOutput],
      }),
    );
    fs.closeSync(pipes.childInput);
    fs.closeSync(pipes.childOutput);
    this.#listen();
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.close();
        resolve();
        // Nobody can say any more how they ended.
        for (const tell of this.#ends.values())
          tell({ code: undefined, signal: 'SIGKILL', failure: undefined });
      };
      this.#child.once('error', over).once('close', over);
    });
  }

  /** Whether it can still start processes. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether all processes that it has started have ended. */
  get isIdle(): boolean {
    return this.#ends.size === 0;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Lets the thread end, and seem to be at rest, although the nursery is there. */
  unref(): void {
    this.#child.unref();
    (this.#child.stdio[REPORTS] as Socket | null)?.unref();
  }

  /**
   * A new process for a program with these arguments; undefined when the nursery is gone.
   *
   * @param env - further variables
   */
  start(args: readonly string[], env: GuestCommand['env']): RunningGuest | undefined {
    const token = real.crypto.randomBytes(32).toString('hex');
    return outside(() => {
      const { fs, os } = real;
      const folder = fs.mkdtempSync(`${os.tmpdir()}/orrery-`);
      try {
        const pid = this.#ask(JSON.stringify({ folder, token, args, env }));
        if (pid === undefined) return undefined;
        const input = fs.openSync(`${folder}/in`, fs.constants.O_RDONLY);
        const output = fs.openSync(`${folder}/out`, fs.constants.O_WRONLY);
        // The nursery may now close its ends of the pipes.
        fs.writeSync(this.#requests, '\n');
        const ended = new Promise<ProcessEnd>((resolve) => {
          this.#ends.set(pid, resolve);
        });
        return { input, output, token, pid, ended, kill: () => killGroup(pid) };
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  /** Ends the nursery and everything that it has started. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    real.fs.closeSync(this.#requests);
    real.fs.closeSync(this.#answers);
  }

  #ask(request: string): number | undefined {
    if (!this.#open) return undefined;
    const { fs } = real;
    const answer = Buffer.alloc(LONGEST_ANSWER);
    try {
      const bytes = Buffer.from(`${request}\n`);
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.#requests, bytes, at);
      const length = fs.readSync(this.#answers, answer);
      return length === 0 ? undefined : Number(answer.toString('latin1', 0, length));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') return undefined;
      throw error;
    }
  }

  /** Reads lines with the number of a process, its exit code (-1: none) and the signal that ended it (`-`: none). */
  #listen(): void {
    const reports = this.#child.stdio[REPORTS] as NodeJS.ReadableStream;
    let text = '';
    reports.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const lines = text.split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const [pid, code, signal] = line.split(' ');
        this.#ends.get(Number(pid))?.({
          code: code === '-1' ? undefined : Number(code),
          signal: signal === '-' ? undefined : signal,
          failure: undefined,
        });
        this.#ends.delete(Number(pid));
      }
    });
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
