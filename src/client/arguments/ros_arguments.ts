import {
  type ParameterRules,
  type RosArguments as ParsedArguments,
  rulesFromArguments,
  splitRosArguments,
} from '../../parameters/index.js';
import { severityOfName } from '../logging/logging_severity.js';

/** A level given as `--log-level [logger:=]level`. */
export interface LogLevelRule {
  /** Undefined means the default of all loggers. */
  readonly logger?: string;
  /** A value of `LoggingSeverity`. */
  readonly level: number;
}

/**
 * The arguments between `--ros-args` and `--` (or the end) of a command line, as nodes need them.
 */
export interface RosArguments {
  readonly remaps: ParsedArguments['remaps'];
  /** From files and `-p`, in ROS 2's order of precedence. */
  readonly parameters: ParameterRules;
  readonly logLevels: readonly LogLevelRule[];
  readonly enclave: string | null;
  /** False with `--disable-rosout-logs`. */
  readonly rosoutLogs: boolean;
  /** False with `--disable-stdout-logs`. */
  readonly stdoutLogs: boolean;
}

/**
 * Reads the ROS arguments of a command line (design article "ROS 2 command line arguments").
 *
 * @throws {Error} if an argument is unknown, has no value or has a value that cannot be read.
 */
export function parseRosArguments(argv: readonly string[]): RosArguments {
  const { ros, unknown } = splitRosArguments(argv);
  if (unknown.length > 0) {
    const list = unknown.map((argument) => `'${argument}'`).join(', ');
    throw new Error(`Unknown ROS arguments: [${list}]`);
  }
  return {
    remaps: ros.remaps,
    parameters: rulesFromArguments(ros.parameters),
    logLevels: ros.logLevels.map(({ logger, level }) => ({
      ...(logger === null ? {} : { logger }),
      level: severityOfName(level)!,
    })),
    enclave: ros.enclave,
    rosoutLogs: isEnabled(ros, 'rosout'),
    stdoutLogs: isEnabled(ros, 'stdout'),
  };
}

/** The last of a pair of switches counts. */
function isEnabled({ flags }: ParsedArguments, what: string): boolean {
  return flags.lastIndexOf(`--disable-${what}-logs`) <= flags.lastIndexOf(`--enable-${what}-logs`);
}

/**
 * The command line without its ROS arguments.
 *
 * @throws {TypeError} unless `argv` is an array of strings.
 * @throws {Error} if a known ROS argument cannot be read.
 */
export function removeROSArgs(argv: string[]): string[] {
  requireArgv(argv);
  return [...splitRosArguments(argv).rest];
}

/** Throws `TypeError` unless `argv` is an array of strings. */
export function requireArgv(argv: unknown): asserts argv is string[] {
  if (!Array.isArray(argv)) throw new TypeError('argv must be an array.');
  if (!argv.every((argument) => typeof argument === 'string')) {
    throw new TypeError('argv elements must be strings (and not null).');
  }
}
