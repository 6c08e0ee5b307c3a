import {
  type Decision,
  isDeliveryDecision,
  isDiscoveryDecision,
  isTimerDecision,
  timeOf,
  withTime,
} from '../schedule/index.js';
import type { Experiment } from './laboratory.js';

/**
 * The decisions with the longest times that may be: where many small delays add up to a failure, fewer long ones do.
 */
export function withLongestTimes(
  decisions: readonly Decision[],
  experiment: Experiment,
): readonly Decision[] {
  return decisions.map((each) => {
    const [time, longest] = [timeOf(each), longestTime(each, experiment)];
    return time === undefined || longest === undefined ? each : withTime(each, longest);
  });
}

function longestTime(decision: Decision, experiment: Experiment): number | undefined {
  const { delays = [], faults = [], timers, discovery } = experiment;
  if (isTimerDecision(decision)) return timers;
  if (isDiscoveryDecision(decision)) return discovery;
  if (isDeliveryDecision(decision))
    return delays.find(({ topic }) => topic === decision.topic)?.max;
  if (!('fault' in decision)) return undefined;
  const place = 'node' in decision ? decision.node : decision.topic;
  return faults.find(({ fault, on }) => fault === decision.fault && on === place)?.time;
}
