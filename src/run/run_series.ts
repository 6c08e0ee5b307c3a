import { Worker } from 'node:worker_threads';
import { OrreryError } from '../errors/index.js';
import type { RunError, RunOutcome } from '../record/index.js';
import type { Decision } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';
import { type GuestNews, GuestPids } from './guest_pids.js';
import { ModuleSettings } from './module_settings.js';
import { scrubbedEnvironment } from './run_environment.js';
import { rebuildErrors, threadLost } from './spawn_run.js';

/** A message of the thread about a run. */
export interface ToldBySeries {
  readonly decision?: Decision;
  readonly outcome?: RunOutcome;
  /** Size of the thread's heap after the run, in bytes, garbage included. */
  readonly heap?: number;
  readonly errors?: readonly RunError[];
  /** Why the thread cannot make another run. */
  readonly worn?: string | undefined;
}

/**
 * When to replace the thread, since modules that it has loaded stay in its memory: after a number of runs if its
 * heap is large, and after a larger number in any case. Starting a thread takes as long as 50 small runs.
 */
const LARGE_HEAP = { runs: 200, bytes: 256 * 2 ** 20 } as const;
const RUNS_PER_THREAD = 2000;

/**
 * A thread that runs many systems, one after another: 20 times as fast as a thread for each. What programs leave
 * outside their modules is removed after each run. If that is impossible, or the settings that control how modules
 * are found have changed, the next run gets a new thread. The output of programs is dropped.
 */
export class RunSeries {
  #worker: Worker | undefined;
  /** Processes of the current run. */
  #guests: GuestPids | undefined;
  /** Of the current thread. */
  #runs = 0;
  #heap = 0;
  #isWorn = false;
  #settings = new ModuleSettings();

  /**
   * Runs one system; the previous run must be over.
   *
   * @param onDecision - called with the decisions of a schedule that is `live`
   * @throws OrreryError for what is wrong before it begins; `ORR_WALL_LIMIT`, `ORR_RUN_STOPPED`
   */
  run(config: RunConfig, onDecision?: (decision: Decision) => void): Promise<RunOutcome> {
    if (this.#mustEnd) this.close();
    this.#runs++;
    this.#worker ??= start();
    this.#settings.begin();
    this.#guests ??= new GuestPids();
    return this.#perform(this.#worker, config, onDecision);
  }

  get #mustEnd(): boolean {
    if (this.#worker === undefined) return false;
    const isLarge = this.#runs >= LARGE_HEAP.runs && this.#heap > LARGE_HEAP.bytes;
    const isUsedUp = isLarge || this.#runs >= RUNS_PER_THREAD;
    return this.#isWorn || isUsedUp || this.#settings.haveChanged();
  }

  /** Ends the thread and the current run. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#runs = 0;
    this.#heap = 0;
    this.#isWorn = false;
    this.#settings = new ModuleSettings();
    this.#guests?.kill();
    this.#guests = undefined;
  }

  #perform(
    worker: Worker,
    config: RunConfig,
    onDecision?: (decision: Decision) => void,
  ): Promise<RunOutcome> {
    const { wallSeconds } = config.stop;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onMessage = (result: ToldBySeries | GuestNews) => {
        if ('guest' in result) {
          this.#guests?.note(result);
          return;
        }
        if (result.decision !== undefined) {
          onDecision?.(result.decision);
          return;
        }
        done();
        this.#heap = result.heap ?? this.#heap;
        this.#isWorn = result.worn !== undefined;
        this.#settings.note(result.outcome?.modules ?? []);
        if (result.outcome !== undefined) resolve(result.outcome);
        else reject(rebuildErrors(result.errors ?? []));
      };
      let failure: OrreryError | undefined;
      const onExit = () => lose(failure ?? threadLost());
      // Its exit follows, perhaps after the reason.
      const onError = (error: unknown) => {
        failure = threadLost(error);
      };
      const lose = (error: unknown) => {
        done();
        if (this.#worker === worker) this.close();
        reject(error);
      };
      const done = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      if (wallSeconds !== undefined) {
        timer = setTimeout(() => lose(overdue(wallSeconds)), wallSeconds * 1000);
      }
      worker.postMessage(config);
    });
  }
}

function start(): Worker {
  // A thread inherits the time zone of its process, not of its own environment.
  process.env.TZ = 'UTC';
  // Unlike a thread with one run, it has a large young generation, in which all garbage of a short run dies.
  const worker = new Worker(new URL('../run/run_series_worker.js', import.meta.url), {
    env: scrubbedEnvironment(process.env),
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // Between runs nobody else listens; the next run notices that a thread has ended.
  worker.on('error', () => {});
  return worker;
}

function overdue(seconds: number): OrreryError {
  return new OrreryError(
    'ORR_WALL_LIMIT',
    `The run exceeded its wall-clock limit of ${seconds} s; its thread was ended.`,
  );
}
