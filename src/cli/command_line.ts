import { type ComponentCommand, PYTHON_MODULE, parseComponentCommand } from '../launch/index.js';
import { parseRosArguments, type RosArguments } from '../parameters/index.js';

/** A command line, split into what commander reads and what is for the nodes. */
export interface CommandLine {
  /** What commander reads, from the program's own two words on. */
  readonly words: readonly string[];
  readonly ros: RosArguments;
  readonly components: ComponentCommand['components'];
  /** What the programs see on their command line besides ROS arguments. */
  readonly args: readonly string[];
}

/** Commands that take programs, and so arguments for them. */
const OF_PROGRAMS = /^(run|verify|explore|compare|doctor)$/;

/** Commands whose `-m` names a module of Python, as `python3 -m` does. */
const OF_MODULES = /^(run|verify|explore|doctor)$/;

/** What to do with a word after `--ros-args` that is not a ROS argument. */
const OTHERWISE =
  'write the options of Orrery before --ros-args, and what is for the program after --';

/** `[python3] -m MODULE …` as the program that runs the module; all words that follow are for it. */
function withModule(argv: readonly string[]): readonly string[] {
  const ends = argv.findIndex((word) => ['-m', '--', '--ros-args'].includes(word));
  if (!OF_MODULES.test(argv[2] ?? '') || argv[ends] !== '-m') return argv;
  const before = argv.slice(0, ends);
  if (/^python3?$/.test(before.at(-1)!)) before.pop();
  return [...before, PYTHON_MODULE, '--', ...argv.slice(ends + 1)];
}

/**
 * Removes from a command line what commander must not see: `--component …` of `orrery run` and
 * `orrery doctor`, and everything from `--ros-args` or `--` on. As in ROS 2, a further `--` ends the ROS
 * arguments; what is not one of them is for the programs. `-m MODULE` becomes the program that runs it.
 */
export function splitCommandLine(given: readonly string[]): CommandLine {
  const argv = withModule(given);
  if (/^(run|doctor)$/.test(argv[2] ?? '') && argv.includes('--component')) {
    const { components, ros, rest } = parseComponentCommand(argv);
    return { components, ros, words: rest, args: [] };
  }
  const ends = OF_PROGRAMS.test(argv[2] ?? '') ? ['--ros-args', '--'] : ['--ros-args'];
  const found = argv.findIndex((word) => ends.includes(word));
  const at = found < 0 ? argv.length : found;
  const { inside, args } = sorted(argv.slice(at));
  const ros = parseRosArguments(inside, OTHERWISE);
  return { words: argv.slice(0, at), ros, components: [], args };
}

/** ROS arguments and others, each in their order. */
function sorted(words: readonly string[]): { inside: string[]; args: string[] } {
  const inside: string[] = [];
  const args: string[] = [];
  let isRos = false;
  let isPlain = false;
  for (const word of words) {
    if (word === '--ros-args') isRos = true;
    // The first one ends the words of Orrery, the next one those of ROS.
    else if (word === '--' && (isRos || !isPlain)) {
      isRos = false;
      isPlain = true;
    } else (isRos ? inside : args).push(word);
  }
  return { inside, args };
}
