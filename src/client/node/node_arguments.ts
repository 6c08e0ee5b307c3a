import type { GivenArgument, RemapRule as GraphRemapRule } from '../../graph/index.js';
import { formatRemapRule, type ParameterValue, type RemapRule } from '../../parameters/index.js';
import type { RosArguments } from '../arguments/ros_arguments.js';
import { Parameter } from '../parameter/parameter.js';
import {
  type ParameterValue as ClientParameterValue,
  ParameterType,
} from '../parameter/parameter_type.js';

const TYPES: Readonly<Record<ParameterValue['type'], ParameterType>> = {
  bool: ParameterType.PARAMETER_BOOL,
  integer: ParameterType.PARAMETER_INTEGER,
  double: ParameterType.PARAMETER_DOUBLE,
  string: ParameterType.PARAMETER_STRING,
  bool_array: ParameterType.PARAMETER_BOOL_ARRAY,
  integer_array: ParameterType.PARAMETER_INTEGER_ARRAY,
  double_array: ParameterType.PARAMETER_DOUBLE_ARRAY,
  string_array: ParameterType.PARAMETER_STRING_ARRAY,
};

/** The ROS arguments that concern one node: its own first, then those of the program. */
export class NodeArguments {
  readonly #sources: readonly RosArguments[];
  readonly #used = new Set<RemapRule>();

  /** @param sources - in order of precedence, strongest first. */
  constructor(sources: readonly RosArguments[]) {
    this.#sources = sources;
  }

  /** The name that the node gets instead of `name`. */
  nodeName(name: string): string {
    return this.#replacement('node_name', name) ?? name;
  }

  /** The namespace that the node gets instead of `namespace`. */
  namespace(name: string, namespace: string): string {
    return this.#replacement('namespace', name) ?? namespace;
  }

  /** The rules that rename topics, or services, of the node with this name. */
  nameRules(name: string, kind: 'topic' | 'service'): GraphRemapRule[] {
    return this.#remaps(name).flatMap((rule) =>
      rule.kind === 'name' && (rule.scope === 'any' || rule.scope === kind)
        ? [{ from: rule.from, to: rule.to, onMatch: () => this.#used.add(rule) }]
        : [],
    );
  }

  /**
   * Values for parameters of the node, from files and the command line. As in `rclnodejs`, a rule
   * for a bare node name holds in every namespace.
   */
  parameterOverrides(name: string, fullName: string): Map<string, Parameter> {
    const overrides = new Map<string, Parameter>();
    for (const { parameters } of [...this.#sources].reverse()) {
      for (const [key, { type, value }] of parameters.parametersFor(fullName, name)) {
        // Its own copy: a node may change the array that it gets.
        const own = Array.isArray(value) ? [...value] : value;
        overrides.set(key, new Parameter(key, TYPES[type], own as ClientParameterValue));
      }
    }
    return overrides;
  }

  /** All remap rules of the command line, and whether each changed a name of this node. */
  get remaps(): GivenArgument[] {
    const rules = this.#sources.flatMap((source) => source.remaps);
    return rules.map((rule) => ({ text: formatRemapRule(rule), used: this.#used.has(rule) }));
  }

  #replacement(kind: 'node_name' | 'namespace', name: string): string | undefined {
    const rule = this.#remaps(name).find((rule) => rule.kind === kind);
    if (rule !== undefined) this.#used.add(rule);
    return rule?.to;
  }

  #remaps(name: string): RemapRule[] {
    return this.#sources
      .flatMap((source) => source.remaps)
      .filter((rule) => rule.node === null || rule.node === name);
  }
}
