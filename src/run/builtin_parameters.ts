import { parseRosArguments, rulesFromArguments } from '../parameters/index.js';

/** The parameters that ROS arguments give to a node. */
export interface BuiltinParameters {
  /** The node's full name. */
  readonly node: string;
  /** Values by name; 64-bit integers as `bigint`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * The arguments of a built-in program, read before its node exists.
 *
 * @param rosArgs - what follows `--ros-args`
 * @param name - the node's name, unless the arguments set another
 * @throws as `parseRosArguments`
 */
export function builtinParameters(rosArgs: readonly string[], name: string): BuiltinParameters {
  const { remaps, parameters } = parseRosArguments(rosArgs);
  const ruleOf = (kind: 'node_name' | 'namespace', fallback: string) =>
    remaps.find((rule) => rule.kind === kind && (rule.node === null || rule.node === name))?.to ??
    fallback;
  const namespace = ruleOf('namespace', '/');
  const node = `${namespace === '/' ? '' : namespace}/${ruleOf('node_name', name)}`;
  const values = rulesFromArguments(parameters).parametersFor(node);
  return { node, values: new Map([...values].map(([key, { value }]) => [key, value])) };
}
