import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import {
  freeRunDirectory,
  type PackageSearch,
  parseDuration,
  parseTopicCondition,
  type RunConfig,
  readDelayFile,
} from '../job/index.js';
import { parseExecutorChoice } from '../models/index.js';
import { parseBagArgument } from './bag_playback.js';

/** Options of a run that do not say what it reads and writes. */
export interface CommonRunOptions {
  readonly until?: string;
  readonly untilTopic: readonly string[];
  readonly untilPlayed?: boolean;
  readonly untilExit: readonly string[];
  readonly monitorTimeout?: string;
  readonly wallLimit?: string;
  readonly exitCodeByEnd?: boolean;
  readonly seed: string;
  readonly delays?: string;
  readonly models: readonly string[];
  readonly schedule?: string;
  readonly clockAdvances?: boolean;
  readonly measure?: string;
  readonly executor: readonly string[];
  readonly packages: readonly string[];
  readonly distro: RunConfig['distro'];
  readonly initialTime?: string;
  readonly instantLimit?: string;
  readonly digest: RunConfig['digest'];
  readonly realTime?: boolean;
  readonly doctor?: boolean;
  readonly strict?: boolean;
  readonly disturb?: string;
  readonly json?: boolean;
  readonly junit?: string;
}

/** Options that every command has that runs a system. */
export interface RunOptions extends CommonRunOptions {
  readonly record: string | boolean;
  readonly bag: readonly string[];
  readonly rate?: string;
}

const DISTROS = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];

export function collect(value: string, list: readonly string[]): readonly string[] {
  return [...list, value];
}

/** Adds the options of {@link RunOptions} to a command. */
export function withRunOptions(command: Command): Command {
  return withCommonRunOptions(command)
    .option('--bag <path[,option=value…]>', 'play this bag (repeatable)', collect, [])
    .option(
      '--record <directory>',
      'leave recording, trace and run.json there (default: runs/<name>)',
    )
    .option('--no-record', 'leave nothing behind')
    .option('--rate <factor>', 'pace the run: virtual seconds per second, e.g. 0.5');
}

/** Adds the options of {@link CommonRunOptions} to a command. */
export function withCommonRunOptions(command: Command): Command {
  return command
    .option('--until <duration>', 'end after this much virtual time, e.g. 20s')
    .option(
      '--until-topic <condition>',
      'end when a message fulfils \'/topic: field > 3 and other == "x"\' (repeatable)',
      collect,
      [],
    )
    .option('--until-played', 'end when all bags have been played')
    .option('--until-exit <process>', 'end when this process has ended (repeatable)', collect, [])
    .option('--monitor-timeout <duration>', 'add a monitor node that ends the run, as in rslcpp')
    .option('--wall-limit <duration>', 'give up after this much wall time')
    .option('--exit-code-by-end', 'exit with a code of its own for each end (docs/launch.md)')
    .option('--seed <seed>', 'seed of everything random', '0')
    .option('--delays <file.csv>', 'delay file of rslcpp: fixed delays by topic')
    .option(
      '--models <file.yaml>',
      'executors, execution times, links, faults (docs/models.md; repeatable)',
      collect,
      [],
    )
    .option('--clock-advances', 'show to a callback that takes time how its time passes')
    .option('--measure <file.yaml>', 'measure how long callbacks compute, for --models to replay')
    .option('--schedule <file>', 'repeat a schedule that orrery explore has found')
    .option(
      '--executor <[name=]policy>',
      'run all, or the named executors, processes or nodes, so: e.g. multi:4 (repeatable)',
      collect,
      [],
    )
    .option('--packages <folder>', 'look for packages there first (repeatable)', collect, [])
    .addOption(
      new Option('--distro <distro>', 'ROS 2 distribution').choices(DISTROS).default('jazzy'),
    )
    .option('--initial-time <ns>', 'what the clock reads at the start, in ns since the epoch')
    .option('--instant-limit <n>', 'callbacks in one instant before it is reported as a cycle')
    .addOption(
      new Option('--digest <what>', 'what enters the digest; a recorded run has its contents in it')
        .choices(['content', 'order', 'off'])
        .default('content'),
    )
    .option('--real-time', 'pace the run by the wall clock; the same as --rate 1')
    .option('--doctor', 'explain what would fail in silence; exit code 1 for errors')
    .option('--strict', 'make every escape from the virtual world an error')
    .option('--disturb <duration>', 'really sleep for up to this long before each callback')
    .option('--json', 'print the result as JSON')
    .option('--junit <file>', 'write the result as JUnit XML');
}

/** Where packages are looked for, seen from a folder. */
export function packageSearch(options: CommonRunOptions, from: string): PackageSearch {
  const { AMENT_PREFIX_PATH: amentPrefixPath } = process.env;
  return {
    directories: options.packages,
    ...(amentPrefixPath === undefined ? {} : { amentPrefixPath }),
    nodeModulesFrom: from,
  };
}

/** The part of a configuration that {@link RunOptions} decide. */
export function configOfOptions(
  name: string,
  options: RunOptions,
): Omit<RunConfig, 'programs' | 'rosArgs'> {
  return {
    ...configOfCommonOptions(name, options),
    bags: options.bag.map(parseBagArgument),
    directory: directoryOf(name, options.record),
    rate: rateOf(options),
  };
}

/** The part of a configuration that {@link CommonRunOptions} decide; it reads and leaves nothing. */
export function configOfCommonOptions(
  name: string,
  options: CommonRunOptions,
): Omit<RunConfig, 'programs' | 'rosArgs'> {
  const whole = (text: string | undefined) => (text === undefined ? undefined : wholeNumber(text));
  const instantLimit = whole(options.instantLimit);
  return {
    name,
    bags: [],
    seed: options.seed,
    distro: options.distro,
    initialTime: whole(options.initialTime),
    duration: options.until === undefined ? undefined : parseDuration(options.until),
    instantLimit: instantLimit === undefined ? undefined : Number(instantLimit),
    rate: options.realTime ? 1 : undefined,
    reportGraph: options.doctor ?? false,
    strict: options.strict ?? false,
    ...(options.disturb === undefined ? {} : { disturbMs: parseDuration(options.disturb) / 1e6 }),
    digest: options.digest,
    directory: undefined,
    stop: stopConditions(options),
    ...(options.delays === undefined ? {} : { delays: readDelayFile(options.delays) }),
    models: options.models.map((file) => resolve(file)),
    clockAdvances: options.clockAdvances ?? false,
    ...(options.measure === undefined ? {} : { measure: resolve(options.measure) }),
    executors: options.executor.map(parseExecutorChoice),
    ...(options.monitorTimeout === undefined
      ? {}
      : { monitor: { timeoutSeconds: parseDuration(options.monitorTimeout) / 1e9 } }),
    command: ['orrery', ...process.argv.slice(2)],
  };
}

function stopConditions(options: CommonRunOptions): RunConfig['stop'] & object {
  for (const condition of options.untilTopic) parseTopicCondition(condition);
  const { wallLimit } = options;
  return {
    topics: options.untilTopic,
    played: options.untilPlayed ?? false,
    exited: options.untilExit,
    codeByEnd: options.exitCodeByEnd ?? false,
    ...(wallLimit === undefined ? {} : { wallSeconds: parseDuration(wallLimit) / 1e9 }),
  };
}

function directoryOf(name: string, record: string | boolean): string | undefined {
  if (record === false) return undefined;
  return typeof record === 'string' ? resolve(record) : freeRunDirectory(name);
}

function rateOf({ rate, realTime }: RunOptions): number | undefined {
  if (rate === undefined) return realTime ? 1 : undefined;
  const factor = Number(rate);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new OrreryError('ORR_RATE', `The rate "${rate}" is no number above 0; give e.g. 0.5.`);
}

function wholeNumber(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text);
  throw new OrreryError('ORR_NUMBER', `"${text}" is no whole number.`);
}
