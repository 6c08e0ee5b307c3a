import type { DescribedEntity } from '../trace/index.js';
import type { PlacedCallback, RunTrace } from './run_trace.js';

/** A callback on a timeline. Times in ns since the start of the run. */
export interface TimelineCallback {
  readonly node: string;
  readonly kind: DescribedEntity['kind'];
  readonly name: string;
  readonly executor: string;
  readonly thread: number;
  readonly ready: number;
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/**
 * What the threads of the executors did around one moment. Times in ns since the start of the run.
 */
export interface Timeline {
  /** What is shown. */
  readonly title: string;
  /** The callback or chain of the timeline. */
  readonly from: number;
  readonly to: number;
  /** The shown interval of the run. */
  readonly start: number;
  readonly end: number;
  /** In the order of their starts. */
  readonly callbacks: readonly TimelineCallback[];
  /** How many more callbacks there are. */
  readonly omitted: number;
}

const MOST_CALLBACKS = 400;

/** What ran around the interval, with a margin of half its length. */
export function timelineOf(
  trace: RunTrace,
  title: string,
  interval: { readonly from: number; readonly to: number },
  longestRun: number,
): Timeline {
  const { from, to } = interval;
  const margin = Math.max(1000, (to - from) / 2);
  const start = Math.max(0, from - margin);
  const end = Math.min(trace.system.end, to + margin);
  const callbacks: TimelineCallback[] = [];
  let omitted = 0;
  const callback = (c: PlacedCallback) => {
    const { node, kind, name, executor } = c.entity;
    if (executor === null || c.start >= end || c.end < start) return;
    const { thread, number } = c.fields;
    if (callbacks.length === MOST_CALLBACKS) omitted++;
    else
      callbacks.push({
        node,
        kind,
        name,
        executor,
        thread,
        ready: c.ready,
        start: c.start,
        end: c.end,
        number,
      });
  };
  trace.walk({ callback }, start, end + longestRun);
  callbacks.sort((a, b) => a.start - b.start || a.number - b.number);
  return { title, from, to, start, end, callbacks, omitted };
}
