import { resolve } from 'node:path';
import { Command } from 'commander';
import {
  type Comparison,
  compareSystem,
  comparisonCsv,
  comparisonJson,
  comparisonReport,
  comparisonText,
  parseMetric,
  runDirectory,
  seedsOf,
  variantsOf,
} from '../compare/index.js';
import { writeOutputFile } from '../record/index.js';
import { writeStudioPage } from '../studio/index.js';
import type { CommandLine } from './command_line.js';
import { print, printProgress } from './print.js';
import { systemOfWords } from './system.js';
import { jobsOf } from './whole_number.js';

interface CompareOptions {
  readonly executor: readonly string[];
  readonly variant: readonly string[];
  readonly seeds: string;
  readonly metric: readonly string[];
  readonly jobs?: string;
  readonly keep?: string;
  readonly json?: boolean;
  readonly csv?: string;
  readonly html?: string;
}

/** `line`: the part of the command line that is for the nodes. */
export function compareCommand(line: CommandLine): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  const words = (value: string, list: readonly string[]) => [
    ...list,
    ...value.split(',').filter(Boolean),
  ];
  return new Command('compare')
    .argument('<system...>', 'a launch file or user files, and options as for launch or run')
    .option(
      '-e, --executor <list>',
      'executors to compare, e.g. events,single,multi:4,rclc; as-is: those of the system',
      words,
      [],
    )
    .option('--variant <options>', 'options of a variant, e.g. "--models slow.yaml"', collect, [])
    .option('--seeds <count>', 'how many seeds, or which: 3,7,11', '1')
    .option(
      '-m, --metric <metric>',
      'e.g. rate(/scan), last(/odom:pose.pose.position.x)',
      collect,
      [],
    )
    .option('-j, --jobs <count>', 'runs at the same time (default: all cores)')
    .option('--keep <directory>', 'keep all runs in this directory')
    .option('--json', 'print everything as JSON')
    .option('--csv <file>', 'write one line per run')
    .option(
      '--html <file>',
      'write a page of the studio; with --keep, with the runs of the first two variants',
    )
    .allowUnknownOption()
    .action(async (system: string[], options: CompareOptions) => {
      process.exitCode = await compare(system, line, options);
    });
}

async function compare(
  system: readonly string[],
  line: CommandLine,
  options: CompareOptions,
): Promise<number> {
  const variants = variantsOf(options.executor, options.variant).map(({ name, options: more }) => ({
    name,
    config: systemOfWords([...system, ...more], line),
  }));
  const seeds = seedsOf(options.seeds);
  const metrics = options.metric.map(parseMetric);
  const abort = new AbortController();
  const interrupt = () => abort.abort(new Interrupted());
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const total = variants.length * seeds.length;
  try {
    const comparison = await compareSystem({
      ...{ variants, seeds, metrics },
      parallel: jobsOf(options.jobs),
      ...(options.keep === undefined ? {} : { keep: resolve(options.keep) }),
      onProgress: (done, name) => progress(`${done} of ${total} runs (last: ${name})`),
      signal: abort.signal,
    });
    progress('');
    if (options.csv !== undefined) writeOutputFile(options.csv, comparisonCsv(comparison));
    if (options.html !== undefined) writePage(options.html, comparison, options.keep);
    print(options.json ? comparisonJson(comparison) : comparisonText(comparison));
    return 0;
  } catch (error) {
    progress('');
    if (error instanceof Interrupted) return 130;
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function writePage(file: string, comparison: Comparison, keep: string | undefined): void {
  const kept = comparison.variants.map((_, i) => runDirectory(keep ?? '', i, comparison.seeds[0]!));
  writeStudioPage(keep === undefined ? [] : kept.slice(0, 2), file, {
    report: comparisonReport(comparison),
  });
}

class Interrupted extends Error {}

function progress(text: string): void {
  printProgress(text);
}
