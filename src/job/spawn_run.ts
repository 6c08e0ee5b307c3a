import { Worker } from 'node:worker_threads';
import { type ErrorCode, OrreryError } from '../errors/index.js';
import type { RunConfig, RunError, RunOutcome } from './run_config.js';
import { ControlBlock } from './run_control.js';
import type { RunWorkerData } from './run_worker.js';

/** What user code finds in its environment, whatever the machine's own says. */
const ENVIRONMENT = ['PATH', 'HOME', 'AMENT_PREFIX_PATH', 'NODE_PATH'] as const;

/** A run under way in a thread of its own. */
export interface RunningSystem {
  /** Settles when the run is over; rejects when it could not begin. */
  readonly outcome: Promise<RunOutcome>;
  readonly progress: { readonly now: number; readonly callbacks: number };
  /** Ends the run after the present callback; what was recorded is kept. */
  interrupt(): void;
  /** Ends the thread at once; what was recorded can be recovered from the partial files. */
  kill(): void;
}

/** Starts a run in a thread of its own, with a scrubbed environment. */
export function spawnRun(config: RunConfig): RunningSystem {
  // A thread inherits the time zone of its process, not of its own environment.
  process.env.TZ = 'UTC';
  const block = new ControlBlock();
  const workerData: RunWorkerData = { config, control: block.shared };
  const worker = new Worker(new URL('./run_worker.js', import.meta.url), {
    workerData,
    env: scrubbed(process.env),
  });
  return {
    outcome: outcomeOf(worker),
    progress: block,
    interrupt: () => block.interrupt(),
    kill: () => void worker.terminate(),
  };
}

/** Settles when the thread has ended: everything that the program printed is out by then. */
function outcomeOf(worker: Worker): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    let result: { outcome?: RunOutcome; error?: RunError } = {};
    worker.on('message', (message: typeof result) => {
      result = message;
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      if (result.outcome !== undefined) resolve(result.outcome);
      else reject(result.error === undefined ? stopped() : rebuild(result.error));
    });
  });
}

function stopped(): OrreryError {
  return new OrreryError(
    'ORR_RUN_STOPPED',
    'The run ended without a result: something it waited for never happened, or its thread was stopped.',
  );
}

function rebuild({ code, message, place, stack }: RunError): OrreryError {
  const cause = stack === undefined ? {} : { cause: stack };
  return new OrreryError(code as ErrorCode, message, { place, ...cause });
}

function scrubbed(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ENVIRONMENT.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]] as const],
  );
  return { ...Object.fromEntries(kept), TZ: 'UTC', LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };
}
