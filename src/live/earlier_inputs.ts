import { LiveGraph, type LiveNews } from '../dds/index.js';
import type { ResumeSettings } from './live_settings.js';
import { type TapedInput, TapeReader } from './tape_reader.js';
import type { WireInput } from './wire.js';

/**
 * The inputs that an earlier run got until the time at which this run resumes. After them the others of that time
 * say good-bye, and new ones may join.
 */
export class EarlierInputs {
  /**
   * The number of the earlier run's last request. Requests from now on have higher numbers, so that responses cannot
   * be confused.
   */
  readonly lastRequest: number;
  readonly #tape: TapeReader;
  /** Virtual ns. */
  readonly #until: number;
  readonly #farewells: WireInput[];
  #next: { readonly at: number; readonly input: WireInput } | undefined;
  #farewell = 0;

  private constructor(
    tape: TapeReader,
    until: number,
    { lastRequest, farewells }: Pick<Surveyed, 'lastRequest' | 'farewells'>,
  ) {
    this.#tape = tape;
    this.#until = until;
    this.lastRequest = lastRequest;
    this.#farewells = farewells;
    this.#advance();
  }

  /** @throws OrreryError `ORR_BAG_…`, `ORR_LIVE_TAPE` */
  static async open({ tape, until }: ResumeSettings): Promise<EarlierInputs> {
    const first = await TapeReader.open(tape);
    const surveyed = survey(first, until);
    first.close();
    return new EarlierInputs(await TapeReader.open(tape), until, surveyed);
  }

  get initialTime(): bigint {
    return this.#tape.initialTime;
  }

  /** When the last of these inputs is due, in virtual ns. */
  get end(): number {
    return this.#until + this.#farewells.length;
  }

  /** The first input that has not been taken. */
  get next(): { readonly at: number; readonly input: WireInput } | undefined {
    return this.#next;
  }

  take(): void {
    this.#advance();
  }

  #advance(): void {
    const taped = this.#farewell > 0 ? undefined : this.#tape.read();
    const at = taped === undefined ? 0 : Number(taped.at - this.initialTime);
    if (taped?.input !== undefined && at < this.#until) {
      this.#next = { at, input: taped.input };
      return;
    }
    const input = this.#farewells[this.#farewell++];
    this.#next = input && { at: this.#until + this.#farewell, input };
  }

  close(): void {
    this.#tape.close();
  }
}

interface Surveyed {
  readonly lastRequest: number;
  readonly farewells: WireInput[];
}

/** Finds the last request before a time, and the news that removes everyone who was outside at that time. */
function survey(tape: TapeReader, until: number): Surveyed {
  const outside = new LiveGraph();
  let lastRequest = 0;
  for (let next = tape.read(); next?.input !== undefined; next = tape.read()) {
    if (!isBefore(next, tape.initialTime, until)) break;
    if (next.input.kind === 'news') outside.note(next.input.news);
    if (next.input.kind === 'request') lastRequest = Math.max(lastRequest, next.input.number);
  }
  const news: LiveNews[] = [
    ...[...outside.endpoints.keys()].map((guid): LiveNews => ({ what: 'endpoint gone', guid })),
    { what: 'nodes', nodes: [] },
    ...[...outside.peers.keys()].map(
      (prefix): LiveNews => ({ what: 'peer gone', prefix, expired: false }),
    ),
  ];
  return { lastRequest, farewells: news.map((each) => ({ kind: 'news', news: each })) };
}

function isBefore({ at }: TapedInput, start: bigint, until: number): boolean {
  return Number(at - start) < until;
}
