import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import {
  PackageIndex,
  parseDuration,
  parseTopicCondition,
  plainRosWords,
  prepareLaunch,
  type RunConfig,
  type RunOutcome,
  readDelayFile,
  spawnRun,
} from '../job/index.js';
import { parseExecutorChoice, type SystemModels } from '../models/index.js';
import { parseRosArguments } from '../parameters/index.js';
import { SimulatedRun } from './simulated_run.js';

/** Options of {@link simulate}; those of the command line, under the same names. */
export interface SimulateOptions {
  /** Virtual time to run, e.g. `20s`; a number is seconds. */
  readonly until?: string | number;
  /** Launch arguments. */
  readonly args?: Readonly<Record<string, string>>;
  readonly seed?: string | number;
  /** Bags to play. */
  readonly bags?: readonly string[];
  /** Folders in which packages are looked for first. */
  readonly packages?: readonly string[];
  /** As after `--ros-args`. */
  readonly rosArgs?: readonly string[];
  /** Model file, or its content: execution times, links, faults… (docs/models.md). */
  readonly models?: string | SystemModels;
  /** Executors as after `--executor`: `multi:4`, or `/planner=multi:4`. */
  readonly executors?: readonly string[];
  /** Delay file of rslcpp. */
  readonly delays?: string;
  readonly untilTopic?: string | readonly string[];
  readonly untilPlayed?: boolean;
  readonly untilExit?: string | readonly string[];
  /** Wall time after which the run is given up. Default: none; the test has its own. */
  readonly wallLimit?: string;
  readonly distro?: RunConfig['distro'];
  /** What the clock reads at the start, in ns since the epoch. */
  readonly initialTime?: bigint;
  /** Where the run is left. Default: a temporary folder that goes with the process. */
  readonly directory?: string;
  /** Whether a run that an error ended is returned instead of thrown. Default: false. */
  readonly allowFailure?: boolean;
}

/** Folders of runs that nobody asked to keep. */
const temporary = new Set<string>();

function temporaryDirectory(): string {
  if (temporary.size === 0) {
    process.once('exit', () => {
      for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-run-'));
  temporary.add(folder);
  return folder;
}

/** The run of a failed check is kept. */
export function keepRun(where: string): void {
  for (const folder of temporary) if (where.includes(folder)) temporary.delete(folder);
}

/**
 * Runs a system to its end, in a thread of its own, and gives what it did.
 *
 * @param target - a launch file, or program files; relative to the working directory
 * @throws OrreryError for everything that is wrong with the system, and for the error that ended
 * the run; its message ends with the run's path and the command that repeats it
 */
export async function simulate(
  target: string | URL | readonly string[],
  options: SimulateOptions = {},
): Promise<SimulatedRun> {
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
 * The run that {@link simulate} would make, for `spawnRun` and for what makes many runs of one system.
 *
 * @throws OrreryError for what is wrong with the options or the launch file
 */
export function systemConfig(
  target: string | URL | readonly string[],
  options: SimulateOptions = {},
): RunConfig {
  const files = filesOf(target);
  const { directory } = options;
  return configOf(files, options, directory, commandOf(files, options, directory));
}

/** Opens what a run has left in a directory. */
export async function openSimulatedRun(
  outcome: RunOutcome,
  directory: string,
  command: string,
): Promise<SimulatedRun> {
  const recording = await openBag(join(directory, 'recording.mcap'));
  const trace = await openBag(join(directory, 'trace.mcap'));
  return new SimulatedRun(outcome, { directory, command }, { recording, trace });
}

function filesOf(target: string | URL | readonly string[]): readonly string[] {
  return Array.isArray(target) ? target : [pathOf(target as string | URL)];
}

function pathOf(target: string | URL): string {
  return target instanceof URL ? fileURLToPath(target) : target;
}

function isLaunchFile(file: string): boolean {
  return /\.(ya?ml|xml|launch\.py)$/.test(file);
}

function list(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

function configOf(
  files: readonly string[],
  options: SimulateOptions,
  directory: string | undefined,
  command: readonly string[],
): RunConfig {
  const first = resolve(files[0]!);
  const { AMENT_PREFIX_PATH: amentPrefixPath } = process.env;
  const packages = new PackageIndex({
    directories: options.packages ?? [],
    ...(amentPrefixPath === undefined ? {} : { amentPrefixPath }),
    nodeModulesFrom: dirname(first),
  });
  const topics = list(options.untilTopic);
  for (const condition of topics) parseTopicCondition(condition);
  const { until, wallLimit, delays, untilPlayed = false } = options;
  const isLaunch = isLaunchFile(first);
  return {
    name: basename(first).replace(/(\.launch)?\.\w+$/, ''),
    programs: isLaunch ? [] : files.map((file) => ({ file: resolve(file), args: [] })),
    ...(isLaunch
      ? { launch: prepareLaunch(first, { args: options.args ?? {} }, packages).steps }
      : {}),
    bags: (options.bags ?? []).map((bag) => ({ path: resolve(bag) })),
    seed: String(options.seed ?? 0),
    distro: options.distro ?? 'jazzy',
    initialTime: options.initialTime,
    duration: until === undefined ? undefined : parseDuration(String(until)),
    instantLimit: undefined,
    digest: 'content',
    directory,
    rosArgs: plainRosWords(parseRosArguments(options.rosArgs ?? [])),
    ...(delays === undefined ? {} : { delays: readDelayFile(delays) }),
    ...modelsOf(options),
    stop: {
      topics,
      played: untilPlayed,
      exited: list(options.untilExit),
      ...(wallLimit === undefined ? {} : { wallSeconds: parseDuration(wallLimit) / 1e9 }),
    },
    interfaces: packages.interfaceFolders(),
    command,
  };
}

function modelsOf({ models, executors = [] }: SimulateOptions) {
  return {
    ...(models === undefined
      ? {}
      : { models: [typeof models === 'string' ? resolve(models) : models] }),
    executors: executors.map(parseExecutorChoice),
  };
}

/** The command line that does what the options say. */
function commandOf(
  files: readonly string[],
  options: SimulateOptions,
  directory: string | undefined,
): readonly string[] {
  const option = (name: string, value: string | number | bigint | undefined) =>
    value === undefined ? [] : [`--${name}`, String(value)];
  const words = Object.entries(options.args ?? {}).map(([name, value]) => `${name}:=${value}`);
  const { rosArgs = [] } = options;
  return [
    ...['npx', 'orrery', isLaunchFile(files[0]!) ? 'launch' : 'run', ...files, ...words],
    ...option('until', options.until),
    ...option('seed', options.seed),
    ...(options.bags ?? []).flatMap((bag) => option('bag', bag)),
    ...(options.packages ?? []).flatMap((folder) => option('packages', folder)),
    ...option('delays', options.delays),
    ...option('models', typeof options.models === 'string' ? options.models : undefined),
    ...(options.executors ?? []).flatMap((executor) => option('executor', executor)),
    ...list(options.untilTopic).flatMap((condition) => option('until-topic', condition)),
    ...(options.untilPlayed ? ['--until-played'] : []),
    ...list(options.untilExit).flatMap((name) => option('until-exit', name)),
    ...option('distro', options.distro),
    ...option('initial-time', options.initialTime),
    ...option('record', directory && `${directory}-again`),
    ...(rosArgs.length > 0 ? ['--ros-args', ...rosArgs] : []),
  ];
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function failure(
  { errors }: RunOutcome,
  directory: string,
  command: readonly string[],
): OrreryError {
  const [first] = errors;
  keepRun(directory);
  const text = errors.map(({ message }) => message).join('\n');
  const where = `run:    ${directory}\nrepeat: ${command.map(quoted).join(' ')}`;
  return new OrreryError(
    (first?.code ?? 'ORR_UNEXPECTED') as OrreryError['code'],
    `${text}\n${where}`,
    { place: first?.place ?? {}, cause: first?.stack },
  );
}
