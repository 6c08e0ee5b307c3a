import { basename, dirname, join } from 'node:path';
import { type RunOutcome, reserveRunDirectory } from '../record/index.js';
import type { RunningSystem } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { printNote } from './print.js';

/** Runs a system; `onStart` gets it when it has begun. */
type Follow = (config: RunConfig, onStart: (running: RunningSystem) => void) => Promise<RunOutcome>;

/**
 * A recorded run with clients, who may want to go back to an earlier time. The run then ends, and another one, with
 * a directory of its own, gets the same inputs up to that time, stops there and continues with its clients.
 */
export class ServedRun {
  readonly #first: string;
  readonly #follow: Follow;
  #config: RunConfig;
  #running: RunningSystem | undefined;
  #back: number | undefined;

  /** @param config - has a directory, and serves */
  constructor(config: RunConfig, follow: Follow) {
    const { live } = config.system;
    const serve = { ...live!.serve!, canRepeat: true };
    this.#config = withChanges(config, { system: { live: { ...live!, serve } } });
    this.#first = config.output.directory!;
    this.#follow = follow;
  }

  /** The configuration of the present run, or of the last one. */
  get config(): RunConfig {
    return this.#config;
  }

  get directory(): string {
    return this.#config.output.directory!;
  }

  get isOver(): boolean {
    return this.#running === undefined;
  }

  /** Ends the present run for one that begins at an earlier time. */
  goBack(to: number): void {
    this.#back = to;
    this.#running?.stop();
  }

  /** Makes runs until one ends for another reason. */
  async follow(): Promise<RunOutcome> {
    for (;;) {
      this.#repeatIfAsked();
      const outcome = await this.#follow(this.#config, (running) => {
        this.#running = running;
        void running.wantsBack.then((to) => this.goBack(to));
      });
      this.#running = undefined;
      if (this.#back === undefined) return outcome;
    }
  }

  #repeatIfAsked(): void {
    const until = this.#back;
    if (until === undefined) return;
    this.#back = undefined;
    const tape = join(this.directory, 'outside.mcap');
    const directory = reserveRunDirectory(basename(this.#first), dirname(this.#first));
    const live = { ...this.#config.system.live!, resume: { tape, until } };
    this.#config = withChanges(this.#config, { system: { live }, output: { directory } });
    printNote(`back at ${(until / 1e9).toFixed(9)} s: the run goes on in ${directory}\n`);
  }
}
