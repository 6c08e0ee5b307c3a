import { readFileSync } from 'node:fs';
import type { RemapRule as GraphRemapRule } from '../../graph/index.js';
import { parseParameterFile, sectionMatches } from '../arguments/parameter_file.js';
import type { RemapRule } from '../arguments/remap_rule.js';
import type { RosArguments } from '../arguments/ros_arguments.js';
import type { Parameter } from '../parameter/parameter.js';

/** The ROS arguments that concern one node: its own first, then those of the program. */
export class NodeArguments {
  readonly #sources: readonly RosArguments[];

  /** @param sources - in order of precedence, strongest first. */
  constructor(sources: readonly RosArguments[]) {
    this.#sources = sources;
  }

  /** The name the node gets in place of `name`. */
  nodeName(name: string): string {
    return this.#rules('node', name)[0]?.replacement ?? name;
  }

  /** The namespace the node gets in place of `namespace`. */
  namespace(name: string, namespace: string): string {
    return this.#rules('namespace', name)[0]?.replacement ?? namespace;
  }

  /** What renames topics, or services, of the node of this name. */
  nameRules(name: string, kind: 'topic' | 'service'): GraphRemapRule[] {
    return this.#sources
      .flatMap((source) => source.remapRules)
      .filter((rule) => rule.kind === 'name' || rule.kind === kind)
      .filter((rule) => rule.node === undefined || rule.node === name)
      .map((rule) => ({ from: rule.match as string, to: rule.replacement }));
  }

  /** Values for parameters of the node, from files and the command line. */
  parameterOverrides(name: string, fullName: string): Map<string, Parameter> {
    const overrides = new Map<string, Parameter>();
    for (const source of [...this.#sources].reverse()) {
      for (const file of source.parameterFiles) {
        for (const section of parseParameterFile(readFileSync(file, 'utf8'))) {
          if (!sectionMatches(section, fullName)) continue;
          for (const parameter of section.parameters) overrides.set(parameter.name, parameter);
        }
      }
      for (const { node, parameter } of source.parameters) {
        if (node === undefined || node === name || matches(node, fullName)) {
          overrides.set(parameter.name, parameter);
        }
      }
    }
    return overrides;
  }

  #rules(kind: RemapRule['kind'], name: string): RemapRule[] {
    return this.#sources
      .flatMap((source) => source.remapRules)
      .filter((rule) => rule.kind === kind && (rule.node === undefined || rule.node === name));
  }
}

function matches(node: string, fullName: string): boolean {
  return sectionMatches({ node, parameters: [] }, fullName);
}
