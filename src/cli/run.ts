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
import { ProgressLine } from './progress_line.js';

interface RunOptions {
  readonly until?: string;
  readonly seed: string;
  readonly record: string | boolean;
  readonly bag: readonly string[];
  readonly distro: RunConfig['distro'];
  readonly initialTime?: string;
  readonly instantLimit?: string;
  readonly param: readonly string[];
  readonly json?: boolean;
  readonly realTime?: boolean;
  readonly rate?: string;
  readonly digest: RunConfig['digest'];
}

const DISTROS = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];

/** `rosArgs`: what followed `--ros-args` on the command line. */
export function runCommand(rosArgs: readonly string[]): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('run')
    .description('Run scripts, components or a job of rclnodejs nodes in virtual time.')
    .argument(
      '<files...>',
      'user files (.js .cjs .mjs .ts); after --ros-args, arguments as in ROS 2',
    )
    .option('--until <duration>', 'end after this much virtual time, e.g. 20s')
    .option('--seed <seed>', 'seed of everything random', '0')
    .option('--bag <path[,option=value…]>', 'play this bag (repeatable)', collect, [])
    .option(
      '-p, --param <name:=value>',
      'parameter for the job or its nodes (repeatable)',
      collect,
      [],
    )
    .option(
      '--record <directory>',
      'leave recording, trace and run.json there (default: runs/<name>)',
    )
    .option('--no-record', 'leave nothing behind')
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
    .option('--json', 'print the result as JSON')
    .action(async (files: string[], options: RunOptions) => {
      process.exitCode = await run(configOf(files, options, rosArgs));
    });
}

async function run({ config, json }: Invocation): Promise<number> {
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

interface Invocation {
  readonly config: RunConfig;
  readonly json: boolean;
}

function configOf(
  files: readonly string[],
  options: RunOptions,
  rosArgs: readonly string[],
): Invocation {
  const programs = files.map((file): Program => ({ file: mainFileOf(file), args: [] }));
  const name = basename(resolve(files[0]!)).replace(/\.[cm]?[jt]s$/, '');
  const config: RunConfig = {
    name,
    programs,
    bags: options.bag.map(parseBagArgument),
    seed: options.seed,
    distro: options.distro,
    initialTime: options.initialTime === undefined ? undefined : wholeNumber(options.initialTime),
    duration: options.until === undefined ? undefined : parseDuration(options.until),
    instantLimit:
      options.instantLimit === undefined ? undefined : Number(wholeNumber(options.instantLimit)),
    rate: rateOf(options),
    digest: options.digest,
    directory: directoryOf(name, options.record),
    rosArgs: [...rosArgs, ...options.param.flatMap((rule) => ['-p', rule])],
  };
  return { config, json: options.json ?? false };
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
}

const END_TEXT: Readonly<Record<RunOutcome['end'], string>> = {
  idle: 'Nothing left to do',
  until: 'Done',
  finished: 'Finished',
  interrupted: 'Interrupted',
  failed: 'Failed',
};
