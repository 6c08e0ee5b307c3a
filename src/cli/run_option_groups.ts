import { Option } from 'commander';
import { liveRunOptions } from './network_options.js';

/** The headings of the options that run a system, by purpose. */
export const OPTION_GROUPS = {
  common: 'Most used:',
  input: 'Input:',
  end: 'End of the run:',
  time: 'Time:',
  models: 'Models:',
  record: 'Record:',
  live: 'Real network:',
  proof: 'Proof:',
} as const;

const DISTROS = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];

/** Collects the values of an option that may be repeated. */
export function collect(value: string, list: readonly string[]): readonly string[] {
  return [...list, value];
}

/** Options of a run that not every command supports, by what they concern. */
const PARTIAL_OPTIONS = {
  input: ['--bag', '--rate'],
  record: ['--record', '--no-record'],
  report: ['--junit'],
  exitCode: ['--exit-code-by-end'],
  measure: ['--measure'],
  schedule: ['--schedule'],
  stale: ['--allow-stale'],
  check: ['--check'],
  json: ['--json'],
  doctor: ['--doctor'],
  live: liveRunOptions().map(({ long }) => long ?? ''),
} as const;

/**
 * The options of a run under their headings, in the order of the help.
 *
 * @param without - what the command does not support: these options are not accepted
 */
export function runOptionGroups(
  without: readonly (keyof typeof PARTIAL_OPTIONS)[] = [],
): ReadonlyMap<string, readonly Option[]> {
  const { common, input, end, time, models, record, live, proof } = OPTION_GROUPS;
  const omitted = without.flatMap<string>((part) => PARTIAL_OPTIONS[part]);
  const groups: readonly [string, readonly Option[]][] = [
    [common, [...mostUsed(), ...filesOfRun()]],
    [input, inputOptions()],
    [end, endOptions()],
    [time, timeOptions()],
    [models, modelOptions()],
    [record, [new Option('--junit <file>', 'write the result as JUnit XML')]],
    [live, liveRunOptions()],
    [proof, proofOptions()],
  ];
  const isKept = ({ long }: Option) => !omitted.includes(long ?? '');
  return new Map(groups.map(([heading, options]) => [heading, options.filter(isKept)]));
}

/** `-p`, for every command that runs nodes. */
export function paramOption(): Option {
  return repeatable('-p, --param <name:=value>', 'parameter for the nodes or the job').helpGroup(
    OPTION_GROUPS.common,
  );
}

/** `--allow-command`, for every command that takes a launch file. */
export function allowCommandOption(): Option {
  return new Option(
    '--allow-command',
    'let $(command …) of a launch file start programs',
  ).helpGroup(OPTION_GROUPS.input);
}

/** `--without`, likewise. */
export function withoutOption(): Option {
  const flags = '--without <package[/executable]>';
  return repeatable(flags, 'leave this out of what a launch file starts').helpGroup(
    OPTION_GROUPS.input,
  );
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`).default([]).argParser(collect);
}

function mostUsed(): Option[] {
  return [
    new Option('--until <duration>', 'end after this much virtual time, e.g. 20s'),
    repeatable('--models <file.yaml>', 'execution times, links, faults (docs/models.md)'),
    repeatable(
      '--executor <[name=]policy>',
      'policy of all or of the named executors, processes or nodes, e.g. multi:4',
    ),
    new Option('--seed <seed>', 'seed of everything random').default('0'),
    new Option('--json', 'print the result as JSON'),
  ];
}

function filesOfRun(): Option[] {
  return [
    repeatable('--bag <path[,option=value…]>', 'play this bag'),
    new Option('--rate <factor>', 'pace the run: virtual seconds per second, e.g. 0.5'),
    new Option(
      '--record <directory>',
      'leave recording, trace and run.json there (default: runs/<name>)',
    ),
    new Option('--no-record', 'leave nothing behind'),
  ];
}

function inputOptions(): Option[] {
  return [
    repeatable('--attach <node[@domain]>', 'wait for this node, which is started by hand'),
    repeatable('--packages <folder>', 'look for packages here first'),
    repeatable('--env <NAME[=value]>', "set a variable, or pass on the machine's"),
    repeatable('--env-file <file>', 'set the variables of this file'),
    new Option('--stdin <file>', 'what programs read as standard input; - for what is piped in'),
    new Option('--distro <distro>', 'ROS 2 distribution (default: jazzy)').choices(DISTROS),
  ];
}

function endOptions(): Option[] {
  return [
    repeatable(
      '--until-topic <condition>',
      'end when a message fulfils \'/topic: field > 3 and other == "x"\'',
    ),
    new Option('--until-played', 'end when all bags have been played'),
    repeatable('--until-exit <process>', 'end when this process has ended'),
    new Option(
      '--monitor-timeout <duration>',
      'add a monitor node that ends the run, as in rslcpp',
    ),
    new Option('--wall-limit <duration>', 'give up after this much wall time'),
    new Option(
      '--instant-limit <n>',
      'most callbacks in one instant; more are reported as a cycle',
    ),
    new Option('--message-limit <bytes>', 'most bytes that a message may take'),
    new Option('--exit-code-by-end', 'exit with a distinct code for each end (docs/launch.md)'),
  ];
}

function timeOptions(): Option[] {
  return [
    new Option('--initial-time <ns>', 'what the clock reads at the start, in ns since the epoch'),
    new Option('--clock-advances', 'let a callback that takes time see its time pass'),
    new Option('--real-time', 'pace the run by the wall clock; the same as --rate 1'),
  ];
}

function modelOptions(): Option[] {
  return [
    new Option('--delays <file.csv>', 'delay file of rslcpp: fixed delays by topic'),
    new Option(
      '--measure <file.yaml>',
      'measure how long callbacks compute, to replay it with --models',
    ),
    new Option('--schedule <file>', 'repeat a schedule that orrery explore has found'),
    new Option('--allow-stale', 'only warn about decisions of a schedule that no longer apply'),
  ];
}

function proofOptions(): Option[] {
  return [
    repeatable('--check <what>', 'what must hold, as in orrery explore, e.g. topic:/x: data < 2'),
    new Option(
      '--digest <what>',
      'what enters the digest; that of a recorded run always has the contents',
    )
      .choices(['content', 'order', 'off'])
      .default('content'),
    new Option('--doctor', 'explain what would fail silently; exit code 1 for errors'),
    new Option('--strict', 'make every escape from the virtual world an error'),
    new Option('--disturb <duration>', 'really sleep for up to this long before each callback'),
  ];
}
