import { Parameter } from '../parameter/parameter.js';
import { ParameterDescriptor } from '../parameter/parameter_descriptor.js';
import { ParameterType, type ParameterValue } from '../parameter/parameter_type.js';
import { QoS } from './qos.js';
import { type QoSOverridingOptions, QoSPolicyKind } from './qos_overriding_options.js';

/** What {@link declareQosParameters} needs from a node. */
export interface ParameterDeclarer {
  declareParameter(parameter: Parameter, descriptor?: ParameterDescriptor): Parameter;
  hasParameter(name: string): boolean;
  getParameter(name: string): Parameter;
}

interface OverridablePolicy {
  readonly property: string;
  readonly key: string;
  readonly type: ParameterType;
  read(qos: QoS): ParameterValue;
  write(qos: QoS, value: ParameterValue): void;
}

type EnumProperty = 'history' | 'reliability' | 'durability' | 'liveliness';

function enumPolicy(
  property: EnumProperty,
  values: Readonly<Record<string, number>>,
): OverridablePolicy {
  return {
    property,
    key: property,
    type: ParameterType.PARAMETER_STRING,
    read: (qos) => policyValueName(values, qos[property]),
    write: (qos, value) => {
      qos[property] = policyValueOf(values, String(value));
    },
  };
}

const POLICIES = new Map<QoSPolicyKind, OverridablePolicy>([
  [QoSPolicyKind.HISTORY, enumPolicy('history', QoS.HistoryPolicy)],
  [
    QoSPolicyKind.DEPTH,
    {
      property: 'depth',
      key: 'depth',
      type: ParameterType.PARAMETER_INTEGER,
      read: (qos) => BigInt(qos.depth),
      write: (qos, value) => {
        qos.depth = Number(value);
      },
    },
  ],
  [QoSPolicyKind.RELIABILITY, enumPolicy('reliability', QoS.ReliabilityPolicy)],
  [QoSPolicyKind.DURABILITY, enumPolicy('durability', QoS.DurabilityPolicy)],
  [QoSPolicyKind.LIVELINESS, enumPolicy('liveliness', QoS.LivelinessPolicy)],
  [
    QoSPolicyKind.AVOID_ROS_NAMESPACE_CONVENTIONS,
    {
      property: 'avoidRosNameSpaceConventions',
      key: 'avoid_ros_namespace_conventions',
      type: ParameterType.PARAMETER_BOOL,
      read: (qos) => qos.avoidRosNameSpaceConventions,
      write: (qos, value) => {
        qos.avoidRosNameSpaceConventions = Boolean(value);
      },
    },
  ],
]);

/**
 * Declares a read-only parameter for each overridable policy and writes the values that the
 * node's overrides gave them into `qos`.
 *
 * @param topic - fully resolved topic name.
 * @throws {Error} if the options' callback refuses the result or an override is not a policy value.
 */
export function declareQosParameters(
  entityType: 'publisher' | 'subscription',
  node: ParameterDeclarer,
  topic: string,
  qos: QoS,
  options: QoSOverridingOptions | null | undefined,
): void {
  if (!options || options.policyKinds.length === 0) return;
  const suffix = options.entityId ? `_${options.entityId}` : '';
  for (const kind of options.policyKinds) {
    const policy = POLICIES.get(kind);
    if (policy === undefined) continue;
    const name = `qos_overrides.${topic}.${entityType}${suffix}.${policy.key}`;
    const initial = policy.read(qos);
    const declared = declareOnce(node, name, policy, initial);
    if (declared.value !== initial) policy.write(qos, declared.value);
  }
  const verdict = options.callback?.(qos);
  if (verdict && !verdict.successful) {
    throw new Error(`QoS override validation failed: ${verdict.reason || 'unknown reason'}`);
  }
}

function declareOnce(
  node: ParameterDeclarer,
  name: string,
  policy: OverridablePolicy,
  value: ParameterValue,
): Parameter {
  // several entities of one node on one topic share the parameter
  if (node.hasParameter(name)) return node.getParameter(name);
  const description = `QoS override for ${policy.property}`;
  return node.declareParameter(
    new Parameter(name, policy.type, value),
    new ParameterDescriptor(name, policy.type, description, true),
  );
}

/** `keep_last` for `RMW_QOS_POLICY_HISTORY_KEEP_LAST`. */
function policyValueName(values: Readonly<Record<string, number>>, value: number): string {
  const key = Object.keys(values).find((name) => values[name] === value);
  return key === undefined ? String(value) : key.split('_').slice(4).join('_').toLowerCase();
}

function policyValueOf(values: Readonly<Record<string, number>>, name: string): number {
  const key = Object.keys(values).find((candidate) => candidate.endsWith(`_${name.toUpperCase()}`));
  if (key === undefined) throw new Error(`Unknown QoS policy value: "${name}"`);
  return values[key] as number;
}
