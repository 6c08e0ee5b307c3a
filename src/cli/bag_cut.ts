import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type BagReader, hashBag, replayTest, sliceBag, type TestRunner } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { spawnRun } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { selectionOf, tolerance } from './bag_options.js';
import { withBag } from './bag_read_commands.js';
import { print, printNote } from './print.js';
import { printCodedError } from './print_error.js';
import { ProgressLine } from './progress_line.js';
import { addRunOptions, configOf, type RunWords } from './run_words.js';

interface CutWords extends RunWords {
  readonly from?: string;
  readonly to?: string;
  readonly asTest: string;
  readonly nodes: readonly string[];
  readonly inputs?: readonly string[];
  readonly outputs: readonly string[];
  readonly digestOnly?: boolean;
  readonly absolute?: string;
  readonly relative?: string;
  readonly time?: string;
  readonly settle: string;
  readonly runner: TestRunner;
}

/** `orrery bag cut`: a window of a bag and what nodes make of it become a regression test. */
export function bagCutCommand(rosArgs: readonly string[]): Command {
  const command = new Command('cut')
    .description('Freeze a window of inputs, and what nodes make of it, into a test folder.')
    .argument('<bag>')
    .option('--from <time>', 'first log time: +SECONDS, -SECONDS, SECONDS or NANOSECONDSns')
    .option('--to <time>', 'last log time')
    .requiredOption('--as-test <directory>', 'the folder to create')
    .requiredOption('--nodes <files...>', 'the nodes under test')
    .requiredOption('--outputs <topics...>', 'which of their outputs to compare')
    .option('--inputs <topics...>', 'what to play to them (default: all but the outputs)')
    .option('--digest-only', 'keep only the digest of the outputs: they must be bit-equal')
    .option('--absolute <number>', 'numbers that differ by no more than this are equal')
    .option('--relative <number>', 'the same, in proportion to the larger number')
    .option('--time <duration>', 'stamps that differ by no more than this are equal')
    .option('--settle <duration>', 'how long to continue after the last input', '1s')
    .addOption(
      new Option('--runner <runner>', 'test framework')
        .choices(['node', 'vitest', 'jest'])
        .default('node'),
    );
  return addRunOptions(command).action((path: string, words: CutWords) =>
    withBag(path, (bag) => cut(bag, words, rosArgs)),
  );
}

async function cut(bag: BagReader, words: CutWords, rosArgs: readonly string[]): Promise<void> {
  const directory = resolve(words.asTest);
  if (existsSync(directory)) {
    throw new OrreryError(
      'ORR_OUTPUT_EXISTS',
      `${directory} already exists; remove it or choose another name.`,
      { place: { file: directory } },
    );
  }
  const tolerances = tolerancesOf(words);
  if (words.digestOnly === true && tolerances.length > 0) {
    throw new OrreryError('ORR_BAG_CUT', 'A digest has no tolerance; leave out one of the two.');
  }
  const partial = `${directory}.partial-${process.pid}`;
  try {
    mkdirSync(partial, { recursive: true });
    const config = await freezeInputs(bag, words, rosArgs, partial);
    if (!(await freezeOutputs(config))) {
      process.exitCode = 1;
      return;
    }
    const digest = await digestOf(config.output.recording!.path, words.outputs);
    if (words.digestOnly === true) rmSync(config.output.recording!.path);
    const text = replayTest({
      runner: words.runner,
      title: `${basename(bag.path)} ${words.from ?? 'start'} to ${words.to ?? 'end'} gives the frozen ${words.outputs.join(', ')}`,
      record: recordWords(words, config, directory),
      digest: words.digestOnly === true ? digest : undefined,
      rosArgs,
      tolerances,
    });
    const isScript = words.runner === 'jest';
    writeFileSync(join(partial, `replay.test.${isScript ? 'js' : 'mjs'}`), text);
    // Independent of what the surrounding package says about its modules.
    if (isScript) writeFileSync(join(partial, 'package.json'), '{ "type": "commonjs" }\n');
    renameSync(partial, directory);
    print(`digest ${digest}\ntest in ${directory}\n`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Writes `inputs.mcap` and returns how to run the nodes with it. */
async function freezeInputs(
  bag: BagReader,
  words: CutWords,
  rosArgs: readonly string[],
  directory: string,
): Promise<RunConfig> {
  const { from, to, inputs, outputs } = words;
  const { start, end } = selectionOf({ start: from, end: to }, bag.metadata);
  const path = join(directory, 'inputs.mcap');
  const exclude = inputs === undefined ? outputs : undefined;
  const keepLatched = start !== undefined;
  await sliceBag(bag, path, { start, end, topics: inputs, exclude, keepLatched });
  const span = await withBag(path, ({ metadata }) => {
    if (metadata.messageCount > 0) return metadata.duration;
    throw new OrreryError(
      'ORR_BAG_CUT',
      `${bag.path} has no input between the two times; choose another window.`,
      { place: { file: bag.path } },
    );
  });
  const config = configOf(basename(directory), words.nodes, words, rosArgs);
  return withChanges(config, {
    system: { bags: [{ path }] },
    stop: { duration: config.stop.duration ?? Number(span) + parseDuration(words.settle) },
    output: { recording: { path: join(directory, 'expected.mcap'), topics: outputs } },
  });
}

/** Records what the nodes make of the inputs; false when the run failed. */
async function freezeOutputs(config: RunConfig): Promise<boolean> {
  const running = spawnRun(config);
  const progress = new ProgressLine(running, config.stop.duration);
  try {
    const { warnings, errors, exitCode } = await running.outcome;
    progress.stop();
    for (const warning of warnings) printNote(`warning: ${warning}\n`);
    for (const { code, message, place, stack } of errors) {
      printCodedError(code, message, place, stack);
    }
    return exitCode === 0;
  } finally {
    progress.stop();
  }
}

function digestOf(path: string, outputs: readonly string[]): Promise<string> {
  return withBag(path, (bag) => {
    const silent = outputs.filter((name) => !bag.topics.some((topic) => topic.name === name));
    if (silent.length === 0) return hashBag(bag).total;
    throw new OrreryError(
      'ORR_BAG_CUT',
      `The nodes published nothing on ${silent.join(', ')}; choose a longer window or other outputs.`,
      { place: { topic: silent[0]! } },
    );
  });
}

/** The run of {@link freezeOutputs} in words for `orrery bag record`. */
function recordWords(
  words: CutWords,
  { seed, stop: { duration }, system: { distro } }: RunConfig,
  directory: string,
): string[] {
  const files = words.nodes.map((file) => relative(directory, resolve(file)));
  const { initialTime, instantLimit } = words;
  return [
    ...files,
    ...['--topics', ...words.outputs],
    ...['--include-hidden-topics', '--until', `${duration}ns`],
    ...['--seed', seed, '--distro', distro],
    ...words.param.flatMap((rule) => ['--param', rule]),
    ...(initialTime === undefined ? [] : ['--initial-time', initialTime]),
    ...(instantLimit === undefined ? [] : ['--instant-limit', instantLimit]),
  ];
}

function tolerancesOf({ absolute, relative: share, time }: CutWords): string[] {
  return [
    ...(absolute === undefined ? [] : ['--absolute', String(tolerance(absolute))]),
    ...(share === undefined ? [] : ['--relative', String(tolerance(share))]),
    ...(time === undefined ? [] : ['--time', `${parseDuration(time)}ns`]),
  ];
}
