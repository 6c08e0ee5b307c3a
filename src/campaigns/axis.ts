/** One setting of an axis, with the command-line words that select it. */
export interface Level {
  /** The label shown in tables. */
  readonly value: string | number;
  /** Options and arguments as after `orrery run` or `orrery launch`. */
  readonly words: readonly string[];
  /** The commit at which the system is run; undefined: its files as they are now. */
  readonly revision?: string;
}

/** A continuous axis, from which a design draws. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One thing that varies between the runs of a campaign. */
export interface Axis {
  readonly name: string;
  /** Its settings, in order; empty for a {@link span} that a design draws from. */
  readonly levels: readonly Level[];
  readonly span?: Span;
  /** Whether nodes get its numbers as floating-point numbers: one type for all values of an axis. */
  readonly isFloat?: true;
  /** The words for a value, in which `{value}` stands for the value; empty if every level has its own words. */
  readonly words: readonly string[];
}

/** The words that set an axis to a value. */
export function wordsFor(words: readonly string[], value: string): string[] {
  // By a function, because a text may have `$&` in it, which means something to `replaceAll`.
  return words.map((word) => word.replaceAll('{value}', () => value));
}

/** A number of an axis of floating-point numbers: to a node, `1` is an integer and `1.0` is not. */
function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
}

/** A value as it stands in the words of a run. What is not a number of decimal digits is written as YAML does. */
export function valueText(value: string | number | boolean, isFloat: boolean): string {
  if (Number.isNaN(value)) return '.nan';
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return isFloat && typeof value === 'number' ? floatText(value) : String(value);
}

/** Digits of a value as a part of its span: enough for any setting, yet readable in a table. */
const DIGITS = 6;

/** A value between the ends of a span, rounded to a millionth of the power of ten below its width. */
function rounded(value: number, { from, to }: Span): number {
  const [, exponent = ''] = Math.abs(to - from)
    .toExponential()
    .split('e');
  const decimals = DIGITS - Number(exponent);
  // Outside of what `toFixed` can round, all digits of the value stay.
  return decimals >= 0 && decimals <= 100 ? Number(value.toFixed(decimals)) : value;
}

/** The level at a fraction (0 … 1) of an axis: a value of its span, or one of its settings. */
export function levelAt(axis: Axis, fraction: number): Level {
  const { span, levels } = axis;
  if (span === undefined) {
    return levels[Math.min(levels.length - 1, Math.floor(fraction * levels.length))]!;
  }
  const value = rounded(span.from + fraction * (span.to - span.from), span);
  return { value, words: wordsFor(axis.words, floatText(value)) };
}

/** `steps` values from one end of a span to the other, both included. */
export function stepsOf(span: Span, steps: number): number[] {
  const { from, to } = span;
  if (steps === 1) return [from];
  const step = (to - from) / (steps - 1);
  const inner = Array.from({ length: steps - 2 }, (_, i) => rounded(from + (i + 1) * step, span));
  return [from, ...inner, to];
}
