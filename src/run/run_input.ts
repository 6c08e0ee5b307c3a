import type { MessagePort } from 'node:worker_threads';
import { real, type StandardInput } from '../guard/index.js';
import { declaredBytes, type RunConfig, refusedInput } from '../system/index.js';
import type { RunNotes } from './run_notes.js';
import type { RunRecords } from './run_records.js';
import type { RunWatch } from './run_watch.js';

/** What the thread of a run asks of the thread that started it: the standard input of its process. */
export interface InputRequest {
  /** Gets {@link InputAnswer}s. */
  readonly input: MessagePort;
  /** Becomes 1 when all of it has come, for a run in virtual time. */
  readonly answered: Int32Array;
  readonly live: boolean;
}

/** A piece, all that there is, the end, or why there is none. */
export type InputAnswer =
  | Uint8Array
  | null
  | { readonly refused: Parameters<typeof refusedInput>[0] };

/** Captured before the guard is installed. */
const { wait } = Atomics;
const { receiveMessageOnPort } = real.workerThreads;

/**
 * The standard input of a run. In virtual time, programs read what the configuration declares, or else
 * all that is piped into the process, which is only read when the first of them asks for it:
 * Orrery must not take what is meant for the next command of a script.
 */
export class RunInput implements StandardInput {
  readonly live: boolean;
  readonly #ask: RunWatch['askInput'];
  readonly #records: Pick<RunRecords, 'declareInput'>;
  readonly #notes: Pick<RunNotes, 'report'>;
  #bytes: Uint8Array | undefined;
  #refusal: unknown;
  #port: MessagePort | undefined;
  #ended = false;

  /**
   * @param watch - gives the standard input of this process, if it does
   * @param records - are told what was read, so that the run can be repeated
   */
  constructor(
    { clock, system }: RunConfig,
    watch: Pick<RunWatch, 'askInput'>,
    records: Pick<RunRecords, 'declareInput'>,
    notes: Pick<RunNotes, 'report'>,
  ) {
    [this.#ask, this.#records, this.#notes] = [watch.askInput, records, notes];
    if (system.stdin !== undefined) this.#bytes = declaredBytes(system.stdin);
    const isAsked = system.stdin === undefined && watch.askInput !== undefined;
    this.live = clock.rate !== undefined && isAsked;
  }

  all(): Uint8Array {
    if (this.#refusal !== undefined) throw this.#refusal;
    try {
      this.#bytes ??= this.#wholly();
    } catch (error) {
      // A program that catches this has not read what it was given: the run is not a success.
      this.#refusal = error;
      this.#notes.report(error);
      throw error;
    }
    return this.#bytes;
  }

  take(): Uint8Array | null | undefined {
    if (this.#ended) return null;
    this.#port ??= this.#request().port;
    const answer = receiveMessageOnPort(this.#port)?.message as InputAnswer | undefined;
    if (answer === null) this.#ended = true;
    return answer === undefined || answer === null ? answer : this.#granted(answer);
  }

  #wholly(): Uint8Array {
    if (this.#ask === undefined) throw refusedInput('undeclared');
    const { port, answered } = this.#request();
    wait(answered, 0, 0);
    const answer = receiveMessageOnPort(port)?.message as InputAnswer | undefined;
    port.close();
    const bytes = this.#granted(answer ?? { refused: 'lost' });
    this.#records.declareInput(bytes);
    return bytes;
  }

  #request() {
    const { port1: port, port2: input } = new real.workerThreads.MessageChannel();
    port.unref();
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#ask!({ input, answered, live: this.live });
    return { port, answered };
  }

  #granted(answer: Exclude<InputAnswer, null>): Uint8Array {
    if ('refused' in answer) throw refusedInput(answer.refused);
    return answer;
  }
}
