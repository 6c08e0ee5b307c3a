import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OrreryError } from '../errors/index.js';
import { fromExactJson, type RunError, type RunOutcome, toExactJson } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { rebuildErrors } from './spawn_run.js';

/** The environment of a run's process; by default that of this process. */
export interface ProcessSurroundings {
  /** The Node.js executable that runs it. */
  readonly node?: string;
  /** Flags of Node and V8. */
  readonly flags?: readonly string[];
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The Orrery folder to run from; default: this one's. */
  readonly installation?: string | undefined;
  /** The name of the process, shown as `process.argv0` by Node; default: the path of Node. */
  readonly argv0?: string | undefined;
  /** Ends the process. */
  readonly signal?: AbortSignal | undefined;
}

const MAIN = fileURLToPath(new URL('../run/run_process.js', import.meta.url));
/** At most this many characters of stderr are kept. */
const LONGEST_COMPLAINT = 4000;

/**
 * Makes a run in a fresh process, which receives its configuration as data. The output of the programs is dropped.
 *
 * @throws OrreryError whatever keeps the run from beginning; `ORR_RUN_PROCESS` if the process ended without a
 *   result; the signal's reason if it was aborted
 */
export async function runInProcess(
  config: RunConfig,
  surroundings: ProcessSurroundings = {},
): Promise<RunOutcome> {
  const { node = process.execPath, flags = [], environment = {}, signal } = surroundings;
  const { installation, argv0 } = surroundings;
  const main = installation === undefined ? MAIN : join(installation, 'dist/run/run_process.js');
  const child = spawn(node, [...flags, main], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    ...(argv0 === undefined ? {} : { argv0 }),
    ...(signal === undefined ? {} : { signal, killSignal: 'SIGKILL' }),
  });
  const told: Buffer[] = [];
  let complaint = '';
  child.stdio[3]?.on('data', (piece: Buffer) => told.push(piece));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-LONGEST_COMPLAINT);
  });
  // A process that ends at once has not read its input; its exit is more informative than this error.
  child.stdin?.on('error', () => {});
  child.stdin?.end(JSON.stringify(toExactJson(config)));
  const code = await endOf(child);
  const text = Buffer.concat(told).toString();
  if (text === '') {
    throw new OrreryError(
      'ORR_RUN_PROCESS',
      `The process of a run with ${node} left no result (exit code ${code}): ${complaint.trim() || 'it printed nothing'}`,
    );
  }
  const result = fromExactJson(JSON.parse(text)) as {
    readonly outcome?: RunOutcome;
    readonly errors?: readonly RunError[];
  };
  if (result.outcome !== undefined) return result.outcome;
  throw rebuildErrors(result.errors ?? []);
}

/** The exit code of a process. A process killed by its signal writes no more files once this is thrown. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error);
      else child.once('close', () => reject(error));
    });
    child.once('close', resolve);
  });
}
