import { real } from '../guard/index.js';
import type { GuestProgram } from './guest_command.js';
import type { RunningGuest } from './guest_process.js';
import type { GuestsOptions } from './guests_options.js';
import { JoinedProcess, type Joining } from './joined_process.js';

/** Processes that have begun ahead of their turn, by the names of their programs; they get no further than a greeting. */
export class EarlyProcesses {
  readonly #host: Pick<GuestsOptions['host'], 'spawned' | 'gone'>;
  readonly #spawn: (program: GuestProgram) => RunningGuest;
  readonly #processes = new Map<string, RunningGuest>();
  /** Processes that were ended before their turn. */
  readonly #dropped: RunningGuest[] = [];

  constructor(
    host: Pick<GuestsOptions['host'], 'spawned' | 'gone'>,
    spawn: (program: GuestProgram) => RunningGuest,
  ) {
    this.#host = host;
    this.#spawn = spawn;
  }

  /** All of which the end has to be awaited. */
  get left(): readonly RunningGuest[] {
    return [...this.#processes.values(), ...this.#dropped];
  }

  prepare(program: GuestProgram): void {
    if (this.#processes.has(program.name)) return;
    this.#processes.set(program.name, this.#spawn(program));
  }

  /** Takes in a process that a guest has begun by itself. */
  join(joining: Joining): void {
    const { process, pid } = joining;
    this.#processes.set(process, new JoinedProcess(joining, () => this.#host.gone?.(pid)));
    this.#host.spawned?.(pid);
  }

  /** The process of a program whose turn has come, if it has begun. */
  take(program: string): RunningGuest | undefined {
    const process = this.#processes.get(program);
    this.#processes.delete(program);
    return process;
  }

  /** Ends the process of a program that is not to be started after all. */
  drop(program: string): void {
    const process = this.take(program);
    if (process === undefined) return;
    process.kill();
    real.fs.closeSync(process.input);
    real.fs.closeSync(process.output);
    this.#dropped.push(process);
  }
}
