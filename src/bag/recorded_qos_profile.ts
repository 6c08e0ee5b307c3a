import { yaml } from '../packages/index.js';
import { bagError } from './bag_error.js';

/** The QoS of one publisher, from `offered_qos_profiles` of a bag. Durations in nanoseconds. */
export interface RecordedQosProfile {
  readonly history: 'system_default' | 'keep_last' | 'keep_all' | 'unknown';
  readonly depth: number;
  readonly reliability:
    | 'system_default'
    | 'reliable'
    | 'best_effort'
    | 'unknown'
    | 'best_available';
  readonly durability:
    | 'system_default'
    | 'transient_local'
    | 'volatile'
    | 'unknown'
    | 'best_available';
  /** {@link INFINITE_DURATION} when there is none, 0n when unspecified. */
  readonly deadline: bigint;
  readonly lifespan: bigint;
  readonly liveliness:
    | 'system_default'
    | 'automatic'
    | 'manual_by_node'
    | 'manual_by_topic'
    | 'unknown'
    | 'best_available';
  readonly livelinessLeaseDuration: bigint;
  readonly avoidRosNamespaceConventions: boolean;
}

/** `RMW_DURATION_INFINITE`: 9223372036 s 854775807 ns. */
export const INFINITE_DURATION = 2n ** 63n - 1n;

// The positions are the values of the rmw enumerations that bags before Jazzy hold as integers.
const HISTORY = ['system_default', 'keep_last', 'keep_all', 'unknown'] as const;
const RELIABILITY = [
  'system_default',
  'reliable',
  'best_effort',
  'unknown',
  'best_available',
] as const;
const DURABILITY = [
  'system_default',
  'transient_local',
  'volatile',
  'unknown',
  'best_available',
] as const;
const LIVELINESS = [
  'system_default',
  'automatic',
  'manual_by_node',
  'manual_by_topic',
  'unknown',
  'best_available',
] as const;

/** The profile of a topic without one: rclcpp's default. */
export const DEFAULT_QOS_PROFILE: RecordedQosProfile = {
  history: 'keep_last',
  depth: 10,
  reliability: 'reliable',
  durability: 'volatile',
  deadline: INFINITE_DURATION,
  lifespan: INFINITE_DURATION,
  liveliness: 'automatic',
  livelinessLeaseDuration: INFINITE_DURATION,
  avoidRosNamespaceConventions: false,
};

type Fields = Record<string, unknown>;

function wrong(file: string, topic: string | undefined, what: string): Error {
  const of = topic === undefined ? '' : ` of ${topic}`;
  return bagError('ORR_BAG_QOS', `offered_qos_profiles${of}: ${what}`, { file, topic });
}

function integer(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** The most characters of `offered_qos_profiles`; a thousand publishers need a third of it. */
const MAX_TEXT = 1024 * 1024;

/**
 * Reads `offered_qos_profiles`: YAML text (as in MCAP channels, sqlite3 topics and `metadata.yaml`
 * up to version 8) or the list that `metadata.yaml` has since version 9. Policies may be names or
 * the integers of the rmw enumerations; an absent policy has its default.
 *
 * @throws OrreryError `ORR_BAG_QOS` for an unknown policy, value or structure.
 */
export function parseQosProfiles(
  source: unknown,
  file = 'offered_qos_profiles',
  topic?: string,
): RecordedQosProfile[] {
  let list = source;
  if (typeof source === 'string') {
    if (source.length > MAX_TEXT) throw wrong(file, topic, `longer than ${MAX_TEXT} characters.`);
    try {
      list = yaml().parse(source, { intAsBigInt: true, logLevel: 'error', uniqueKeys: false });
    } catch (error) {
      throw wrong(file, topic, `not valid YAML (${(error as Error).message.split('\n')[0]}).`);
    }
  }
  if (list === null || list === undefined || list === '') return [];
  if (!Array.isArray(list)) throw wrong(file, topic, 'a list of profiles is expected.');
  return list.map((item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) {
      throw wrong(file, topic, 'each profile must be a mapping of policies.');
    }
    return parseProfile(item as Fields, (what) => wrong(file, topic, what));
  });
}

function parseProfile(fields: Fields, fail: (what: string) => Error): RecordedQosProfile {
  const choose = <T extends string>(key: string, names: readonly T[], fallback: T): T => {
    const value = fields[key];
    if (value === undefined) return fallback;
    const index = integer(value);
    const found = index === undefined ? names.find((name) => name === value) : names[Number(index)];
    if (found === undefined) {
      throw fail(`unknown ${key} '${String(value)}'; use one of ${names.join(', ')}.`);
    }
    return found;
  };
  const duration = (key: string): bigint => {
    const value = fields[key];
    if (value === undefined) return INFINITE_DURATION;
    if (value === null || typeof value !== 'object') throw fail(`${key} needs sec and nsec.`);
    const seconds = integer((value as Fields).sec);
    const nanoseconds = integer((value as Fields).nsec);
    if (seconds === undefined || nanoseconds === undefined || seconds < 0n || nanoseconds < 0n) {
      throw fail(`${key} needs the non-negative integers sec and nsec.`);
    }
    // Older middlewares wrote DDS's own infinity, 0x7fffffff s 0xffffffff ns.
    if (seconds === 0x7fffffffn && nanoseconds >= 0x7fffffffn) return INFINITE_DURATION;
    const total = seconds * 1_000_000_000n + nanoseconds;
    return total > INFINITE_DURATION ? INFINITE_DURATION : total;
  };
  const depth = integer(fields.depth ?? 10);
  if (depth === undefined || depth < 0n || depth > 2n ** 53n) {
    throw fail('depth must be a non-negative integer.');
  }
  const known = DEFAULT_QOS_PROFILE;
  return {
    history: choose('history', HISTORY, known.history),
    depth: Number(depth),
    reliability: choose('reliability', RELIABILITY, known.reliability),
    durability: choose('durability', DURABILITY, known.durability),
    deadline: duration('deadline'),
    lifespan: duration('lifespan'),
    liveliness: choose('liveliness', LIVELINESS, known.liveliness),
    livelinessLeaseDuration: duration('liveliness_lease_duration'),
    avoidRosNamespaceConventions: fields.avoid_ros_namespace_conventions === true,
  };
}

function durationLines(key: string, value: bigint): string[] {
  const seconds = value / 1_000_000_000n;
  return [`${key}:`, `  sec: ${seconds}`, `  nsec: ${value % 1_000_000_000n}`];
}

/** Writes profiles as rosbag2 (Jazzy) does: policy names, no final newline, `[]` for none. */
export function formatQosProfiles(profiles: readonly RecordedQosProfile[]): string {
  if (profiles.length === 0) return '[]';
  const items = profiles.map((profile) => [
    `history: ${profile.history}`,
    `depth: ${profile.depth}`,
    `reliability: ${profile.reliability}`,
    `durability: ${profile.durability}`,
    ...durationLines('deadline', profile.deadline),
    ...durationLines('lifespan', profile.lifespan),
    `liveliness: ${profile.liveliness}`,
    ...durationLines('liveliness_lease_duration', profile.livelinessLeaseDuration),
    `avoid_ros_namespace_conventions: ${profile.avoidRosNamespaceConventions}`,
  ]);
  return items
    .map((lines) => lines.map((line, index) => (index === 0 ? '- ' : '  ') + line).join('\n'))
    .join('\n');
}
