import { type ComponentCommand, parseComponentCommand } from '../launch/index.js';
import { parseRosArguments, type RosArguments } from '../parameters/index.js';

/** A command line, split into what commander reads and what is for the nodes. */
export interface CommandLine {
  /** What commander reads, from the program's own two words on. */
  readonly words: readonly string[];
  readonly ros: RosArguments;
  readonly components: ComponentCommand['components'];
}

/**
 * Removes from a command line what commander must not see: `--component …` of `orrery run` and
 * `orrery doctor`, and everything after `--ros-args`.
 */
export function splitCommandLine(argv: readonly string[]): CommandLine {
  if (/^(run|doctor)$/.test(argv[2] ?? '') && argv.includes('--component')) {
    const { components, ros, rest } = parseComponentCommand(argv);
    return { components, ros, words: rest };
  }
  const at = argv.indexOf('--ros-args');
  const words = at < 0 ? argv : argv.slice(0, at);
  return { words, ros: parseRosArguments(at < 0 ? [] : argv.slice(at + 1)), components: [] };
}
