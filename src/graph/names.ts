/** Names of nodes, topics and services: expansion to absolute names, and remapping. */

/** DDS allows 255 characters, some of which rmw needs for its prefixes. */
const MAX_TOPIC_NAME = 247;

/** One remapping rule; `node` restricts it to the node of that name. */
export interface RemapRule {
  readonly node?: string;
  readonly from: string;
  readonly to: string;
  /** Called when the rule was applied to a name. */
  readonly onMatch?: () => void;
}

/** `/ns` + `name` → `/ns/name`; the root namespace is `/`. */
export function joinName(namespace: string, name: string): string {
  return namespace === '/' ? `/${name}` : `${namespace}/${name}`;
}

/** Whether a graph can have a topic of this absolute name (rmw_validate_full_topic_name). */
export function isTopicName(name: string): boolean {
  return name.length <= MAX_TOPIC_NAME && /^(?:\/[A-Za-z_][A-Za-z0-9_]*)+$/.test(name);
}

/** The context in which a name is expanded. */
export interface NameScope {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Expands a relative (`chatter`), private (`~/chatter`) or substituted (`{node}/chatter`) name to an absolute one
 * (ROS 2 design, "Topic and Service name mapping"). The name must be valid.
 */
export function expandName(name: string, scope: NameScope): string {
  const inner = name
    .replaceAll('{node}', scope.name)
    .replaceAll('{namespace}', scope.namespace)
    .replaceAll('{ns}', scope.namespace);
  if (inner.startsWith('/')) return inner;
  if (inner === '~') return joinName(scope.namespace, scope.name);
  if (inner.startsWith('~/')) {
    return `${joinName(scope.namespace, scope.name)}/${inner.slice(2)}`;
  }
  return joinName(scope.namespace, inner);
}

/**
 * Applies the first rule that matches the absolute name, as rcl does; rules are in order of
 * precedence.
 */
export function remapName(absolute: string, rules: readonly RemapRule[], scope: NameScope): string {
  for (const rule of rules) {
    if (rule.node !== undefined && rule.node !== scope.name) continue;
    if (expandName(rule.from, scope) !== absolute) continue;
    rule.onMatch?.();
    return expandName(rule.to, scope);
  }
  return absolute;
}
