import type { NodeInputs } from '../record/index.js';
import { type Alternative, timeOf, withTime } from '../schedule/index.js';

/** The most moments at which one delay, freeze or the like is made to end. */
const MOST = 8;
/** How near to a moment is just before or after it, as a share of the longest time: a window there may be as narrow. */
const NEAR = 1 / 40;

/** Decisions with times other than the longest, by where each ends. */
export interface Landings {
  /** When something else happens. */
  readonly at: readonly Alternative[];
  /** In the middle between two such moments. */
  readonly between: readonly Alternative[];
  /** Just after such a moment. */
  readonly after: readonly Alternative[];
  readonly before: readonly Alternative[];
}

/**
 * The same decisions with shorter times, which end when something else happens in the run, or near to that. A failure that needs a message to arrive within a window is missed by the longest delay alone.
 */
export function landings(alternatives: readonly Alternative[], inputs: NodeInputs): Landings {
  const moments = momentsOf(inputs);
  const lists = { at: [], between: [], after: [], before: [] } satisfies Landings;
  for (const each of alternatives) {
    const most = timeOf(each.decision);
    const from = 'at' in each.decision ? each.decision.at : each.at;
    if (most === undefined || from === undefined) continue;
    const near = Math.ceil(most * NEAR);
    const land = (list: Alternative[], time: number) => {
      if (time > 0 && time < most) list.push({ ...each, decision: withTime(each.decision, time) });
    };
    for (const { time, sooner, later } of meetings(moments, from, most)) {
      const middle = Math.floor((sooner + time) / 2);
      land(lists.at, time);
      land(lists.between, middle);
      land(lists.after, Math.min(time + near, Math.ceil((time + later) / 2)));
      if (time - near > middle) land(lists.before, time - near);
    }
  }
  return lists;
}

/** When callbacks ran, ascending. */
function momentsOf({ nodes }: NodeInputs): readonly number[] {
  const moments = new Set(Object.values(nodes).flatMap(({ at }) => at));
  return [...moments].sort((a, b) => a - b);
}

/** A moment, and its neighbours; in ns after the decision. */
interface Meeting {
  readonly time: number;
  readonly sooner: number;
  readonly later: number;
}

/** The moments until the longest time is over; some that are far apart if they are many. */
function meetings(moments: readonly number[], from: number, most: number): Meeting[] {
  let first = 0;
  for (let end = moments.length; first < end; ) {
    const middle = (first + end) >> 1;
    if (moments[middle]! <= from) first = middle + 1;
    else end = middle;
  }
  const times: number[] = [];
  for (let i = first; i < moments.length && moments[i]! <= from + most; i++) {
    times.push(moments[i]! - from);
  }
  const stride = Math.max(1, times.length / MOST);
  const found: Meeting[] = [];
  for (let i = 0; i < times.length; i += stride) {
    const index = Math.floor(i);
    const [sooner = 0, later = most] = [times[index - 1], times[index + 1]];
    found.push({ time: times[index]!, sooner, later });
  }
  return found;
}
