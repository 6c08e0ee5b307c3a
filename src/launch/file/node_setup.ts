import { readFileSync } from 'node:fs';
import {
  ParameterRules,
  type ParameterValue,
  parseParameterValue,
  parseRemapRule,
  type RemapRule,
  type RosArguments,
  rulesFromArguments,
  splitRosArguments,
} from '../../parameters/index.js';
import type {
  ComponentDescription,
  ContainerAction,
  LaunchParameter,
  LaunchRemap,
  NodeAction,
} from './actions.js';

/** The arguments of a node process, in ROS 2's order of precedence. */
export interface NodeSetup {
  /** The name given from outside (`name`, or `__node:=` in an argument), or `null`. */
  readonly name: string | null;
  readonly namespace: string | null;
  /** Remappings of names; the first that fits is applied. */
  readonly remaps: readonly RemapRule[];
  /** The table of parameter rules; `rules.parametersFor(fullName)` gives the overrides. */
  readonly rules: ParameterRules;
  readonly logLevels: RosArguments['logLevels'];
  /** The arguments that are left for the program itself. */
  readonly arguments: readonly string[];
}

function addTo(rules: ParameterRules, parameter: LaunchParameter): void {
  if (parameter.kind === 'file') {
    rules.addText(parameter.content ?? readFileSync(parameter.path, 'utf8'), parameter.path);
    return;
  }
  const place = { file: `param ${parameter.name}`, line: 1, column: 1 };
  const value = parseParameterValue(parameter.value, `The parameter "${parameter.name}"`, place);
  rules.set(parameter.pattern, parameter.name, value, place);
}

/** The remappings of a node or component as rules. */
export function remapRules(remappings: readonly LaunchRemap[]): RemapRule[] {
  return remappings.map(({ from, to }) => parseRemapRule(`${from}:=${to}`));
}

function firstOf(rules: readonly RemapRule[], kind: 'node_name' | 'namespace'): string | null {
  return rules.find((rule) => rule.kind === kind && rule.node === null)?.to ?? null;
}

/**
 * Assembles what ROS 2 writes on a node's command line: `args`, then `ros_args`, then name and
 * namespace, parameters and remappings. All parameter sources share one table, with the precedence
 * that `ParameterRules` documents.
 *
 * @throws DescriptionError `ORR_PARAMS_INVALID`; OrreryError `ORR_ROS_ARGS_INVALID`,
 * `ORR_REMAP_INVALID` (in `args`; the rest was checked when the launch file was loaded)
 */
export function nodeSetup(action: NodeAction | ContainerAction): NodeSetup {
  const words = [...action.arguments, '--ros-args', ...action.rosArguments];
  const { ros, rest } = splitRosArguments(words);
  const rules = rulesFromArguments(ros.parameters);
  for (const parameter of action.parameters) addTo(rules, parameter);
  return {
    name: firstOf(ros.remaps, 'node_name') ?? action.name,
    namespace: firstOf(ros.remaps, 'namespace') ?? action.namespace,
    remaps: [...ros.remaps, ...remapRules(action.remappings)],
    rules,
    logLevels: ros.logLevels,
    arguments: rest,
  };
}

/**
 * The parameters of a *component*: ROS 2 sends them to the container one source after the other,
 * so that a later source always wins; in a file, an entry with the component's exact full name wins
 * over wildcards.
 *
 * @param fullyQualifiedName e.g. `/robot1/controller`
 * @throws DescriptionError `ORR_PARAMS_INVALID` if a parameter file was spoilt since the loading
 */
export function componentParameters(
  component: Pick<ComponentDescription, 'parameters'>,
  fullyQualifiedName: string,
): Map<string, ParameterValue> {
  const result = new Map<string, ParameterValue>();
  for (const parameter of component.parameters) {
    const rules = new ParameterRules();
    addTo(rules, parameter);
    for (const [name, value] of rules.parametersFor(fullyQualifiedName)) result.set(name, value);
    for (const entry of rules.entries) {
      if (`/${entry.pattern.replace(/^\//, '')}` !== fullyQualifiedName) continue;
      for (const [name, { value }] of entry.parameters) result.set(name, value);
    }
  }
  return result;
}
