import { namespaceProblem, nodeNameProblem, topicNameProblem } from './name_problem.js';

/**
 * The absolute name of a topic or service: `~` is the node, `{node}`, `{ns}` and `{namespace}` are
 * substituted, a relative name goes under the namespace.
 *
 * @param nodeNamespace - absolute namespace of the node, `/` for the root.
 * @throws {Error} if a name is invalid or a substitution unknown.
 */
export function expandTopicName(
  topicName: string,
  nodeName: string,
  nodeNamespace: string,
): string {
  refuse('topic name is invalid', topicName, topicNameProblem(topicName));
  refuse('node name is invalid', nodeName, nodeNameProblem(nodeName));
  refuse('node namespace is invalid', nodeNamespace, namespaceProblem(nodeNamespace));
  const parent = nodeNamespace === '/' ? '/' : `${nodeNamespace}/`;
  const privateExpanded = topicName.startsWith('~')
    ? `${parent}${nodeName}${topicName.slice(1)}`
    : topicName;
  const expanded = privateExpanded.replace(/\{(\w*)\}/g, (substitution, name: string) => {
    if (name === 'node') return nodeName;
    if (name === 'ns' || name === 'namespace') return nodeNamespace;
    throw new Error(`topic name is invalid: unknown substitution: ${substitution}`);
  });
  return expanded.startsWith('/') ? expanded : parent + expanded;
}

function refuse(what: string, name: string, problem: { rule: string } | null): void {
  if (problem !== null) throw new Error(`${what}: '${name}': ${problem.rule}`);
}

/** Whether a token of the name starts with an underscore. Throws `TypeError` unless it is a string. */
export function isTopicOrServiceHidden(name: string): boolean {
  if (typeof name !== 'string') throw new TypeError('Invalid argument');
  return name.split('/').some((token) => token.startsWith('_'));
}
