import { severityOfName } from '../logging/logging_severity.js';
import type { Parameter } from '../parameter/parameter.js';
import { parameterOfYaml } from './parameter_yaml.js';
import { parseRemapRule, type RemapRule } from './remap_rule.js';

/** A parameter given as `-p [node:]name:=value`. */
export interface ParameterRule {
  /** Name of the only node it is for; undefined means every node. */
  readonly node?: string;
  readonly parameter: Parameter;
}

/** A level given as `--log-level [logger:=]level`. */
export interface LogLevelRule {
  /** Undefined means the default of all loggers. */
  readonly logger?: string;
  /** A value of `LoggingSeverity`. */
  readonly level: number;
}

/** What stands between `--ros-args` and `--` (or the end) of a command line. */
export interface RosArguments {
  readonly remapRules: RemapRule[];
  readonly parameters: ParameterRule[];
  /** In the order given; a later file overrides an earlier one. */
  readonly parameterFiles: string[];
  readonly logLevels: LogLevelRule[];
  readonly enclave?: string;
  /** False with `--disable-rosout-logs`. */
  readonly rosoutLogs: boolean;
  /** False with `--disable-stdout-logs`. */
  readonly stdoutLogs: boolean;
  /** ROS arguments that are none, each as it was written. */
  readonly unknown: string[];
  /** All other arguments. */
  readonly others: string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const VALUED = new Set([
  '-r',
  '--remap',
  '-p',
  '--param',
  '--params-file',
  '--log-level',
  '-e',
  '--enclave',
  '--log-config-file',
  '--log-file-name',
]);

const FLAG = /^--(enable|disable)-(rosout|stdout|external-lib)-logs$/;

/**
 * Reads the ROS arguments of a command line (design article "ROS 2 command line arguments").
 *
 * @throws {Error} if a known argument has no value or one that cannot be read.
 */
export function parseRosArguments(argv: readonly string[]): RosArguments {
  const result: Mutable<RosArguments> = {
    remapRules: [],
    parameters: [],
    parameterFiles: [],
    logLevels: [],
    rosoutLogs: true,
    stdoutLogs: true,
    unknown: [],
    others: [],
  };
  let inside = false;
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (!inside) {
      if (argument === '--ros-args') inside = true;
      else result.others.push(argument);
    } else if (argument === '--') {
      inside = false;
    } else if (argument === '--ros-args') {
      // repeating it is allowed and means nothing
    } else if (VALUED.has(argument)) {
      i++;
      const value = argv[i];
      if (value === undefined) {
        throw new Error(`Couldn't parse trailing ${argument} flag. No value was given.`);
      }
      readValued(argument, value, result);
    } else {
      readFlag(argument, result);
    }
  }
  return result;
}

function readValued(flag: string, value: string, result: Mutable<RosArguments>): void {
  switch (flag) {
    case '-r':
    case '--remap':
      result.remapRules.push(parseRemapRule(value));
      break;
    case '-p':
    case '--param':
      result.parameters.push(parseParameterRule(value));
      break;
    case '--params-file':
      result.parameterFiles.push(value);
      break;
    case '--log-level':
      result.logLevels.push(parseLogLevel(value));
      break;
    case '-e':
    case '--enclave':
      result.enclave = value;
      break;
    default:
      // where and how a log file is written does not matter to a simulation
      break;
  }
}

function readFlag(argument: string, result: Mutable<RosArguments>): void {
  const match = FLAG.exec(argument);
  if (match === null) result.unknown.push(argument);
  else if (match[2] === 'rosout') result.rosoutLogs = match[1] === 'enable';
  else if (match[2] === 'stdout') result.stdoutLogs = match[1] === 'enable';
}

function parseParameterRule(text: string): ParameterRule {
  const match = /^(?:([A-Za-z0-9_/*]+):)?([^:=]+):=(.*)$/s.exec(text);
  if (match === null) {
    throw new Error(`Couldn't parse parameter override rule: '-p ${text}'. Write name:=value.`);
  }
  const [, node, name, value] = match as unknown as [string, string | undefined, string, string];
  const parameter = parameterOfYaml(name, value);
  return node === undefined ? { parameter } : { node, parameter };
}

function parseLogLevel(text: string): LogLevelRule {
  const separator = text.indexOf(':=');
  const logger = separator < 0 ? undefined : text.slice(0, separator);
  const level = severityOfName(separator < 0 ? text : text.slice(separator + 2));
  if (level === undefined || logger === '') {
    throw new Error(
      `Couldn't parse log level: '--log-level ${text}'. Write a level (debug, info, warn, error, fatal) or logger:=level.`,
    );
  }
  return logger === undefined ? { level } : { logger, level };
}

/**
 * The command line without its ROS arguments.
 *
 * @throws {TypeError} unless `argv` is an array of strings.
 * @throws {Error} as {@link parseRosArguments}.
 */
export function removeROSArgs(argv: string[]): string[] {
  requireArgv(argv);
  return parseRosArguments(argv).others;
}

/** Throws `TypeError` unless `argv` is an array of strings. */
export function requireArgv(argv: unknown): asserts argv is string[] {
  if (!Array.isArray(argv)) throw new TypeError('argv must be an array.');
  if (!argv.every((argument) => typeof argument === 'string')) {
    throw new TypeError('argv elements must be strings (and not null).');
  }
}
