import type { Qos } from '../graph/index.js';
import { INFINITE_DURATION, type RecordedQosProfile } from './recorded_qos_profile.js';

/** The profile as a bag records it. */
export function toRecordedQos(qos: Qos): RecordedQosProfile {
  return {
    history: qos.history,
    depth: Number.isFinite(qos.depth) ? qos.depth : 0,
    reliability: qos.reliability,
    durability: qos.durability,
    deadline: toRecordedDuration(qos.deadline),
    lifespan: toRecordedDuration(qos.lifespan),
    liveliness: qos.liveliness,
    livelinessLeaseDuration: toRecordedDuration(qos.livelinessLease),
    avoidRosNamespaceConventions: false,
  };
}

/**
 * What to offer when playing a topic that had these publishers: where they disagree on a policy,
 * the weakest is offered, so that it does not promise more than any of them did. Deadline, lifespan
 * and liveliness were promises of the original publishers and are not offered again, as in rosbag2.
 */
export function offerForPlayback(profiles: readonly RecordedQosProfile[]): Qos {
  const bestEffort = profiles.some(({ reliability }) => reliability === 'best_effort');
  const latched =
    profiles.length > 0 && profiles.every(({ durability }) => durability === 'transient_local');
  const depth = Math.max(0, ...profiles.map((profile) => profile.depth));
  return {
    history: profiles.some(({ history }) => history === 'keep_all') ? 'keep_all' : 'keep_last',
    depth: depth === 0 ? 10 : depth,
    reliability: bestEffort ? 'best_effort' : 'reliable',
    durability: latched ? 'transient_local' : 'volatile',
    deadline: Number.POSITIVE_INFINITY,
    lifespan: Number.POSITIVE_INFINITY,
    liveliness: 'automatic',
    livelinessLease: Number.POSITIVE_INFINITY,
  };
}

function toRecordedDuration(duration: number): bigint {
  return Number.isFinite(duration) ? BigInt(duration) : INFINITE_DURATION;
}
