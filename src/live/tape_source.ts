import { DelayedAction, type Source } from '../kernel/index.js';
import type { Simulation } from '../simulation/index.js';
import { LiveSession } from './live_session.js';
import { type TapedInput, TapeReader } from './tape_reader.js';
import type { Wire } from './wire.js';

const NEVER = Number.POSITIVE_INFINITY;

/** Plays the inputs of an earlier run in place of the network. */
export class TapeSource implements Source {
  readonly initialTime: bigint;
  readonly warnings: readonly string[] = [];
  readonly #tape: TapeReader;
  #next: TapedInput | undefined;
  #simulation: Simulation | undefined;
  #session: LiveSession | undefined;
  #leave = () => {};

  private constructor(tape: TapeReader) {
    this.#tape = tape;
    this.initialTime = tape.initialTime;
  }

  /** @throws OrreryError `ORR_BAG_…`, `ORR_LIVE_TAPE` */
  static async open(path: string): Promise<TapeSource> {
    return new TapeSource(await TapeReader.open(path));
  }

  /** The ROS 2 domain of the recorded run. */
  get domain(): number {
    return this.#tape.domain;
  }

  /** Whether everything on the tape has been applied. */
  get finished(): boolean {
    return this.#simulation !== undefined && this.#next === undefined;
  }

  join(simulation: Simulation): void {
    this.#session = new LiveSession(simulation, new SilentWire(), this.domain, () => {});
  }

  begin(simulation: Simulation): void {
    this.#simulation = simulation;
    this.#leave = simulation.kernel.addSource(this);
    this.#next = this.#tape.read();
  }

  get nextDue(): number {
    const { epoch } = this.#simulation!.graph;
    return this.#next === undefined ? NEVER : Number(this.#next.at - epoch);
  }

  advance(): undefined {
    const { kernel } = this.#simulation!;
    const { input } = this.#next!;
    const action = () => {
      // The run ends where the recorded one ended.
      if (input === undefined) this.#simulation!.finish();
      else this.#session!.apply(input);
    };
    const label = () => `${input?.kind ?? 'end'} from the tape`;
    kernel.delays.push(this.nextDue, new DelayedAction(action, label, undefined, true));
    this.#next = this.#tape.read();
    return undefined;
  }

  close(): void {
    this.#leave();
    this.#tape.close();
  }
}

/** Assigns the numbers that a participant would assign, and sends nothing. */
class SilentWire implements Wire {
  #ids = 0;
  #calls = 0;

  createWriter = () => ++this.#ids;
  createReader = () => ++this.#ids;
  createClient = () => ++this.#ids;
  createServer = () => ++this.#ids;
  call = () => ++this.#calls;
  write(): void {}
  respond(): void {}
  remove(): void {}
  setNodes(): void {}
}
