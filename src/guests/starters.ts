import { type GuestCommand, GuestProcess, type RunningGuest } from './guest_process.js';
import { Nursery } from './nursery.js';

/** How many programs are started directly: on two cores, they start sooner than with a nursery. */
const FIRST = 2;

/** How programs are started whose commands differ only in their arguments. */
interface Starter {
  started: number;
  nursery: Nursery | undefined;
}

/**
 * Starts processes of guests: the first two programs of an interpreter and an environment directly, further ones from a
 * nursery, so that a small run does not need one.
 */
export class Starters {
  readonly #starters = new Map<string, Starter>();
  /** Called with the process number of a nursery. */
  readonly #spawned: (pid: number) => void;

  constructor(spawned: (pid: number) => void) {
    this.#spawned = spawned;
  }

  start(command: GuestCommand): RunningGuest {
    const { file, args, cwd, env } = command;
    const [option, module, ...rest] = args;
    if (option !== '-m') return new GuestProcess(command);
    const key = JSON.stringify([file, module, cwd, env]);
    const starter = this.#starters.get(key) ?? { started: 0, nursery: undefined };
    this.#starters.set(key, starter);
    if (++starter.started <= FIRST) return new GuestProcess(command);
    starter.nursery ??= this.#open(command);
    return starter.nursery.start(rest) ?? new GuestProcess(command);
  }

  /** Ends the nurseries. */
  async close(): Promise<void> {
    const open = [...this.#starters.values()].flatMap(({ nursery }) => nursery ?? []);
    for (const nursery of open) nursery.close();
    await Promise.all(open.map(({ ended }) => ended));
  }

  #open(command: GuestCommand): Nursery {
    const nursery = new Nursery(command);
    if (nursery.pid !== undefined) this.#spawned(nursery.pid);
    return nursery;
  }
}
