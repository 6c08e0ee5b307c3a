import { readFileSync } from 'node:fs';
import { formatPlace } from '../../errors/index.js';
import { ParameterRules } from '../../parameters/index.js';
import type { LaunchAction, NodeDescription } from './actions.js';
import { fullyQualifiedName } from './expand_node.js';

/** All nodes and components, in order, including those that start later. */
export function allNodes(actions: readonly LaunchAction[]): NodeDescription[] {
  return actions.flatMap((action) => {
    switch (action.kind) {
      case 'node':
        return [action];
      case 'container':
        return [action, ...action.components];
      case 'load_components':
        return [...action.components];
      case 'timer':
      case 'event_handler':
      case 'running_launch':
        return allNodes(action.actions);
      default:
        return [];
    }
  });
}

interface FileUse {
  readonly content: string | null;
  readonly names: string[];
  /** A node without a name in the launch file might be the target of any entry. */
  hasUnnamed: boolean;
}

/**
 * Sentences about entries of parameter files that match none of the nodes that are given the file:
 * usually a misspelt node name, whose parameters ROS 2 would drop silently.
 */
export function unmatchedParameterWarnings(actions: readonly LaunchAction[]): string[] {
  const uses = new Map<string, FileUse>();
  for (const node of allNodes(actions)) {
    for (const parameter of node.parameters) {
      if (parameter.kind !== 'file') continue;
      const { path, content } = parameter;
      const use = uses.get(path) ?? { content, names: [], hasUnnamed: false };
      uses.set(path, use);
      if (node.name === null) use.hasUnnamed = true;
      else use.names.push(fullyQualifiedName(node.namespace, node.name));
    }
  }
  const warnings: string[] = [];
  for (const [path, { content, names, hasUnnamed }] of uses) {
    if (hasUnnamed) continue;
    const rules = new ParameterRules();
    rules.addText(content ?? readFileSync(path, 'utf8'), path);
    for (const { pattern, place } of rules.unmatched(names)) {
      const given = [...new Set(names)].join(', ');
      warnings.push(
        `${formatPlace(place)}: "${pattern}" matches none of the nodes that are given this file (${given}).`,
      );
    }
  }
  return warnings;
}
