import type { NodeInputs } from '../record/index.js';
import { type Alternative, timeOf, withTime } from '../schedule/index.js';

/** The most times that are tried for one delay, freeze or the like. */
const MOST = 16;

/**
 * The same decision with shorter times: those at which it ends when something else happens in the run, or between two
 * such moments. A failure that needs a message to arrive within a window is missed by the longest delay alone.
 */
export function landingTimes({ decision, at }: Alternative, inputs: NodeInputs): Alternative[] {
  const most = timeOf(decision);
  const from = 'at' in decision ? decision.at : at;
  if (most === undefined || from === undefined) return [];
  const meetings = new Set<number>();
  for (const node of Object.values(inputs.nodes)) {
    for (const time of node.at) if (time > from && time <= from + most) meetings.add(time - from);
  }
  const ends = [...meetings].sort((a, b) => a - b);
  const times = ends.flatMap((end, i) => [Math.floor(((ends[i - 1] ?? 0) + end) / 2), end]);
  const stride = Math.max(1, times.length / MOST);
  const chosen: Alternative[] = [];
  for (let i = 0; i < times.length; i += stride) {
    const time = times[Math.floor(i)]!;
    if (time > 0 && time < most) chosen.push({ decision: withTime(decision, time), passes: [] });
  }
  return chosen;
}
