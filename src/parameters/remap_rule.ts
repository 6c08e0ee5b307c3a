import { formatPlace, OrreryError, type Place } from '../errors/index.js';

/**
 * One remapping rule of ROS 2. The first rule that matches a name is applied, as in `rcl`.
 *
 * - `name` rules rename topics and services, unless `scope` limits them to one of the two;
 * - `node_name` and `namespace` rules (`__node:=`, `__name:=`, `__ns:=`) rename the node.
 */
export type RemapRule =
  | {
      readonly kind: 'name';
      /** The rule applies only to nodes of this name; `null`: to every node. */
      readonly node: string | null;
      readonly scope: 'topic' | 'service' | 'any';
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'node_name' | 'namespace'; readonly node: string | null; readonly to: string };

const NODE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NAMESPACE = /^\/(?:[A-Za-z_][A-Za-z0-9_]*(?:\/[A-Za-z_][A-Za-z0-9_]*)*)?$/;
const NAME = /^(?:~\/|\/)?[A-Za-z_][A-Za-z0-9_]*(?:\/[A-Za-z_][A-Za-z0-9_]*)*$/;

/** Whether `name` is a valid node name (letters, digits, `_`; not starting with a digit). */
export function isNodeName(name: string): boolean {
  return NODE_NAME.test(name);
}

/** Whether `name` is a valid absolute namespace, e.g. `/` or `/robot1/arm`. */
export function isNamespace(name: string): boolean {
  return NAMESPACE.test(name);
}

/** Whether `name` may be on either side of a remapping rule: `chatter`, `/a/b`, `~/c`. */
export function isRemappableName(name: string): boolean {
  return NAME.test(name) && !name.includes('__');
}

function refuse(rule: string, reason: string, place: Place | undefined): never {
  const where = place === undefined ? '' : ` at ${formatPlace(place)}`;
  throw new OrreryError(
    'ORR_REMAP_INVALID',
    `The remapping rule "${rule}"${where} ${reason}.`,
    place === undefined ? {} : { place },
  );
}

/**
 * Parses the text after `-r`: `from:=to`, `node:from:=to`, `rostopic://from:=to`,
 * `rosservice://from:=to`, `__ns:=/ns`, `__node:=name` (also `__name:=`).
 *
 * @throws OrreryError `ORR_REMAP_INVALID`
 */
export function parseRemapRule(text: string, place?: Place): RemapRule {
  const assign = text.indexOf(':=');
  if (assign < 0) refuse(text, 'has no ":="; write from:=to', place);
  let from = text.slice(0, assign);
  const to = text.slice(assign + 2);
  if (to === '') refuse(text, 'has nothing after ":="', place);
  let node: string | null = null;
  const prefix = /^([^:/]*):(?!\/\/)/.exec(from);
  if (prefix !== null) {
    node = prefix[1]!;
    from = from.slice(node.length + 1);
    if (!isNodeName(node)) refuse(text, `has the invalid node name "${node}"`, place);
  }
  if (from === '__node' || from === '__name') {
    if (!isNodeName(to)) refuse(text, `has the invalid node name "${to}"`, place);
    return { kind: 'node_name', node, to };
  }
  if (from === '__ns') {
    if (!isNamespace(to)) {
      refuse(text, `has the invalid namespace "${to}"; it must begin with a slash`, place);
    }
    return { kind: 'namespace', node, to };
  }
  let scope: 'topic' | 'service' | 'any' = 'any';
  const scheme = /^(rostopic|rosservice):\/\//.exec(from);
  if (scheme !== null) {
    scope = scheme[1] === 'rostopic' ? 'topic' : 'service';
    from = from.slice(scheme[0].length);
  }
  if (!isRemappableName(from)) refuse(text, `has the invalid name "${from}" before ":="`, place);
  if (!isRemappableName(to)) refuse(text, `has the invalid name "${to}" after ":="`, place);
  return { kind: 'name', node, scope, from, to };
}

/** The rule as it is written after `-r`; {@link parseRemapRule} reads it back. */
export function formatRemapRule(rule: RemapRule): string {
  const node = rule.node === null ? '' : `${rule.node}:`;
  if (rule.kind !== 'name') {
    return `${node}${rule.kind === 'namespace' ? '__ns' : '__node'}:=${rule.to}`;
  }
  const scheme = rule.scope === 'any' ? '' : `ros${rule.scope}://`;
  return `${node}${scheme}${rule.from}:=${rule.to}`;
}
