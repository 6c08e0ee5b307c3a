import { basename, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import {
  freeRunDirectory,
  type Program,
  type RunConfig,
  type RunOutcome,
  spawnRun,
} from '../job/index.js';
import { parseBagArgument } from './bag_playback.js';
import { parseDuration } from './duration.js';
import { mainFileOf } from './main_file.js';
import { printCodedError } from './print_error.js';
import { printLeaks } from './print_leaks.js';
import { ProgressLine } from './progress_line.js';

/** Words of the options that every command with a run has. */
export interface RunWords {
  readonly until?: string;
  readonly seed: string;
  readonly distro: RunConfig['distro'];
  readonly initialTime?: string;
  readonly instantLimit?: string;
  readonly param: readonly string[];
  readonly strict?: boolean;
  readonly disturb?: string;
  readonly json?: boolean;
  readonly realTime?: boolean;
  readonly rate?: string;
  readonly digest: RunConfig['digest'];
}

interface RunOptions extends RunWords {
  readonly record: string | boolean;
  readonly bag: readonly string[];
}

const DISTROS = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];

export const collect = (value: string, list: readonly string[]) => [...list, value];

/** `rosArgs`: what followed `--ros-args` on the command line. */
export function runCommand(rosArgs: readonly string[]): Command {
  const command = new Command('run')
    .description('Run scripts, components or a job of rclnodejs nodes in virtual time.')
    .argument(
      '<files...>',
      'user files (.js .cjs .mjs .ts); after --ros-args, arguments as in ROS 2',
    )
    .option('--bag <path[,option=value…]>', 'play this bag (repeatable)', collect, [])
    .option(
      '--record <directory>',
      'leave recording, trace and run.json there (default: runs/<name>)',
    )
    .option('--no-record', 'leave nothing behind');
  return addRunOptions(command).action(async (files: string[], options: RunOptions) => {
    const name = runName(files[0]!);
    const config: RunConfig = {
      ...configOf(name, files, options, rosArgs),
      bags: options.bag.map(parseBagArgument),
      directory: directoryOf(name, options.record),
    };
    process.exitCode = await run(config, options.json);
  });
}

/** The options of a run that do not say what it reads and writes. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--until <duration>', 'end after this much virtual time, e.g. 20s')
    .option('--seed <seed>', 'seed of everything random', '0')
    .option(
      '-p, --param <name:=value>',
      'parameter for the job or its nodes (repeatable)',
      collect,
      [],
    )
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
    .option('--rate <factor>', 'pace the run: virtual seconds per second, e.g. 0.5')
    .option('--strict', 'make every escape from the virtual world an error')
    .option('--disturb <duration>', 'really sleep for up to this long before each callback')
    .option('--json', 'print the result as JSON');
}

/** Runs, prints what came of it, and gives the exit code. */
export async function run(config: RunConfig, json = false): Promise<number> {
  const running = spawnRun(config);
  const progress = new ProgressLine(running, config.duration);
  let interrupts = 0;
  const onInterrupt = () => {
    if (++interrupts === 1) running.interrupt();
    else running.kill();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    const outcome = await running.outcome;
    progress.stop();
    report(config, outcome, json);
    return outcome.exitCode;
  } finally {
    progress.stop();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

/** `nodes/talker.ts` → `talker`. */
export function runName(file: string): string {
  return basename(resolve(file)).replace(/\.[cm]?[jt]s$/, '');
}

export function configOf(
  name: string,
  files: readonly string[],
  options: RunWords,
  rosArgs: readonly string[],
): RunConfig {
  return {
    name,
    programs: files.map((file): Program => ({ file: mainFileOf(file), args: [] })),
    bags: [],
    seed: options.seed,
    distro: options.distro,
    initialTime: options.initialTime === undefined ? undefined : wholeNumber(options.initialTime),
    duration: options.until === undefined ? undefined : parseDuration(options.until),
    instantLimit:
      options.instantLimit === undefined ? undefined : Number(wholeNumber(options.instantLimit)),
    rate: rateOf(options),
    digest: options.digest,
    directory: undefined,
    rosArgs: [...rosArgs, ...options.param.flatMap((rule) => ['-p', rule])],
    strict: options.strict ?? false,
    ...(options.disturb === undefined ? {} : { disturbMs: parseDuration(options.disturb) / 1e6 }),
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

function report(config: RunConfig, outcome: RunOutcome, json: boolean): void {
  for (const warning of outcome.warnings) process.stderr.write(`warning: ${warning}\n`);
  if (!json) printLeaks(outcome.leaks);
  for (const { code, message, place, stack } of outcome.errors) {
    printCodedError(code, message, place, stack);
  }
  if (json) {
    const plain = (_key: string, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value;
    process.stdout.write(
      `${JSON.stringify({ ...outcome, directory: config.directory }, plain, 2)}\n`,
    );
    return;
  }
  for (const [name, value] of Object.entries(outcome.results)) {
    process.stdout.write(`${name}: ${value}\n`);
  }
  const virtual = Number(outcome.stop - outcome.start) / 1e9;
  const speed = virtual / outcome.wallSeconds;
  process.stdout.write(
    `${END_TEXT[outcome.end]} after ${virtual.toFixed(3)} s of virtual time: ` +
      `${outcome.callbacks.toLocaleString('en')} callbacks, ${outcome.messages.toLocaleString('en')} messages ` +
      `in ${outcome.wallSeconds.toFixed(2)} s (${speed.toFixed(1)} × real time)\n` +
      `digest ${outcome.digest.total}\n`,
  );
  if (config.directory !== undefined) process.stdout.write(`left in ${config.directory}\n`);
  if (config.recording !== undefined) {
    const count = outcome.recorded.toLocaleString('en');
    process.stdout.write(`recorded ${count} messages in ${config.recording.path}\n`);
  }
}

const END_TEXT: Readonly<Record<RunOutcome['end'], string>> = {
  idle: 'Nothing left to do',
  until: 'Done',
  finished: 'Finished',
  interrupted: 'Interrupted',
  failed: 'Failed',
};
