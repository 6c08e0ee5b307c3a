/** The part of the runs that is shown, in ns since their starts. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How much is shown after the end, as a fraction, so that callbacks at the end can be seen and selected. */
const AFTER_END = 0.01;

/** The longest span, in lengths of the run. */
const MOST_RUNS_ACROSS = 20;

export function wholeSpan(end: number): Span {
  return { from: 0, to: end * (1 + AFTER_END) };
}

/**
 * A span after the run has grown: the whole run stays whole, a span that includes the end moves along, and any other
 * stays.
 */
export function followedSpan(span: Span, shown: number, end: number): Span {
  if (span.from === 0 && span.to === wholeSpan(shown).to) return wholeSpan(end);
  const isElsewhere = span.to < shown || span.from > shown;
  return isElsewhere ? span : { from: span.from + end - shown, to: span.to + end - shown };
}

/** The longest span at which the run is still wide enough to be found. */
export function longestSpan(end: number): number {
  return MOST_RUNS_ACROSS * Math.max(1, end);
}

/** The part of a span that is within a run. */
export function within({ from, to }: Span, end: number): Span {
  return { from: Math.min(end, Math.max(0, from)), to: Math.max(0, Math.min(end, to)) };
}
