import { writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import {
  type Check,
  type ExploreResult,
  exploreSystem,
  findRaces,
  parseCheck,
  type SearchStrategy,
  savedTest,
} from '../explore/index.js';
import { parseDuration } from '../kernel/index.js';
import { corpusText, type ScheduleFile, scheduleText } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';
import { adviseEnd, sayWhenItEnds } from './advise_end.js';
import type { CommandLine } from './command_line.js';
import {
  FAULT_EXAMPLES,
  parseDelayBounds,
  parseLossBudget,
  parsePossibleFault,
} from './explore_options.js';
import { print } from './print.js';
import { ExploreProgressLine, printExploration, printRaces } from './print_exploration.js';
import { readCorpus, readSchedule } from './read_schedule.js';
import { replaySaved } from './replay_saved.js';
import type { RunCommandOptions } from './run.js';
import { collect, paramOption } from './run_option_groups.js';
import { UNREPORTED, UNREPORTED_WORDS, withRunOptions } from './run_options.js';
import { systemConfigOf } from './system.js';
import { jobsOf, positiveInteger } from './whole_number.js';

interface ExploreCommandOptions extends RunCommandOptions {
  readonly check: readonly string[];
  readonly strategy: SearchStrategy['kind'];
  readonly runs?: string;
  readonly depth: string;
  readonly bound: string;
  readonly isolated?: boolean;
  readonly searchSeed: string;
  readonly delay: readonly string[];
  readonly jitter?: string;
  readonly discovery?: string;
  readonly lose: readonly string[];
  readonly fault: readonly string[];
  readonly jobs?: string;
  readonly first?: boolean;
  readonly races?: boolean;
  readonly perPair: string;
  readonly save?: string;
  readonly saveTest?: string;
  readonly replay?: string;
  readonly corpus?: string;
}

/** The exit code that shells use for a command that Ctrl-C ended. */
const INTERRUPTED = 130;
const SYSTEMATIC_RUNS = 1000;

export function exploreCommand(line: CommandLine): Command {
  const command = withSearchOptions(new Command('explore'));
  return withRunOptions(command, [...UNREPORTED, 'schedule']).action(
    async (files: string[], options: ExploreCommandOptions) => {
      const interruption = new AbortController();
      const interrupt = () => interruption.abort();
      // Stays until the end of the process: one Ctrl-C may come twice, from the terminal and passed on by npm.
      process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
      const code = await explore(files, options, line, interruption.signal);
      process.exitCode = interruption.signal.aborted ? INTERRUPTED : code;
    },
  );
}

/** Adds the options of a search to the command. */
function withSearchOptions(command: Command): Command {
  return command
    .argument('<files...>', 'user files as in orrery run, or a launch file and its arguments')
    .optionsGroup('Search:')
    .option(
      '--check <what>',
      'what must hold: topic:/name: condition, eventually:, leads-to:, progress:, answered:, starvation:, program:file, test:file, never:question, order:/node (repeatable)',
      collect,
      [],
    )
    .addOption(
      new Option('--strategy <how>', 'how to search')
        .choices(['portfolio', 'random', 'pct', 'systematic', 'dpor'])
        .default('portfolio'),
    )
    .option(
      '--runs <count>',
      'most runs (default: 100; systematic and dpor 1000; portfolio 500, and 100 once something fails)',
    )
    .option('--depth <d>', 'pct: how many orderings the bug needs', '2')
    .option('--bound <n>', 'systematic: at most this many decisions', '2')
    .option('--isolated', 'nodes of one program share nothing but what ROS carries')
    .option('--search-seed <seed>', 'seed of the search', '0')
    .option('--jitter <time>', 'how late timers, callbacks, messages and answers may be, e.g. 2ms')
    .option('--discovery <time>', 'how long endpoints may need to find each other, e.g. 200ms')
    .option(
      '--delay </name=min..max>',
      'delays of a topic or service to try, e.g. /scan=0..20ms; *=0..20ms for all (repeatable)',
      collect,
      [],
    )
    .option(
      '--lose </topic=count>',
      'messages of a topic, or calls of a service, that a run may lose; *=1 for each topic (repeatable)',
      collect,
      [],
    )
    .option(
      '--fault <what>',
      `a fault that may happen once: ${FAULT_EXAMPLES} (repeatable)`,
      collect,
      [],
    )
    .option('-j, --jobs <count>', 'threads (default: all cores)')
    .option('--first', 'end at the first failure (always with systematic and dpor)')
    .option('--races', 'find callbacks of one instant that do not commute, instead of failures')
    .option('--per-pair <count>', 'races: swaps to try for each pair', '3')
    .option('--save <file>', 'write the shrunk schedule, for orrery run --schedule')
    .option('--save-test <file>', 'write a test for node --test that repeats it')
    .option(
      '--corpus <file>',
      'keep runs that show something new in this file, and begin with those in it',
    )
    .option('--replay <file>', 'repeat this schedule and judge the run, instead of searching')
    .addOption(paramOption());
}

/** The run that is varied. */
export function searchedConfigOf(
  files: readonly string[],
  options: RunCommandOptions,
  line: CommandLine,
): RunConfig {
  return systemConfigOf(files, { ...options, ...UNREPORTED_WORDS }, line);
}

async function explore(
  files: readonly string[],
  options: ExploreCommandOptions,
  line: CommandLine,
  signal: AbortSignal,
): Promise<number> {
  const experiment = experimentOf(searchedConfigOf(files, options, line), options);
  const parallel = jobsOf(options.jobs);
  if (options.replay !== undefined) {
    return replaySaved(experiment, options.replay, readSchedule(options.replay), options);
  }
  const progress = new ExploreProgressLine();
  const hasEnded = adviseEnd(sayWhenItEnds(options));
  if (options.races) {
    const report = await findRaces({
      ...experiment,
      parallel,
      runs: positiveInteger(options.runs ?? String(SYSTEMATIC_RUNS)),
      perPair: positiveInteger(options.perPair),
      signal,
      onProgress: (done, of) => {
        hasEnded();
        progress.show(`${done} of ${of} swaps`);
      },
    });
    progress.clear();
    printRaces(report, options.json ?? false);
    return report.races.length === 0 && report.failure === undefined ? 0 : 1;
  }
  const strategy = strategyOf(options);
  const result = await exploreSystem({
    ...experiment,
    strategy,
    ...(options.runs === undefined ? {} : { runs: positiveInteger(options.runs) }),
    ...(options.first === undefined ? {} : { first: options.first }),
    seed: options.searchSeed,
    ...(options.corpus === undefined ? {} : { corpus: readCorpus(options.corpus) }),
    parallel,
    signal,
    onProgress: (state) => {
      hasEnded();
      progress.follow(state, options.runs);
    },
  });
  progress.clear();
  if (options.corpus !== undefined) writeFileSync(options.corpus, corpusText(result.corpus));
  printExploration(result, options.json ?? false);
  if (result.shrunk === undefined) {
    return result.unevaluated.length + result.unrepeated.length > 0 ? 1 : 0;
  }
  save(result, experiment, options);
  return 1;
}

/** What may vary, and what must hold. */
function experimentOf(config: RunConfig, options: ExploreCommandOptions) {
  return {
    config,
    checks: options.check.map(parseCheck),
    delays: options.delay.map(parseDelayBounds),
    losses: options.lose.map(parseLossBudget),
    faults: options.fault.map(parsePossibleFault),
    isolated: options.isolated ?? false,
    jitter: options.jitter === undefined ? 0 : parseDuration(options.jitter),
    discovery: options.discovery === undefined ? 0 : parseDuration(options.discovery),
  };
}

function strategyOf(options: ExploreCommandOptions): SearchStrategy {
  if (options.strategy === 'pct') return { kind: 'pct', depth: positiveInteger(options.depth) };
  if (options.strategy !== 'systematic') return { kind: options.strategy };
  return { kind: 'systematic', bound: positiveInteger(options.bound) };
}

interface Searched {
  readonly config: RunConfig;
  readonly checks: readonly Check[];
}

function save(
  { shrunk, varied }: ExploreResult,
  { config, checks }: Searched,
  options: ExploreCommandOptions,
): void {
  const { decisions, text, digest } = shrunk!;
  const prepared = checks.reduce<RunConfig>((done, check) => check.prepare(done), config);
  const schedule: ScheduleFile = {
    failure: text,
    ...(digest === undefined ? {} : { digest }),
    ...varied,
    decisions,
    expect: prepared.proof.expect ?? [],
    liveness: prepared.proof.liveness ?? [],
    programs: prepared.system.programs.slice(config.system.programs.length).map(({ file }) => file),
    command: ['orrery', ...process.argv.slice(2)],
  };
  if (options.save !== undefined) {
    writeFileSync(options.save, scheduleText(schedule));
    if (!options.json) print(`schedule in ${options.save}\n`);
  }
  if (options.saveTest !== undefined) {
    const directory = relative(dirname(resolve(options.saveTest)), process.cwd());
    const words = systemWords(process.argv.slice(3));
    writeFileSync(options.saveTest, savedTest(schedule, words, directory));
    if (!options.json) print(`test in ${options.saveTest}\n`);
  }
}

/** Options that determine how to search, not what. */
const SEARCH_OPTIONS: ReadonlySet<string> = new Set(
  '--strategy --runs --depth --bound --search-seed -j --jobs --save --save-test --corpus'.split(
    ' ',
  ),
);
const SEARCH_FLAGS: ReadonlySet<string> = new Set(['--first', '--json']);

/** The words of a command line that describe the system and its checks. */
function systemWords(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [name = ''] = words[i]!.split('=');
    if (SEARCH_FLAGS.has(name)) continue;
    if (!SEARCH_OPTIONS.has(name)) kept.push(words[i]!);
    else if (name === words[i]) i++;
  }
  return kept;
}
