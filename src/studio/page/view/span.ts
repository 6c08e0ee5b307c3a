/** What part of the runs is shown; ns since their starts. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is shown after the end, so that callbacks at the very end can be seen and met. */
const AFTER_END = 0.01;

/** How many times as long as the run the longest span is. */
const MOST_RUNS_ACROSS = 20;

export function wholeSpan(end: number): Span {
  return { from: 0, to: end * (1 + AFTER_END) };
}

/** Who looks at the whole run sees it grow; who sees its end goes along; who looks elsewhere stays, even beyond it. */
export function followedSpan(span: Span, shown: number, end: number): Span {
  if (span.from === 0 && span.to === wholeSpan(shown).to) return wholeSpan(end);
  const isElsewhere = span.to < shown || span.from > shown;
  return isElsewhere ? span : { from: span.from + end - shown, to: span.to + end - shown };
}

/** Not so long that the run would be too narrow to be found again. */
export function longestSpan(end: number): number {
  return MOST_RUNS_ACROSS * Math.max(1, end);
}

/** The part of a span that lies in a run. */
export function within({ from, to }: Span, end: number): Span {
  return { from: Math.min(end, Math.max(0, from)), to: Math.max(0, Math.min(end, to)) };
}
