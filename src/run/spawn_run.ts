import { availableParallelism } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { startPackingThread } from '../bag/index.js';
import { DescriptionError, type ErrorCode, OrreryError } from '../errors/index.js';
import {
  describeErrors,
  exitCodeOf,
  noteRunEnd,
  type RunEnd,
  type RunError,
  type RunOutcome,
} from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { ControlBlock } from './control_block.js';
import { type GuestNews, GuestPids } from './guest_pids.js';
import { endOfLost } from './lost_outcome.js';
import { OpenedPipes, type PipeNews } from './opened_pipes.js';
import { scrubbedEnvironment, THREAD_LIMITS } from './run_environment.js';
import type { InputRequest } from './run_input.js';
import type { PackingRequest, PrintedPiece, RunWorkerData } from './run_worker_data.js';
import { serveInput } from './serve_input.js';
import { StopWatch } from './stop_watch.js';
import { watchStuckThread } from './watch_stuck_thread.js';

/** A running run in its own thread. */
export interface RunningSystem {
  /** Settles when the run is over; rejects if it could not begin. */
  readonly outcome: Promise<RunOutcome>;
  readonly progress: Pick<ControlBlock, 'now' | 'callbacks' | 'held'>;
  /** Wall time since its thread was started: that of a run that cannot tell its own any more. */
  readonly wallSeconds: () => number;
  /** Ends the run after the current callback, unless programs listen for the signal; the recording is kept. */
  interrupt(signal?: NodeJS.Signals): void;
  /** Ends the run after the current callback, whatever signals its programs listen for; the recording is kept. */
  stop(): void;
  /** Settles when a client of the run wants to see an earlier time, in ns since the start. */
  readonly wantsBack: Promise<number>;
  /** Ends the thread at once; the recording can be recovered from the partial files. */
  kill(): void;
}

/**
 * Starts a run in its own thread, with a scrubbed environment.
 *
 * @param printTo - where the output of programs goes instead of stdout; `nowhere` discards it
 * @param input - opens what programs read as standard input if the configuration declares none; called on the
 *   first read; undefined: reading is refused
 */
export function spawnRun(
  config: RunConfig,
  printTo?: Writable | 'nowhere',
  input?: () => Readable,
): RunningSystem {
  const block = new ControlBlock();
  const wallSeconds = secondsFromNow();
  const worker = startThread({
    config,
    control: block.shared,
    asksInput: input !== undefined,
    asksPacking: availableParallelism() > 1,
  });
  const print = printerTo(printTo);
  let closeInput: (() => void) | undefined;
  const serve = (request: InputRequest) => {
    closeInput = input && serveInput(input(), request);
  };
  const packers: Worker[] = [];
  const startPacking = ({ packing }: PackingRequest) => packers.push(startPackingThread(packing));
  const [guests, pipes] = [new GuestPids(), new OpenedPipes()];
  const loss = new Loss();
  const kill = () => loss.end(worker, guests, pipes);
  const wish = new BackWish();
  let killed: RunEnd | undefined;
  const records = config.output.directory !== undefined;
  const thread = { id: worker.threadId, records, kill, pipe: () => pipes.last };
  const watch = new StopWatch(block, thread, config.stop.wallSeconds);
  const hearers = { print, serve, startPacking, guests, pipes, wish, lost: loss.said };
  return {
    outcome: outcomeOf(worker, watch, hearers)
      .catch((error: unknown) => {
        noteLoss(config, error, killed ?? endOfLost(error) ?? 'failed', wallSeconds());
        throw error;
      })
      .finally(() => {
        watch.clear();
        closeInput?.();
        guests.kill();
        pipes.clear();
        // The processes end by themselves when the run does, but the run may have been killed.
        for (const packer of packers) void packer.terminate();
      }),
    progress: block,
    wallSeconds,
    interrupt: (signal = 'SIGINT') => watch.stop('interrupted', signal),
    stop: () => watch.stop('interrupted'),
    wantsBack: wish.said,
    kill: () => {
      killed = 'interrupted';
      kill();
    },
  };
}

function secondsFromNow(): () => number {
  const began = performance.now();
  return () => (performance.now() - began) / 1000;
}

function startThread(workerData: RunWorkerData): Worker {
  // A thread inherits the time zone of its process, not of its own environment.
  process.env.TZ = 'UTC';
  return new Worker(new URL('../run/run_worker.js', import.meta.url), {
    workerData,
    env: scrubbedEnvironment(process.env),
    resourceLimits: THREAD_LIMITS,
  });
}

/** Sends what programs print to the streams of this process, or all of it elsewhere. */
function printerTo(printTo: Writable | 'nowhere' = process.stdout): Hearers['print'] {
  if (printTo === 'nowhere') return () => {};
  const streams: Record<PrintedPiece['stream'], Writable> = {
    stdout: printTo,
    stderr: process.stderr,
  };
  return ({ stream, chunk, encoding }) => streams[stream].write(chunk, encoding);
}

/** The thread is gone and could not report how the run ended. */
function noteLoss(
  { output: { directory } }: RunConfig,
  error: unknown,
  end: RunEnd,
  wallSeconds: number,
): void {
  if (directory === undefined) return;
  const errors = describeErrors(error);
  noteRunEnd(directory, { end, exitCode: exitCodeOf(end, 0, undefined), errors, wallSeconds });
}

/** The receivers of what the thread reports while it runs. */
interface Hearers {
  readonly print: (piece: PrintedPiece) => void;
  readonly serve: (request: InputRequest) => void;
  readonly startPacking: (request: PackingRequest) => void;
  readonly guests: GuestPids;
  readonly pipes: OpenedPipes;
  readonly wish: BackWish;
  /** Settles when the thread was ended but does not go away. */
  readonly lost: Promise<void>;
}

/** A client wants to see an earlier time. */
interface BackNews {
  readonly goBack: number;
}

class BackWish {
  say!: (to: number) => void;
  readonly said = new Promise<number>((resolve) => {
    this.say = resolve;
  });
}

/** Ends the thread; `said` settles if the thread does not go away. */
class Loss {
  #say!: () => void;
  #isWatched = false;
  readonly said = new Promise<void>((resolve) => {
    this.#say = resolve;
  });

  end(worker: Worker, guests: GuestPids, pipes: OpenedPipes): void {
    // The thread may be waiting for one of them and cannot be ended meanwhile.
    guests.kill();
    pipes.release();
    void worker.terminate();
    if (!this.#isWatched) watchStuckThread(worker, () => pipes.last, this.#say);
    this.#isWatched = true;
  }
}

/** Settles when the thread has ended and all output of the program has been passed on. */
function outcomeOf(
  worker: Worker,
  watch: StopWatch,
  { print, serve, startPacking, guests, pipes, wish, lost }: Hearers,
): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    let result: { outcome?: RunOutcome; errors?: RunError[] } = {};
    type News = PrintedPiece | InputRequest | PackingRequest | GuestNews | PipeNews | BackNews;
    worker.on('message', (message: News | typeof result) => {
      if ('stream' in message) print(message);
      else if ('input' in message) serve(message);
      else if ('packing' in message) startPacking(message);
      else if ('guest' in message) guests.note(message);
      else if ('pipe' in message) pipes.note(message);
      else if ('goBack' in message) wish.say(message.goBack);
      else {
        result = message;
        pipes.release();
      }
    });
    let failure: OrreryError | undefined;
    // What it has told last says more: user code may have broken what handles errors.
    worker.once('error', (error) => {
      failure = threadLost(error);
    });
    void lost.then(() => reject(watch.error ?? stopped()));
    worker.once('exit', () => {
      if (result.outcome !== undefined) resolve(result.outcome);
      else if (result.errors !== undefined) reject(rebuildErrors(result.errors));
      else reject(failure ?? watch.error ?? stopped());
    });
  });
}

/** A thread has ended without a result. */
export function threadLost(error?: unknown): OrreryError {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  let why = message;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') why = 'it ran out of memory';
  // If the thread could not even begin, only the text of its error tells.
  if (/\bE[MN]FILE\b/.test(`${code} ${message}`)) why = `${message} (allow more with ulimit -n)`;
  return new OrreryError(
    'ORR_RUN_STOPPED',
    `The thread of the run ended without a result: ${why ?? 'it was stopped'}.`,
    { cause: error },
  );
}

function stopped(): OrreryError {
  return new OrreryError(
    'ORR_RUN_STOPPED',
    'The run ended without a result: something it waited for never happened, or its thread was stopped.',
  );
}

/** Combines the errors of a thread into one. */
export function rebuildErrors(errors: readonly RunError[]): OrreryError {
  const [first, ...others] = errors.map(rebuild);
  if (others.length === 0) return first!;
  return new DescriptionError(first!.code, 'The run', [first!, ...others]);
}

function rebuild({ code, message, place, stack }: RunError): OrreryError {
  const cause = stack === undefined ? {} : { cause: stack };
  return new OrreryError(code as ErrorCode, message, { place, ...cause });
}
