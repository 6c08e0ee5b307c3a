import { OrreryError } from '../errors/index.js';
import { isNodeFaultKind, type Moments } from '../schedule/index.js';
import type { Experiment } from './laboratory.js';
import { ALL } from './surveyed.js';

/** @throws OrreryError `ORR_EXPLORE_UNTOUCHED` for a delay, loss or fault with a name that nothing can happen to */
export function refuseUntouched(
  { delays = [], losses = [], faults = [] }: Experiment,
  moments: Moments,
): void {
  const topics = [...delays, ...losses].map(({ topic }) => topic);
  for (const { fault, on } of faults) {
    if (on === ALL) continue;
    if (!isNodeFaultKind(fault)) topics.push(on);
    else if (!moments.callbacks[on]) throw untouched(on, 'no callback of that node runs');
  }
  for (const topic of topics) {
    if (topic !== ALL && !moments.deliveries[topic])
      throw untouched(topic, 'no message of that topic is delivered');
  }
}

function untouched(name: string, why: string): OrreryError {
  return new OrreryError(
    'ORR_EXPLORE_UNTOUCHED',
    `Nothing can happen to ${name}: ${why} in the default run; correct the name, or let the run last longer.`,
  );
}
