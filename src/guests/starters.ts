import { type GuestCommand, GuestProcess, type RunningGuest } from './guest_process.js';
import { Nursery } from './nursery.js';

/** How many programs of one run are started directly: on two cores, they start sooner than with a nursery. */
const FIRST = 2;
/** Variables that a guest reads and removes when its nursery has copied it: a function to call, how it prints. */
const OWN: ReadonlySet<string> = new Set(['ORRERY_ENTRY_POINT', 'ORRERY_EMULATE_TTY']);
/** How many nurseries there are; the least recently used one is ended. Runs of a campaign may differ in their variables. */
const MOST_NURSERIES = 8;

/** Called with the number of a nursery's process when it has started, and when it has ended. */
export interface StartersHost {
  spawned?(pid: number): void;
  gone?(pid: number): void;
}

/** How programs are started whose commands differ only in their arguments and in {@link OWN} variables. */
interface Starter {
  started: number;
  nursery: Nursery | undefined;
}

/**
 * Starts processes of guests: the first two programs of an interpreter and an environment directly, further ones from a
 * nursery, so that a small run does not need one. Those of a thread that makes many runs come from nurseries alone, which
 * remain from run to run.
 */
export class Starters {
  readonly #host: StartersHost;
  readonly #remains: boolean;
  /** The most recently used one is the last. */
  readonly #starters = new Map<string, Starter>();

  /** @param runs - whether they serve one run or many */
  constructor(host: StartersHost, runs: 'one' | 'many' = 'one') {
    this.#host = host;
    this.#remains = runs === 'many';
  }

  start(command: GuestCommand): RunningGuest {
    const { file, args, cwd, env } = command;
    const [option, module, ...rest] = args;
    if (option !== '-m') return new GuestProcess(command);
    const { own, shared } = parted(env);
    const key = JSON.stringify([file, module, cwd, shared]);
    const starter = this.#starters.get(key) ?? { started: 0, nursery: undefined };
    this.#starters.delete(key);
    this.#starters.set(key, starter);
    if (!this.#remains && ++starter.started <= FIRST) return new GuestProcess(command);
    if (starter.nursery?.isOpen !== true) {
      if (!this.#hasRoom()) return new GuestProcess(command);
      starter.nursery = this.#open({ ...command, env: shared });
    }
    return starter.nursery.start(rest, own) ?? new GuestProcess(command);
  }

  /** Ends the nurseries. */
  async close(): Promise<void> {
    const open = [...this.#starters.values()].flatMap(({ nursery }) => nursery ?? []);
    for (const nursery of open) nursery.close();
    await Promise.all(open.map(({ ended }) => ended));
  }

  #open(command: GuestCommand): Nursery {
    const nursery = new Nursery(command);
    if (this.#remains) nursery.unref();
    const { pid } = nursery;
    if (pid !== undefined) {
      this.#host.spawned?.(pid);
      void nursery.ended.then(() => this.#host.gone?.(pid));
    }
    return nursery;
  }

  /** Whether one more nursery may be opened. An old one ends for it, but not while it has programs, which end with it. */
  #hasRoom(): boolean {
    const open = [...this.#starters].filter(([, { nursery }]) => nursery?.isOpen === true);
    if (open.length < MOST_NURSERIES) return true;
    const idle = open.find(([, { nursery }]) => nursery?.isIdle === true);
    if (idle === undefined) return false;
    const [key, { nursery }] = idle;
    nursery?.close();
    this.#starters.delete(key);
    return true;
  }
}

/** The variables of one program, and those that it shares with others. */
function parted(env: GuestCommand['env']): {
  readonly own: GuestCommand['env'];
  readonly shared: GuestCommand['env'];
} {
  const all = Object.entries(env);
  return {
    own: Object.fromEntries(all.filter(([name]) => OWN.has(name))),
    shared: Object.fromEntries(all.filter(([name]) => !OWN.has(name))),
  };
}
