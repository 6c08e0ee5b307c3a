import {
  formatParameterValue,
  formatRemapRule,
  nodePatternMatches,
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

/** A parameter rule among ROS arguments: `-p /node:name:=value`. */
interface RuleWord {
  /** As written after `-p`. */
  readonly word: string;
  readonly pattern: string;
  readonly name: string;
}

/** The rules in the order of ROS 2's one table: a node part stands where it is first mentioned. */
function inTable(rules: readonly RuleWord[]): RuleWord[] {
  const patterns = [...new Set(rules.map(({ pattern }) => pattern))];
  return patterns.flatMap((each) => rules.filter(({ pattern }) => pattern === each));
}

function ruleWordsOf(words: readonly string[]): RuleWord[] {
  const rules = words.filter((_, i) => words[i - 1] === '-p');
  return inTable(
    rules.map((word) => {
      const [pattern = '', name = ''] = word.slice(0, word.indexOf(':=')).split(':');
      return { word, pattern, name };
    }),
  );
}

function withoutRules(words: readonly string[]): string[] {
  return words.filter((word, i) => word !== '-p' && words[i - 1] !== '-p');
}

/** Names for `**`: none, and more than a pattern has unless it has `**`, too. */
const ANY_NAMES = ['', '/+', '/+/+/+/+/+/+/+/+'];

/** Whether `outer` applies to all nodes that `inner` applies to. No node is named `+`, so only a wildcard stands for it. */
function covers(outer: string, inner: string): boolean {
  return ANY_NAMES.every((names) =>
    nodePatternMatches(outer, inner.replaceAll('/**', names).replaceAll('/*', '/+')),
  );
}

/**
 * The rules of two sources in one table, where every parameter of `upper` wins over every one of `lower` for the nodes
 * that both apply to. Later entries of a table win, and a node part has only one; so what always loses is left out,
 * and node parts that apply to more nodes then come first.
 */
function layerRules(lower: readonly RuleWord[], upper: readonly RuleWord[]): RuleWord[] {
  const all = [...lower, ...upper];
  const rules = all.filter(({ name, pattern }, i) => {
    const winners = all.slice(i + 1).filter((later) => later.name === name);
    return !winners.some((later) => covers(later.pattern, pattern));
  });
  const patterns = [...new Set(rules.map(({ pattern }) => pattern))];
  const wider = new Map(
    patterns.map((each) => [each, patterns.filter((other) => covers(other, each)).length]),
  );
  return inTable(rules).toSorted((a, b) => wider.get(a.pattern)! - wider.get(b.pattern)!);
}

/**
 * The ROS arguments of one component among those of the whole run. Its own arguments come before those of
 * the run, as a node's own arguments do in ROS 2, where first remappings win.
 *
 * @param own - as {@link rosWords} writes them
 * @param run - likewise
 * @param winner - whose parameters win over all of the other's that apply to the same nodes
 */
export function combineRosWords(
  own: readonly string[],
  run: readonly string[],
  winner: 'own' | 'run',
): string[] {
  if (run.length === 0) return [...own];
  const [lower, upper] = winner === 'own' ? [run, own] : [own, run];
  const rules = layerRules(ruleWordsOf(lower), ruleWordsOf(upper));
  const words = rules.flatMap(({ word }) => ['-p', word]);
  return [...withoutRules(own), ...withoutRules(run), ...words];
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
 * variant of a system should need no other file.
 */
export function rosArgumentsOf(
  { rosArgs: own = [] }: Program,
  { system: { rosArgs, launch } }: RunConfig,
): string[] {
  return combineRosWords(own, rosArgs, launch === undefined ? 'own' : 'run');
}
