import { fileURLToPath } from 'node:url';
import { OrreryError, OWN_FOLDER, withoutOwnFrames } from '../errors/index.js';
import { describeSystem, isLaunchFile, listOf, type SystemOptions } from '../launch/index.js';
import {
  openSimulatedRun,
  type RunError,
  type RunOutcome,
  type SimulatedRun,
  TemporaryFolder,
} from '../record/index.js';
import { spawnRun } from '../run/index.js';
import type { RunConfig } from '../system/index.js';
import { checkOptions, checkTarget } from './check_options.js';

/** Options of {@link simulate}: those of the command line, under the same names. */
export interface SimulateOptions extends SystemOptions {
  /** Whether to return a run that an error ended instead of throwing the error. Default: false. */
  readonly allowFailure?: boolean;
}

/** Folders of runs, removed when the process ends. */
const temporary = new Set<TemporaryFolder>();

function temporaryDirectory(): string {
  const folder = new TemporaryFolder('run');
  temporary.add(folder);
  return folder.path;
}

/** Keeps the runs that the message of a failure names. */
export function keepRunsIn(message: string): void {
  for (const folder of temporary) if (message.includes(folder.path)) folder.keep();
}

/**
 * Runs a system to its end in its own thread, and returns what it did.
 *
 * @param target - a launch file, or program files; relative to the working directory
 * @throws OrreryError for everything that is wrong with the system, and for the error that ended
 * the run; its message ends with the run's path and the command that repeats it
 */
export async function simulate(
  target: string | URL | readonly string[],
  options: SimulateOptions = {},
): Promise<SimulatedRun> {
  checkTarget(target);
  checkOptions(options);
  const files = filesOf(target);
  const directory = options.directory ?? temporaryDirectory();
  const command = commandOf(files, options, directory);
  const config = configOf(files, options, directory, command);
  const outcome = await spawnRun(config).outcome;
  if (outcome.errors.length > 0 && !options.allowFailure) {
    throw failure(outcome, directory, command);
  }
  return openSimulatedRun(outcome, directory, command.map(quoted).join(' '));
}

/**
 * Returns the configuration of the run that {@link simulate} would make, for `spawnRun` and for making it many
 * times.
 *
 * @throws OrreryError for what is wrong with the options or the launch file
 */
export function systemConfig(
  target: string | URL | readonly string[],
  options: SimulateOptions = {},
): RunConfig {
  checkTarget(target);
  checkOptions(options);
  const files = filesOf(target);
  const { directory } = options;
  return configOf(files, options, directory, commandOf(files, options, directory));
}

function filesOf(target: string | URL | readonly string[]): readonly string[] {
  return Array.isArray(target) ? target : [pathOf(target as string | URL)];
}

function pathOf(target: string | URL): string {
  return target instanceof URL ? fileURLToPath(target) : target;
}

function configOf(
  files: readonly string[],
  options: SimulateOptions,
  directory: string | undefined,
  command: readonly string[],
): RunConfig {
  return { ...describeSystem({ files }, { ...options, directory }).config, command };
}

/** The command line that is equivalent to the options. */
function commandOf(
  files: readonly string[],
  options: SimulateOptions,
  directory: string | undefined,
): readonly string[] {
  const option = (name: string, value: string | number | bigint | undefined) =>
    value === undefined ? [] : [`--${name}`, String(value)];
  const flag = (name: string, given: boolean | undefined) => (given ? [`--${name}`] : []);
  const words = Object.entries(options.args ?? {}).map(([name, value]) => `${name}:=${value}`);
  const { rosArgs = [] } = options;
  return [
    ...['npx', 'orrery', isLaunchFile(files[0]!) ? 'launch' : 'run', ...files, ...words],
    ...option('until', options.until),
    ...option('seed', options.seed),
    ...(options.bags ?? []).flatMap((bag) =>
      option('bag', typeof bag === 'string' ? bag : bag.path),
    ),
    ...(options.packages ?? []).flatMap((folder) => option('packages', folder)),
    ...option('delays', options.delays),
    ...listOf(options.models).flatMap((file) =>
      typeof file === 'string' ? option('models', file) : [],
    ),
    ...(options.executors ?? []).flatMap((executor) => option('executor', executor)),
    ...listOf(options.untilTopic).flatMap((condition) => option('until-topic', condition)),
    ...flag('until-played', options.untilPlayed),
    ...flag('exit-code-by-end', options.exitCodeByEnd),
    ...flag('clock-advances', options.clockAdvances),
    ...flag('strict', options.strict),
    ...option('monitor-timeout', options.monitorTimeout),
    ...option('instant-limit', options.instantLimit),
    ...option('message-limit', options.messageLimit),
    ...environmentWords(options).flatMap((word) => option('env', word)),
    ...listOf(options.envFile).flatMap((file) => option('env-file', file)),
    ...option('stdin', options.stdin),
    ...option('rate', options.rate),
    ...option('digest', options.digest),
    ...listOf(options.untilExit).flatMap((name) => option('until-exit', name)),
    ...option('distro', options.distro),
    ...option('initial-time', options.initialTime),
    ...option('record', directory && `${directory}-again`),
    ...(rosArgs.length > 0 ? ['--ros-args', ...rosArgs] : []),
  ];
}

function environmentWords({ env = [] }: SimulateOptions): readonly string[] {
  if (Array.isArray(env)) return env as readonly string[];
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The place of an error as a stack line, since the message alone does not tell it. */
function at({ file, line, column }: RunError['place']): string {
  return file === undefined || line === undefined ? '' : `\n    at ${file}:${line}:${column ?? 1}`;
}

function failure(
  { errors }: RunOutcome,
  directory: string,
  command: readonly string[],
): OrreryError {
  const [first] = errors;
  keepRunsIn(directory);
  const text = errors.map(({ message, place }) => `${message}${at(place)}`).join('\n');
  const where = `run:    ${directory}\nrepeat: ${command.map(quoted).join(' ')}`;
  const error = new OrreryError(
    (first?.code ?? 'ORR_UNEXPECTED') as OrreryError['code'],
    `${text}\n${where}`,
    { place: first?.place ?? {}, cause: first?.stack },
  );
  // A test runner shows the first frame with its source: first where the system failed, then the test.
  const frames = [first?.stack, error.stack].flatMap(framesOf);
  if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

const SOURCES = new URL('../src/', OWN_FOLDER);

function framesOf(stack: string | undefined): readonly string[] {
  const built = stack === undefined ? undefined : withoutOwnFrames(stack);
  // A runner that follows source maps reports Orrery's sources instead.
  const theirs = built === undefined ? undefined : withoutOwnFrames(built, SOURCES);
  return theirs?.split('\n').filter((line) => /^\s+at .*:\d+\)?$/.test(line)) ?? [];
}
