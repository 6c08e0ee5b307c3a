import type { RunOutcome } from '../record/index.js';

/** The visible behaviour of a node: digests by topic, and its state at the end. */
export function behaviourOf({ explored }: RunOutcome, node: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const output of explored?.outputs ?? []) {
    if (output.node !== node || isHousekeeping(output.topic)) continue;
    found.set(`output on ${output.topic}`, output.all);
  }
  const state = explored?.states[node];
  if (state !== undefined) found.set('state', state);
  return found;
}

/** Topics that every node has. Log lines contain times and texts, but no node acts on them. */
export function isHousekeeping(topic: string): boolean {
  return topic === '/parameter_events' || topic === '/rosout';
}
