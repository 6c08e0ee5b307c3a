import type { Command } from 'commander';
import type { Qos } from '../dds/index.js';
import { OrreryError } from '../errors/index.js';
import type { EndpointInfo } from '../tools/index.js';
import { positiveInteger } from './whole_number.js';

/** Words of the options that ask for a QoS. */
export interface QosWords {
  readonly qosProfile?: string;
  readonly qosReliability?: string;
  readonly qosDurability?: string;
  readonly qosHistory?: string;
  readonly qosDepth?: string;
  readonly qosLiveliness?: string;
  readonly qosLivelinessLeaseDurationSeconds?: string;
}

type Profile = readonly [Qos['reliability'], Qos['durability'], depth: number];

/** ROS 2's profiles, by the names that its commands take. */
const PROFILES: Readonly<Record<string, Profile>> = {
  default: ['reliable', 'volatile', 10],
  system_default: ['reliable', 'volatile', 10],
  sensor_data: ['best_effort', 'volatile', 5],
  services_default: ['reliable', 'volatile', 10],
  parameters: ['reliable', 'volatile', 1000],
  parameter_events: ['reliable', 'volatile', 1000],
  action_status_default: ['reliable', 'transient_local', 1],
};

/** Adds the `--qos-…` options that commands of ROS 2 have. */
export function withQosOptions(command: Command): Command {
  return command
    .option('--qos-profile <name>', `one of ROS 2's: ${Object.keys(PROFILES).join(', ')}`)
    .option('--qos-reliability <kind>', 'reliable or best_effort (default: to match the others)')
    .option('--qos-durability <kind>', 'volatile or transient_local (default: to match the others)')
    .option('--qos-history <kind>', 'keep_last or keep_all')
    .option('--qos-depth <n>', 'how many messages to keep')
    .option('--qos-liveliness <kind>', 'automatic or manual_by_topic')
    .option('--qos-liveliness-lease-duration-seconds <s>', 'how long an endpoint counts as alive');
}

/** The QoS that was asked for; where nothing was, one that is compatible with all of `others`. */
export function qosOfWords(words: QosWords, others: readonly EndpointInfo[]): Partial<Qos> {
  const all = (holds: (qos: Qos) => boolean) =>
    others.length > 0 && others.every(({ qos }) => holds(qos));
  const profile = profileOf(words);
  const reliability =
    one(words.qosReliability, ['reliable', 'best_effort'] as const) ??
    profile?.[0] ??
    (others.length === 0 || all((qos) => qos.reliability === 'reliable')
      ? 'reliable'
      : 'best_effort');
  const durability =
    one(words.qosDurability, ['volatile', 'transient_local'] as const) ??
    profile?.[1] ??
    (all((qos) => qos.durability !== 'volatile') ? 'transient_local' : 'volatile');
  const kind = one(words.qosHistory, ['keep_last', 'keep_all'] as const) ?? 'keep_last';
  const depth =
    words.qosDepth === undefined ? (profile?.[2] ?? 10) : positiveInteger(words.qosDepth);
  const history = { kind, depth: kind === 'keep_all' ? -1 : depth };
  return { reliability, durability, history, ...livelinessOf(words) };
}

function profileOf({ qosProfile }: QosWords): Profile | undefined {
  const name = one(qosProfile, [...Object.keys(PROFILES), 'best_available', 'unknown']);
  return name === undefined ? undefined : PROFILES[name];
}

function livelinessOf(words: QosWords): Partial<Qos> {
  const liveliness = one(words.qosLiveliness, ['automatic', 'manual_by_topic'] as const);
  const { qosLivelinessLeaseDurationSeconds: seconds } = words;
  if (seconds !== undefined && !(Number(seconds) > 0)) {
    throw new OrreryError(
      'ORR_LIVE_OPTION',
      `The lease duration "${seconds}" is not a number of seconds above 0.`,
    );
  }
  return {
    ...(liveliness === undefined ? {} : { liveliness }),
    ...(seconds === undefined ? {} : { livelinessLease: Number(seconds) * 1e9 }),
  };
}

function one<T extends string>(word: string | undefined, kinds: readonly T[]): T | undefined {
  if (word === undefined) return undefined;
  const found = kinds.find((kind) => kind === word);
  if (found !== undefined) return found;
  throw new OrreryError('ORR_LIVE_OPTION', `"${word}" is not one of ${kinds.join(', ')}.`);
}
