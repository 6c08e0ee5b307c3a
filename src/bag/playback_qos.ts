import { readDescription } from '../errors/index.js';
import type { Qos } from '../graph/index.js';
import { yaml } from '../packages/index.js';
import { bagError } from './bag_error.js';
import { reasonOf } from './file_access.js';

/** A value from a parameter or YAML. */
export type PolicyValue = string | number | bigint | boolean;

/** Policies to offer instead of the recorded ones, by policy, for one topic. */
export type QosOverride = ReadonlyMap<string, PolicyValue>;

type Fail = (policy: string, what: string) => Error;

const VALUES = {
  history: ['system_default', 'keep_last', 'keep_all'],
  reliability: ['system_default', 'reliable', 'best_effort'],
  durability: ['system_default', 'transient_local', 'volatile'],
  liveliness: ['system_default', 'automatic', 'manual_by_topic'],
} as const;
const DURATIONS = ['deadline', 'lifespan', 'liveliness_lease_duration'] as const;
const POLICIES: readonly string[] = [
  ...Object.keys(VALUES),
  'depth',
  'avoid_ros_namespace_conventions',
  ...DURATIONS.flatMap((name) => [name, `${name}.sec`, `${name}.nsec`]),
];
/** What the middleware uses for `system_default`. */
const SYSTEM_DEFAULT = {
  history: 'keep_last',
  reliability: 'reliable',
  durability: 'volatile',
  liveliness: 'automatic',
} as const;

/**
 * Collects the parameters `qos_overrides.<topic>.[publisher.]<policy>` of a player node, as in
 * rslcpp and rclcpp. Parameters for subscriptions do not concern a player.
 *
 * @throws OrreryError `ORR_BAG_QOS` for a malformed override or an unknown policy or value
 */
export function qosOverridesFromParameters(
  parameters: Iterable<readonly [name: string, value: unknown]>,
): Map<string, QosOverride> {
  const overrides = new Map<string, Map<string, PolicyValue>>();
  for (const [name, value] of parameters) {
    if (!name.startsWith('qos_overrides.')) continue;
    const [, topic = '', level = '', rest = ''] =
      /^qos_overrides\.([^.]*)(?:\.(publisher|subscription))?\.(.+)$/.exec(name) ?? [];
    if (topic === '' || rest === '') {
      const message = `the parameter ${name} is not a QoS override; write qos_overrides.TOPIC.POLICY.`;
      throw bagError('ORR_BAG_QOS', message);
    }
    if (level === 'subscription') continue;
    const policies = overrides.get(topic) ?? new Map<string, PolicyValue>();
    overrides.set(topic, policies.set(rest, value as PolicyValue));
  }
  for (const [topic, policies] of overrides) checkOverride(policies, topic, undefined);
  return overrides;
}

/**
 * Reads the file of `--qos-profile-overrides-path`: topics with their policies in YAML.
 *
 * @throws OrreryError `ORR_BAG_QOS`
 */
export function readQosOverrides(file: string): Map<string, QosOverride> {
  let content: unknown;
  try {
    content = yaml().parse(readDescription(file), { logLevel: 'error', uniqueKeys: false });
  } catch (error) {
    throw bagError('ORR_BAG_QOS', `cannot be read: ${reasonOf(error)}.`, { file }, error);
  }
  const overrides = new Map<string, QosOverride>();
  for (const [topic, profile] of entriesOf(content, file, undefined)) {
    const policies = new Map<string, PolicyValue>();
    for (const [policy, value] of entriesOf(profile, file, topic)) {
      const isDuration = typeof value === 'object' && value !== null;
      const parts = isDuration ? Object.entries(value) : [['', value] as const];
      for (const [part, item] of parts) {
        policies.set(part === '' ? policy : `${policy}.${part}`, item as PolicyValue);
      }
    }
    checkOverride(policies, topic, file);
    overrides.set(topic, policies);
  }
  return overrides;
}

function entriesOf(value: unknown, file: string, topic: string | undefined): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  const what = topic === undefined ? 'topics with their policies' : `policies of ${topic}`;
  throw bagError('ORR_BAG_QOS', `must be a mapping of ${what}.`, { file, topic });
}

/** Refuses overrides that {@link overrideQos} could not apply. */
function checkOverride(policies: QosOverride, topic: string, file: string | undefined): void {
  overrideQos(SAMPLE, policies, topic, file);
}

const SAMPLE: Qos = {
  ...SYSTEM_DEFAULT,
  depth: 10,
  deadline: Number.POSITIVE_INFINITY,
  lifespan: Number.POSITIVE_INFINITY,
  livelinessLease: Number.POSITIVE_INFINITY,
};

/** `qos` with the policies of the override; an explicit `keep_all` wins over a depth. */
export function overrideQos(qos: Qos, policies: QosOverride, topic: string, file?: string): Qos {
  const fail: Fail = (policy, what) =>
    bagError('ORR_BAG_QOS', `the override of ${policy} for ${topic} ${what}.`, { file, topic });
  for (const policy of policies.keys()) {
    if (!POLICIES.includes(policy)) {
      throw fail(policy, `names an unknown policy; use one of ${POLICIES.join(', ')}`);
    }
  }
  const depth = wholeNumber(policies, 'depth', fail);
  const avoid = policies.get('avoid_ros_namespace_conventions');
  if (avoid !== undefined && typeof avoid !== 'boolean') {
    throw fail('avoid_ros_namespace_conventions', 'must be true or false');
  }
  return {
    history: choice(policies, 'history', fail) ?? (depth === undefined ? qos.history : 'keep_last'),
    depth: depth === undefined ? qos.depth : Math.max(1, depth),
    reliability: choice(policies, 'reliability', fail) ?? qos.reliability,
    durability: choice(policies, 'durability', fail) ?? qos.durability,
    liveliness: choice(policies, 'liveliness', fail) ?? qos.liveliness,
    deadline: duration(policies, 'deadline', fail) ?? qos.deadline,
    lifespan: duration(policies, 'lifespan', fail) ?? qos.lifespan,
    livelinessLease: duration(policies, 'liveliness_lease_duration', fail) ?? qos.livelinessLease,
  };
}

function choice<P extends keyof typeof VALUES>(
  policies: QosOverride,
  policy: P,
  fail: Fail,
): Exclude<(typeof VALUES)[P][number], 'system_default'> | undefined {
  const value = policies.get(policy);
  if (value === undefined) return undefined;
  const known: readonly unknown[] = VALUES[policy];
  if (!known.includes(value)) {
    throw fail(policy, `has the unknown value '${String(value)}'; use one of ${known.join(', ')}`);
  }
  return (value === 'system_default' ? SYSTEM_DEFAULT[policy] : value) as Exclude<
    (typeof VALUES)[P][number],
    'system_default'
  >;
}

function wholeNumber(policies: QosOverride, policy: string, fail: Fail): number | undefined {
  const value = policies.get(policy);
  if (value === undefined) return undefined;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw fail(policy, `must be a whole number of at least 0, not '${String(value)}'`);
}

/** In ns; given in seconds, or as `sec` and `nsec`. Zero means unspecified, hence unbounded. */
function duration(
  policies: QosOverride,
  policy: (typeof DURATIONS)[number],
  fail: Fail,
): number | undefined {
  const seconds = policies.get(policy);
  const sec = wholeNumber(policies, `${policy}.sec`, fail);
  const nsec = wholeNumber(policies, `${policy}.nsec`, fail);
  let total = (sec ?? 0) * 1e9 + (nsec ?? 0);
  if (seconds !== undefined) {
    const number = typeof seconds === 'bigint' ? Number(seconds) : seconds;
    if (typeof number !== 'number' || !(number >= 0)) {
      throw fail(policy, `must be seconds of at least 0, not '${String(seconds)}'`);
    }
    total = Math.round(number * 1e9);
  } else if (sec === undefined && nsec === undefined) {
    return undefined;
  }
  return total === 0 || total >= 0x7fffffff * 1e9 ? Number.POSITIVE_INFINITY : total;
}
