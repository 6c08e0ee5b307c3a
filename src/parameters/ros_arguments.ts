import type { Place } from '../errors/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import { ParameterRules } from './parameter_rules.js';
import { parseParameterValue } from './parse_parameter_value.js';
import { parseRemapRule, type RemapRule } from './remap_rule.js';
import type { ParameterValue } from './value.js';

/** One source of parameter overrides, in order of the command line. */
export type ParameterArgument =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'value';
      /** The node part: `/**` unless the rule names a node. */
      readonly pattern: string;
      readonly name: string;
      readonly value: ParameterValue;
    };

/** The arguments between `--ros-args` and `--` (or the end). */
export interface RosArguments {
  readonly remaps: readonly RemapRule[];
  readonly parameters: readonly ParameterArgument[];
  /** For `--log-level level`, `logger` is null; `--log-level name:=level` names the logger. */
  readonly logLevels: readonly { readonly logger: string | null; readonly level: string }[];
  readonly enclave: string | null;
  /** Flags such as `--disable-rosout-logs`, in order; the last of a pair counts. */
  readonly flags: readonly string[];
}

/** A command line, split into its three parts. */
export interface SplitArguments {
  readonly ros: RosArguments;
  /** Words between `--ros-args` and `--` that are not ROS arguments. */
  readonly unknown: readonly string[];
  /** The arguments that are left for the program. */
  readonly rest: readonly string[];
}

/** Parses the text after `-p`: `name:=value` or `node:name:=value`. */
function parseParameterRule(text: string, place?: Place): ParameterArgument {
  const refuse = (reason: string): never => {
    throw new OrreryError(
      'ORR_ROS_ARGS_INVALID',
      `The parameter rule "${text}" ${reason}; write -p name:=value.`,
      place === undefined ? {} : { place },
    );
  };
  const assign = text.indexOf(':=');
  if (assign < 0) return refuse('has no ":="');
  const left = text.slice(0, assign);
  const colon = left.lastIndexOf(':');
  const pattern = colon < 0 ? '/**' : left.slice(0, colon);
  const name = left.slice(colon + 1);
  if (name === '') return refuse('has no name before ":="');
  if (pattern === '') return refuse('has an empty node name before ":"');
  const value = parseParameterValue(text.slice(assign + 2), `The parameter "${name}"`, place);
  return { kind: 'value', pattern, name, value };
}

const LOG_LEVELS = ['unset', 'debug', 'info', 'warn', 'error', 'fatal'];
const SWITCHES = ['rosout-logs', 'stdout-logs', 'external-lib-logs'].flatMap((name) => [
  `--enable-${name}`,
  `--disable-${name}`,
]);
const OPTIONS = [
  ...['-r', '--remap', '-p', '--param', '--params-file', '--log-level', '-e', '--enclave'],
  ...['--log-config-file', '--log-file-name'],
];

class RosArgumentsReader {
  readonly remaps: RemapRule[] = [];
  readonly parameters: ParameterArgument[] = [];
  readonly logLevels: { logger: string | null; level: string }[] = [];
  readonly flags: string[] = [];
  enclave: string | null = null;
  readonly unknown: string[] = [];

  logLevel(text: string): void {
    const assign = text.indexOf(':=');
    const level = (assign < 0 ? text : text.slice(assign + 2)).toLowerCase();
    if (!LOG_LEVELS.includes(level)) {
      throw new OrreryError(
        'ORR_ROS_ARGS_INVALID',
        `"${level}" is not a log level${didYouMean(level, LOG_LEVELS) || `; use ${LOG_LEVELS.join(', ')}`}`,
      );
    }
    this.logLevels.push({ logger: assign < 0 ? null : text.slice(0, assign), level });
  }

  option(name: string, value: string): void {
    if (name === '-r' || name === '--remap') this.remaps.push(parseRemapRule(value));
    else if (name === '-p' || name === '--param') this.parameters.push(parseParameterRule(value));
    else if (name === '--params-file') this.parameters.push({ kind: 'file', path: value });
    else if (name === '--log-level') this.logLevel(value);
    else if (name === '-e' || name === '--enclave') this.enclave = value;
    // The two log file options are accepted and have no effect: a run keeps its own log.
  }
}

function readRosArguments(args: readonly string[]): RosArgumentsReader {
  const reader = new RosArgumentsReader();
  for (let i = 0; i < args.length; i++) {
    const name = args[i]!;
    if (SWITCHES.includes(name)) {
      reader.flags.push(name);
    } else if (OPTIONS.includes(name)) {
      const value = args[++i];
      if (value === undefined) {
        throw new OrreryError('ORR_ROS_ARGS_INVALID', `A value is missing after ${name}.`);
      }
      reader.option(name, value);
    } else {
      reader.unknown.push(name);
    }
  }
  return reader;
}

/**
 * Parses the arguments after `--ros-args` (without that word itself).
 *
 * @param otherwise - what to do with a word that is not a ROS argument, e.g. `write it before --ros-args`
 * @throws OrreryError `ORR_ROS_ARGS_INVALID`, `ORR_REMAP_INVALID`, `ORR_PARAMS_INVALID`
 */
export function parseRosArguments(args: readonly string[], otherwise?: string): RosArguments {
  const { remaps, parameters, logLevels, enclave, flags, unknown } = readRosArguments(args);
  const [name] = unknown;
  if (name !== undefined) {
    const advice = otherwise === undefined ? '.' : `; ${otherwise}.`;
    const hint = didYouMean(name, [...OPTIONS, ...SWITCHES]) || advice;
    throw new OrreryError('ORR_ROS_ARGS_INVALID', `"${name}" is not a ROS argument${hint}`);
  }
  return { remaps, parameters, logLevels, enclave, flags };
}

/**
 * Splits a command line at `--ros-args … [--]`, which may occur several times. Unknown arguments there are returned,
 * not refused: like `rcl`, this leaves it to the program to complain.
 *
 * @throws OrreryError as {@link parseRosArguments}, for known arguments
 */
export function splitRosArguments(argv: readonly string[]): SplitArguments {
  const inside: string[] = [];
  const rest: string[] = [];
  let isRos = false;
  for (const argument of argv) {
    if (argument === '--ros-args') isRos = true;
    else if (isRos && argument === '--') isRos = false;
    else if (isRos) inside.push(argument);
    else rest.push(argument);
  }
  const { remaps, parameters, logLevels, enclave, flags, unknown } = readRosArguments(inside);
  return { ros: { remaps, parameters, logLevels, enclave, flags }, unknown, rest };
}

/** Collects parameter arguments in one table, in order; parameter files are read. */
export function rulesFromArguments(parameters: readonly ParameterArgument[]): ParameterRules {
  const rules = new ParameterRules();
  for (const parameter of parameters) {
    if (parameter.kind === 'file') rules.addFile(parameter.path);
    else {
      const place: Place = { file: `-p ${parameter.name}`, line: 1, column: 1 };
      rules.set(parameter.pattern, parameter.name, parameter.value, place);
    }
  }
  return rules;
}
