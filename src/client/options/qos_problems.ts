import { inspect } from 'node:util';
import { didYouMean, nearestNames } from '../../errors/index.js';
import { QoS } from '../qos/qos.js';

const PROFILES: readonly string[] = [
  QoS.profileDefault,
  QoS.profileSystemDefault,
  QoS.profileSensorData,
  QoS.profileServicesDefault,
  QoS.profileParameters,
  QoS.profileParameterEvents,
  QoS.profileActionStatusDefault,
];

const POLICIES = {
  history: { name: 'HistoryPolicy', values: QoS.HistoryPolicy },
  reliability: { name: 'ReliabilityPolicy', values: QoS.ReliabilityPolicy },
  durability: { name: 'DurabilityPolicy', values: QoS.DurabilityPolicy },
  liveliness: { name: 'LivelinessPolicy', values: QoS.LivelinessPolicy },
} as const;

const DURATIONS = ['deadline', 'lifespan', 'livelinessLeaseDuration'] as const;

/** What is wrong with the values of a QoS; each completes "The publisher on /x of /n is given qos…". */
export function qosProblems(given: unknown): string[] {
  if (typeof given !== 'object' || given === null) {
    if (typeof given === 'string' && PROFILES.includes(given)) return [];
    const depth = Number.isInteger(given)
      ? `; did you mean { depth: ${String(given)} }?`
      : undefined;
    const hint = depth ?? (didYouMean(String(given), PROFILES) || `; give a profile or a QoS.`);
    return [` ${shown(given)}, which counts as ${QoS.profileDefault}${hint}`];
  }
  const field = (name: string) => (given as Readonly<Record<string, unknown>>)[name];
  const problems = Object.entries(POLICIES).flatMap(([name, { name: policy, values }]) => {
    const value = field(name);
    if (value === undefined || Object.values<unknown>(values).includes(value)) return [];
    const text = `.${name} ${shown(value)}, which counts as the default of the middleware`;
    return [`${text}; give ${meant(value, policy, Object.keys(values))}.`];
  });
  return [...problems, ...depthProblems(field('depth')), ...durationProblems(field)];
}

function depthProblems(depth: unknown): string[] {
  if (depth === undefined || (Number.isInteger(depth) && Number(depth) >= 0)) return [];
  return [`.depth ${shown(depth)}; give a whole number of messages.`];
}

function durationProblems(field: (name: string) => unknown): string[] {
  return DURATIONS.flatMap((name) => {
    const value = field(name);
    const fits = typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value));
    if (value === undefined || fits) return [];
    return [`.${name} ${shown(value)}; give nanoseconds, as a bigint or a number.`];
  });
}

/** The policy that `best_effort`, `BestEffort` or a mistyped full name probably means. */
function meant(value: unknown, policy: string, names: readonly string[]): string {
  const bare = (text: string) => text.toLowerCase().replace(/^rmw_qos_policy_[a-z]+?_|[_\s-]/g, '');
  const word = typeof value === 'string' ? bare(value) : '';
  const [near] = nearestNames(word, names.map(bare));
  const name = names.find((each) => bare(each) === near || (word !== '' && bare(each) === word));
  return name === undefined ? `a value of QoS.${policy}` : `QoS.${policy}.${name}`;
}

function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Infinity, maxStringLength: 60 });
}
