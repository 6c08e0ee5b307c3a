import type { NodeInputs } from '../record/index.js';
import type { Experiment } from './laboratory.js';

/** An event is rarely late by more than this, in ns, so events further apart hardly change places. */
const NEAR = 20e6;

/** Describes, in sentences, what a search kept fixed although it could vary. */
export function findHints(experiment: Experiment, inputs: NodeInputs | undefined): string[] {
  const { delays = [], losses = [], faults = [] } = experiment;
  const { timers = 0, discovery = 0 } = experiment;
  const near = inputs && nearestTimers(inputs);
  const fixed = [
    ...(timers > 0 ? [] : ['when timers are called (--jitter 2ms)']),
    ...(delays.length > 0 ? [] : ["how long messages and answers take (--delay '*=0..20ms')"]),
    ...(losses.length > 0 ? [] : ["losses (--lose '*=1')"]),
    ...(faults.length > 0 ? [] : ["faults (--fault 'crash:*', 'freeze:*=50ms')"]),
    ...(discovery > 0 ? [] : ['discovery (--discovery 200ms)']),
  ];
  return [
    ...(near === undefined || timers >= near.gap ? [] : [nearWords(near)]),
    ...(fixed.length === 0 ? [] : [`not varied: ${fixed.join(', ')}`]),
  ];
}

interface NearPair {
  readonly first: string;
  readonly second: string;
  readonly at: number;
  readonly gap: number;
}

function nearWords({ first, second, at, gap }: NearPair): string {
  const most = Math.ceil(gap / 1e6) + 1;
  const when = `${gap / 1e6} ms before ${second}, first at ${(at / 1e9).toFixed(9)} s`;
  return `${first} is called ${when}: --jitter ${most}ms lets them change places`;
}

/** The two timer calls closest to each other in time, but not at one instant. */
function nearestTimers({ names, nodes }: NodeInputs): NearPair | undefined {
  const calls: { readonly at: number; readonly name: string }[] = [];
  for (const { at, what } of Object.values(nodes)) {
    for (const [index, time] of at.entries()) {
      const name = names[what[index]!]!;
      if (name.startsWith('timer ')) calls.push({ at: time, name });
    }
  }
  calls.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  let nearest: NearPair | undefined;
  for (const [index, second] of calls.entries()) {
    const first = calls[index - 1];
    if (first === undefined || first.name === second.name) continue;
    const gap = second.at - first.at;
    if (gap === 0 || gap > NEAR || gap >= (nearest?.gap ?? Number.POSITIVE_INFINITY)) continue;
    nearest = { first: first.name, second: second.name, at: first.at, gap };
  }
  return nearest;
}
