import {
  formatParameterValue,
  formatRemapRule,
  type ParameterRules,
  type ParameterValue,
  type RemapRule,
  type RosArguments,
  rulesFromArguments,
} from '../parameters/index.js';
import type { Program } from './program.js';
import type { RunConfig } from './run_config.js';

/** A parameter rule, as it is written after `-p`. */
function parameterWords(pattern: string, name: string, value: ParameterValue): string[] {
  const node = pattern.startsWith('/') ? pattern : `/${pattern}`;
  return ['-p', `${node}:${name}:=${formatParameterValue(value)}`];
}

/** What {@link rosWords} needs from a node or component. */
export interface RosSetup {
  /** The name given from outside; `null`: the one in the node's code. */
  readonly name: string | null;
  readonly namespace: string | null;
  /** Remappings of names; the first that fits is applied. */
  readonly remaps: readonly RemapRule[];
  readonly logLevels?: RosArguments['logLevels'];
  /** Flags such as `--disable-rosout-logs`. */
  readonly flags?: readonly string[];
  readonly rules?: ParameterRules;
  /** Parameters that hold for every node of the program. */
  readonly parameters?: ReadonlyMap<string, ParameterValue>;
}

/**
 * What follows `--ros-args` on the command line of a program with this setup. The rules of
 * parameters are written in the order of their table, so that later ones win as in ROS 2.
 */
export function rosWords(setup: RosSetup): string[] {
  const words: string[] = [];
  if (setup.name !== null) words.push('-r', `__node:=${setup.name}`);
  if (setup.namespace !== null) words.push('-r', `__ns:=${setup.namespace}`);
  for (const rule of setup.remaps) {
    const isWhole = rule.kind === 'node_name' || rule.kind === 'namespace';
    if (!isWhole || rule.node !== null) words.push('-r', formatRemapRule(rule));
  }
  for (const { pattern, parameters } of setup.rules?.entries ?? []) {
    for (const [name, { value }] of parameters) {
      words.push(...parameterWords(pattern, name, value));
    }
  }
  for (const [name, value] of setup.parameters ?? []) {
    words.push(...parameterWords('/**', name, value));
  }
  for (const { logger, level } of setup.logLevels ?? []) {
    words.push('--log-level', logger === null ? level : `${logger}:=${level}`);
  }
  return [...words, ...(setup.flags ?? [])];
}

/**
 * ROS arguments with the parameter files read and everything in ROS 2's order of precedence.
 *
 * @param ros - parsed arguments, as of a command line
 * @throws DescriptionError `ORR_PARAMS_INVALID` with every mistake of a parameter file
 */
export function plainRosWords(ros: RosArguments): string[] {
  const of = (kind: 'node_name' | 'namespace') =>
    ros.remaps.find((rule) => rule.kind === kind && rule.node === null)?.to ?? null;
  const { remaps, logLevels, flags } = ros;
  const rules = rulesFromArguments(ros.parameters);
  const setup = { name: of('node_name'), namespace: of('namespace'), remaps };
  return rosWords({ ...setup, rules, logLevels, flags });
}

/**
 * The ROS arguments of one component among those of the whole run. Its own arguments come before those of
 * the run, as a node's own arguments do in ROS 2: first remappings and last parameters win, and a
 * parameter that it gives itself is not set by the run at all.
 *
 * @param own - as {@link rosWords} writes them
 * @param run - likewise
 */
export function combineRosWords(own: readonly string[], run: readonly string[]): string[] {
  if (run.length === 0) return [...own];
  const others = dropParameters(own, () => true);
  const given = new Set(own.filter((_, i) => own[i - 1] === '-p').map(ruleName));
  const kept = dropParameters(run, (rule) => {
    const name = ruleName(rule);
    return given.has(name) || given.has(`/**${name.slice(name.indexOf(':'))}`);
  });
  return [...others, ...kept, ...own];
}

/** `/node:name` of `/node:name:=value`. */
function ruleName(rule: string): string {
  return rule.slice(0, rule.indexOf(':='));
}

function dropParameters(words: readonly string[], isDropped: (rule: string) => boolean): string[] {
  const isOut = (i: number): boolean => words[i] === '-p' && isDropped(words[i + 1]!);
  return words.filter((_, i) => !isOut(i) && !isOut(i - 1));
}

/** rslcpp's parameter for what the clock reads at the start; the run itself takes it. */
export const INITIAL_TIME = 'initial_time_ns_since_epoch';

/** The initial time that ROS arguments ask for, in ns since the epoch. */
export function initialTimeOf(ros: RosArguments): bigint | undefined {
  let time: bigint | undefined;
  for (const { parameters } of rulesFromArguments(ros.parameters).entries) {
    const value = parameters.get(INITIAL_TIME)?.value;
    if (value?.type === 'integer') time = BigInt(value.value);
  }
  return time;
}

/**
 * What follows `--ros-args` for a program of a run. What the run gives wins over what a launch file gives, as a
 * variant of a system should need no other file: the parameters that come last win.
 */
export function rosArgumentsOf(
  { rosArgs: own = [] }: Program,
  { system: { rosArgs, launch } }: RunConfig,
): string[] {
  return launch === undefined ? combineRosWords(own, rosArgs) : [...own, ...rosArgs];
}
