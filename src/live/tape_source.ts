import { type BagMessage, type BagReader, openBag, TAPE_EVENTS } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { type MessageType, TypeRegistry } from '../interfaces/index.js';
import { DelayedAction, type Source } from '../kernel/index.js';
import type { Simulation } from '../simulation/index.js';
import { LiveSession } from './live_session.js';
import { decodeEvent, EVENT_TYPE, type TapeEvent } from './tape_events.js';
import type { Wire, WireInput } from './wire.js';

const NEVER = Number.POSITIVE_INFINITY;

interface Next {
  readonly at: bigint;
  readonly input: WireInput | undefined;
}

/** Plays the inputs of an earlier run in place of the network. */
export class TapeSource implements Source {
  readonly initialTime: bigint;
  readonly warnings: readonly string[] = [];
  readonly #bag: BagReader;
  /** The distribution of the run that recorded the tape. */
  readonly domain: number;
  readonly #messages: Iterator<BagMessage>;
  readonly #event: MessageType;
  #next: Next | undefined;
  #simulation: Simulation | undefined;
  #session: LiveSession | undefined;
  #leave = () => {};

  private constructor(bag: BagReader) {
    this.#bag = bag;
    this.#event = new TypeRegistry({ amentPrefixPath: '' }).message(EVENT_TYPE);
    this.#messages = bag.messages();
    const first = this.#message();
    const start = first === undefined ? undefined : this.#eventOf(first);
    if (first === undefined || start?.kind !== 'start') throw damaged(bag.path);
    this.initialTime = first.logTime;
    this.domain = start.domain;
  }

  /** @throws OrreryError `ORR_BAG_…`, `ORR_LIVE_TAPE` */
  static async open(path: string): Promise<TapeSource> {
    return new TapeSource(await openBag(path));
  }

  /** Whether everything on the tape has happened. */
  get finished(): boolean {
    return this.#simulation !== undefined && this.#next === undefined;
  }

  join(simulation: Simulation): void {
    this.#session = new LiveSession(simulation, new SilentWire(), this.domain, () => {});
  }

  begin(simulation: Simulation): void {
    this.#simulation = simulation;
    this.#leave = simulation.kernel.addSource(this);
    this.#read();
  }

  get nextDue(): number {
    const { epoch } = this.#simulation!.graph;
    return this.#next === undefined ? NEVER : Number(this.#next.at - epoch);
  }

  advance(): undefined {
    const { kernel } = this.#simulation!;
    const { input } = this.#next!;
    const action = () => {
      // There is nothing to repeat beyond the end.
      if (input === undefined) this.#simulation!.finish();
      else this.#session!.apply(input);
    };
    const label = () => `${input?.kind ?? 'end'} from the tape`;
    kernel.delays.push(this.nextDue, new DelayedAction(action, label, undefined, true));
    this.#read();
    return undefined;
  }

  #read(): void {
    const message = this.#message();
    const event = message === undefined ? undefined : this.#eventOf(message);
    if (message === undefined || event === undefined) {
      this.#next = undefined;
      return;
    }
    const at = message.logTime;
    if (event.kind === 'end') this.#next = { at, input: undefined };
    else if (event.kind === 'start') throw damaged(this.#bag.path);
    else if ('topic' in event) {
      const { topic, ...sample } = event;
      const data = this.#message();
      if (data?.topic !== topic) throw damaged(this.#bag.path);
      this.#next = { at, input: { ...sample, payload: new Uint8Array(data.data) } };
    } else this.#next = { at, input: event };
  }

  #message(): BagMessage | undefined {
    const { value, done } = this.#messages.next();
    return done === true ? undefined : value;
  }

  #eventOf({ topic, data }: BagMessage): TapeEvent {
    if (topic !== TAPE_EVENTS) throw damaged(this.#bag.path);
    return decodeEvent(String(this.#event.decode(data).data));
  }

  close(): void {
    this.#leave();
    this.#bag.close();
  }
}

function damaged(file: string): OrreryError {
  return new OrreryError(
    'ORR_LIVE_TAPE',
    `${file} holds ${TAPE_EVENTS}, but not what a run with --live writes there; play it without that topic.`,
    { place: { file } },
  );
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
