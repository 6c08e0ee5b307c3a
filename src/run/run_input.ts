import type { MessagePort } from 'node:worker_threads';
import { real, type StandardInput } from '../guard/index.js';
import { declaredBytes, type RunConfig, refusedInput } from '../system/index.js';
import type { RunNotes } from './run_notes.js';
import type { RunRecords } from './run_records.js';
import type { RunWatch } from './run_watch.js';

/** How the thread of a run requests the standard input of the process from the thread that started it. */
export interface InputRequest {
  /** Gets {@link InputAnswer}s. */
  readonly input: MessagePort;
  /** Becomes 1 when all input has arrived, for a run in virtual time. */
  readonly answered: Int32Array;
  readonly live: boolean;
}

/** A piece of input, all of it, its end, or why there is none. */
export type InputAnswer =
  | Uint8Array
  | null
  | { readonly refused: Parameters<typeof refusedInput>[0] };

/** Captured before the guard is installed. */
const { wait } = Atomics;
const { receiveMessageOnPort } = real.workerThreads;

/**
 * The standard input of a run. In virtual time, programs read what the configuration declares, or else all that is
 * piped into the process. The pipe is read only when a program first asks for input: Orrery must not consume what is
 * meant for the next command of a script.
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
   * @param watch - provides the standard input of this process, if available
   * @param records - informed of what was read, so that the run can be repeated
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
      // A program that catches this error did not get its input: the run is not a success.
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
