import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { LeakRecord } from '../guard/index.js';
import { givenParameters, type RunConfig } from '../system/index.js';
import type { RunDigest, SystemDescription } from '../trace/index.js';
import type { GraphReport } from './graph_report.js';
import { isReproducible } from './is_reproducible.js';
import { noteConfig, withModules } from './recorded_config.js';
import type { RunInput } from './run_inputs.js';
import type { ProcessRecord, RunError, RunOutcome } from './run_outcome.js';
import { type VersionDifference, versionDifferences } from './version_differences.js';
import { writeOutputFile } from './write_output_file.js';

/** The second format groups the configuration that repeats the run; the rest is as in the first. */
const FORMAT = 'orrery-run/2';
const FORMATS: readonly unknown[] = ['orrery-run/1', FORMAT];

/** The content of `run.json`. */
export interface RunFile {
  readonly format: string;
  readonly name: string;
  readonly end: string;
  readonly errors: readonly RunError[];
  readonly leaks: readonly LeakRecord[];
  readonly processes?: readonly ProcessRecord[] | undefined;
  /** Programs in Python, by name. */
  readonly guests?: readonly string[] | undefined;
  readonly results: RunOutcome['results'];
  readonly digest: RunDigest;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly speed: object;
  /** ns since the epoch, as text. */
  readonly time: { readonly start: string; readonly stop: string; readonly virtualSeconds: number };
  readonly counts: {
    readonly callbacks: number;
    readonly instants: number;
    readonly messages: number;
  };
  readonly graph?: GraphReport;
  /** See `RunOutcome`. */
  readonly agents?: RunOutcome['agents'];
  /** See `givenParameters`. */
  readonly given?: readonly string[];
  /** A `SystemDescription`, as text; only while the run has not ended and its trace lacks it. */
  readonly system?: string;
  /** How to repeat the run, see `readRunConfig`. */
  readonly repeat: { readonly inputs: readonly RunInput[] };
  /** What may differ on another version of Node; absent in older files. */
  readonly versionDifferences?: readonly VersionDifference[];
  readonly versions: { readonly node: string; readonly v8: string; readonly architecture: string };
}

// Captured at load time: user code may later see guarded ones.
const files = { readFileSync };

/**
 * Reads `run.json`, in any format that Orrery has written.
 *
 * @param directory - the directory of a run
 * @throws OrreryError `ORR_RUN_DIRECTORY`
 */
export function readRunFile(directory: string): RunFile {
  const file = join(directory, 'run.json');
  let content: RunFile | null;
  try {
    content = JSON.parse(files.readFileSync(file, 'utf8'), unbounded);
  } catch (cause) {
    throw unreadableRun(directory, 'run.json', cause);
  }
  if (FORMATS.includes(content?.format)) return content as RunFile;
  throw unreadableRun(directory, 'run.json');
}

/** JSON has no infinity: null stands for it in a QoS. */
function unbounded(key: string, value: unknown): unknown {
  const isBound = ['deadline', 'lifespan', 'livelinessLease', 'depth'].includes(key);
  return value === null && isBound ? Number.POSITIVE_INFINITY : value;
}

/** The error for a directory without a file of a run, or with an unreadable one. */
export function unreadableRun(directory: string, name: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_RUN_DIRECTORY',
    `${directory} holds no readable ${name} of a run; name a directory that orrery run left behind.`,
    { place: { file: join(directory, name) }, cause },
  );
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/** The content of `run.json` besides the outcome. */
export interface RunNotes {
  /** How to repeat the run, noted before it began. */
  readonly repeat?: ReturnType<typeof noteConfig> | undefined;
  /** While it runs: the description of the system with which its trace will end. */
  readonly system?: SystemDescription | undefined;
}

/**
 * Records the end of a run in `run.json` when its thread or process was ended and could not do so itself. What it
 * had written stays. Without such a file, this does nothing.
 */
export function noteRunEnd(
  directory: string,
  { wallSeconds, ...outcome }: Pick<RunOutcome, 'end' | 'exitCode' | 'errors' | 'wallSeconds'>,
): void {
  rewrite(directory, (content) => {
    if (content.end !== 'running') return undefined;
    const { counts, time } = content;
    const known = {
      ...content.speed,
      ...speedOf(wallSeconds, counts.callbacks, time.virtualSeconds),
    };
    return { ...content, ...outcome, speed: known };
  });
}

/** Records in `run.json` that the recording of a run that has ended breaks a check. */
export function noteFailure(
  directory: string,
  failure: Pick<RunOutcome, 'end' | 'exitCode' | 'errors'>,
): void {
  rewrite(directory, (content) => ({ ...content, ...failure }));
}

function rewrite(directory: string, change: (content: RunFile) => object | undefined): void {
  const path = join(directory, 'run.json');
  try {
    const changed = change(JSON.parse(files.readFileSync(path, 'utf8')) as RunFile);
    if (changed !== undefined) writeWhole(path, changed);
  } catch {
    // The run may have ended before it wrote anything, or because nothing could be written.
  }
}

function speedOf(wallSeconds: number, callbacks: number, virtualSeconds: number): object {
  return {
    wallSeconds,
    timesRealTime: virtualSeconds / wallSeconds,
    callbacksPerSecond: callbacks / wallSeconds,
  };
}

function writeWhole(path: string, content: object): void {
  writeOutputFile(path, textOf(content));
}

function textOf(content: object): string {
  return `${JSON.stringify(content, plainValue, 2)}\n`;
}

/**
 * Writes `run.json`: what was run, and how it went.
 *
 * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`
 */
export function writeRunFile(
  path: string,
  config: RunConfig,
  outcome: RunOutcome,
  notes: RunNotes = {},
): void {
  writeOutputFile(path, runFileText(config, outcome, notes));
}

/** The text of `run.json`. */
export function runFileText(
  config: RunConfig,
  outcome: RunOutcome,
  { repeat = noteConfig(config), system: soFar }: RunNotes = {},
): string {
  const { system, stop, models, proof, seed, command } = config;
  const { programs, launch, leftOut, bags, distro, rosArgs } = system;
  const { duration, monitor: _monitor, instantLimit: _limit, ...conditions } = stop;
  const virtualSeconds = Number(outcome.stop - outcome.start) / 1e9;
  const isOver = outcome.end !== 'running';
  const repeated = isOver ? withModules(repeat, outcome.modules) : repeat;
  const content = {
    format: FORMAT,
    name: config.name,
    command,
    end: outcome.end,
    endDetail: outcome.endDetail,
    exitCode: outcome.exitCode,
    errors: outcome.errors,
    warnings: outcome.warnings,
    // Requests that no repetition can answer equally are listed in `leaks`, with their places.
    reproducible: isReproducible(outcome),
    leaks: outcome.leaks,
    processes: outcome.processes,
    guests: outcome.guests,
    results: outcome.results,
    digest: outcome.digest,
    configuration: {
      ...{ programs, launch, leftOut, bags, seed, distro, durationNs: duration ?? null, rosArgs },
      stop: conditions,
      delays: models.delays,
      models: models.files,
      executors: models.executors,
      strict: proof.strict ?? false,
    },
    time: { start: outcome.start, stop: outcome.stop, virtualSeconds },
    counts: {
      callbacks: outcome.callbacks,
      instants: outcome.instants,
      messages: outcome.messages,
    },
    speed: {
      peakMemoryBytes: outcome.peakMemory,
      ...speedOf(outcome.wallSeconds, outcome.callbacks, virtualSeconds),
    },
    graph: outcome.graph,
    agents: outcome.agents,
    given: givenParameters(config),
    repeat: repeated,
    versionDifferences: isOver ? versionDifferences(repeated.inputs as readonly RunInput[]) : [],
    system: soFar && JSON.stringify(soFar),
    versions: { node: process.version, v8: process.versions.v8, architecture: process.arch },
  };
  return textOf(content);
}
