/** One `-r` rule, read but not yet applied. */
export interface RemapRule {
  /** What it renames; `name` is a topic or a service. */
  readonly kind: 'name' | 'topic' | 'service' | 'node' | 'namespace';
  /** Name of the only node it is for; undefined means every node. */
  readonly node?: string;
  /** The name to replace, relative names unexpanded; undefined for `node` and `namespace`. */
  readonly match?: string;
  readonly replacement: string;
}

const RULE = /^(?:([A-Za-z0-9_]+):(?!=|\/\/))?(?:(rostopic|rosservice):\/\/)?([^:]+):=([^:]+)$/;

/**
 * Reads `[node:][rostopic://|rosservice://]match:=replacement`; `__node`, `__name` and `__ns` as
 * match rename the node and its namespace.
 *
 * @throws {Error} if it is not such a rule.
 */
export function parseRemapRule(text: string): RemapRule {
  const parts = RULE.exec(text);
  if (parts === null) {
    throw new Error(`Couldn't parse remap rule: '-r ${text}'. Write from:=to.`);
  }
  const [, node, scheme, match, replacement] = parts as unknown as [
    string,
    string | undefined,
    string | undefined,
    string,
    string,
  ];
  const scope = node === undefined ? {} : { node };
  if (match === '__ns') return { kind: 'namespace', ...scope, replacement };
  if (match === '__node' || match === '__name') return { kind: 'node', ...scope, replacement };
  const kind = scheme === undefined ? 'name' : scheme === 'rostopic' ? 'topic' : 'service';
  return { kind, ...scope, match, replacement };
}
