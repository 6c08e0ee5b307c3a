import { OrreryError } from '../../errors/index.js';
import { parseRosArguments, type RosArguments } from '../../parameters/index.js';

/** One `--component <package> <class> [--component-ros-args …]`. */
export interface ComponentArgument {
  /** Its package, or the file that it is in. */
  readonly package: string;
  /** The class as registered, e.g. `my_pkg::Talker`. */
  readonly plugin: string;
  /** Arguments of this component only. */
  readonly ros: RosArguments;
}

/** A command line of rslcpp's dynamic job. */
export interface ComponentCommand {
  readonly components: readonly ComponentArgument[];
  /** Arguments after `--ros-args`, which hold for every component. */
  readonly ros: RosArguments;
  /** Everything that is neither, in order: options of the program itself. */
  readonly rest: readonly string[];
}

const COMPONENT = '--component';
const COMPONENT_ARGS = '--component-ros-args';
const ROS_ARGS = '--ros-args';
const OTHERWISE = `write the options of Orrery before the first ${COMPONENT}, or after --`;

function refuse(message: string): never {
  throw new OrreryError('ORR_COMPONENT_ARGS', message);
}

/** How many words belong to the block that begins before `from`. */
function blockEnd(argv: readonly string[], from: number): number {
  let end = from;
  while (end < argv.length && ![COMPONENT, ROS_ARGS, '--'].includes(argv[end]!)) end++;
  return end;
}

function component(words: readonly string[]): { component: ComponentArgument; rest: string[] } {
  const [packageName, plugin, marker] = words;
  if (packageName === undefined || plugin === undefined || plugin.startsWith('-')) {
    return refuse(
      `${COMPONENT} needs a package or a file, and a class: ${COMPONENT} my_pkg my_pkg::Talker.`,
    );
  }
  const hasArguments = marker === COMPONENT_ARGS;
  if (!hasArguments && (marker === '-p' || marker === '-r')) {
    return refuse(`Write ${COMPONENT_ARGS} before the arguments of ${plugin}.`);
  }
  const ros = parseRosArguments(hasArguments ? words.slice(3) : [], OTHERWISE);
  return {
    component: { package: packageName, plugin, ros },
    rest: hasArguments ? [] : words.slice(2),
  };
}

/**
 * Parses rslcpp's command line:
 * `--component <package> <class> [--component-ros-args -p a:=b -r x:=y] … [--ros-args …]`.
 * The arguments of a component reach to the next `--component`, `--ros-args` or `--`.
 *
 * @throws OrreryError `ORR_COMPONENT_ARGS`, `ORR_ROS_ARGS_INVALID`, `ORR_REMAP_INVALID`
 */
export function parseComponentCommand(argv: readonly string[]): ComponentCommand {
  const components: ComponentArgument[] = [];
  const rosWords: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; ) {
    const word = argv[i]!;
    if (word === COMPONENT_ARGS) {
      refuse(`${COMPONENT_ARGS} must follow ${COMPONENT} <package> <class>.`);
    }
    if (word !== COMPONENT && word !== ROS_ARGS) {
      if (word !== '--') rest.push(word);
      i++;
      continue;
    }
    const end = blockEnd(argv, i + 1);
    const words = argv.slice(i + 1, end);
    if (word === ROS_ARGS) {
      rosWords.push(...words);
    } else {
      const parsed = component(words);
      components.push(parsed.component);
      rest.push(...parsed.rest);
    }
    i = end;
  }
  return { components, ros: parseRosArguments(rosWords, OTHERWISE), rest };
}
