import type { ConfigNode, ConfigReader, Read } from '../models/index.js';
import { type Axis, type Level, type Span, stepsOf, valueText, wordsFor } from './axis.js';
import { listWithRanges } from './list_with_ranges.js';
import { REVISION_AXIS } from './revision_axis.js';

/** Most values of one axis. */
const MOST_VALUES = 100_000;
const SEED_ELSEWHERE = 'Which seeds are run is said by seeds, for all rows: write it there.';
const NO_VALUES = 'A list is needed here, or a range of whole numbers such as 1..5.';

/** An axis as the file writes it. */
interface AxisEntry {
  readonly parameter?: string;
  readonly argument?: string;
  readonly option?: string;
  readonly values?: readonly (string | number | boolean)[];
  readonly range?: Span & { readonly steps?: number };
  readonly variants?: Readonly<Record<string, readonly string[]>>;
}

/** Words as after orrery run. The plan adds the seed of each row, which would replace theirs. */
export function wordsReader(reader: ConfigReader): Read<string[]> {
  return reader.list((node) => {
    const isSeed = /^--seed(=|$)/.test(String(node.value));
    return isSeed ? reader.refuse(node, SEED_ELSEWHERE) : reader.text(node);
  });
}

/**
 * Reads what varies in a campaign.
 *
 * @param isGrid - a grid needs values: a range must say in how many steps
 */
export function axesReader(reader: ConfigReader, isGrid: boolean): Read<Record<string, Axis>> {
  const number = reader.number(-Number.MAX_VALUE, Number.MAX_VALUE);
  const scalar: Read<string | number | boolean> = (node) =>
    ['string', 'number', 'boolean'].includes(typeof node.value)
      ? (node.value as string | number | boolean)
      : reader.refuse(node, 'A value is needed here: a number, a string, true or false.');
  const axis = reader.object<AxisEntry>({
    parameter: reader.text,
    argument: reader.text,
    option: (node) =>
      node.value === '--seed' ? reader.refuse(node, SEED_ELSEWHERE) : reader.text(node),
    values: (node) =>
      listWithRanges(node, reader, scalar, MOST_VALUES) ??
      (node.items === undefined ? reader.refuse(node, NO_VALUES) : undefined),
    range: reader.object<Span & { readonly steps?: number }>(
      { from: number, to: number, steps: reader.number(1, MOST_VALUES, true) },
      ['from', 'to'],
    ),
    variants: reader.named(wordsReader(reader)),
  });
  return (node) => {
    if (node.entries === undefined) return reader.refuse(node, 'A mapping is needed here.');
    const pairs = [...node.entries].flatMap(([name, each]) => {
      if (name === REVISION_AXIS) {
        reader.refuse(each, 'The axis of this name is made by revisions; give it another name.');
        return [];
      }
      const entry = axis(each);
      const made = entry && axisOf(name, entry, each, reader, isGrid);
      return made === undefined ? [] : [[name, made] as const];
    });
    refuseEqualSubjects(pairs, node, reader);
    return Object.fromEntries(pairs);
  };
}

/** Two axes that set the same would give points that differ in name only: the last one wins in all of them. */
function refuseEqualSubjects(
  axes: readonly (readonly [string, Axis])[],
  node: ConfigNode,
  reader: ConfigReader,
): void {
  const known = new Map<string, string>();
  for (const [name, { words }] of axes) {
    const subject = words.join(' ').replace(/:?=?\{value\}$/, '');
    const other = known.get(subject);
    if (other !== undefined && subject !== '') {
      const where = node.entries?.get(name) ?? node;
      reader.refuse(where, `The axes ${other} and ${name} set the same; leave one of them out.`);
    }
    known.set(subject, name);
  }
}

function axisOf(
  name: string,
  entry: AxisEntry,
  node: ConfigNode,
  reader: ConfigReader,
  isGrid: boolean,
): Axis | undefined {
  const { variants, values, range } = entry;
  const words = wordsOf(entry);
  if (variants !== undefined) {
    if (words !== undefined || values !== undefined || range !== undefined) {
      return reader.refuse(node, 'Variants bring their own words: give nothing else.');
    }
    if (Object.keys(variants).length === 0) {
      return reader.refuse(node, 'Give at least one variant.');
    }
    const levels = Object.entries(variants).map(([value, own]): Level => ({ value, words: own }));
    return { name, levels, words: [] };
  }
  if (words === undefined) {
    return reader.refuse(node, 'Say what varies: one of parameter, argument, option, variants.');
  }
  if ((values === undefined) === (range === undefined)) {
    return reader.refuse(node, 'Give either values or a range.');
  }
  if (range !== undefined && range.steps !== 1 && !isWide(range)) {
    return reader.refuse(node, 'Give a range two ends that differ.');
  }
  if (isGrid && range !== undefined && range.steps === undefined) {
    return reader.refuse(node, 'Say in how many steps, or give a design that draws values.');
  }
  const isDrawn = range !== undefined && range.steps === undefined;
  const list = values ?? (range?.steps === undefined ? [] : stepsOf(range, range.steps));
  const isFloat =
    isDrawn ||
    list.some((value) => typeof value === 'number' && !Number.isInteger(value)) ||
    hasFloat(node);
  const levels = list.map((value): Level => {
    const text = valueText(value, isFloat);
    return { value: isPlain(value) ? value : text, words: wordsFor(words, text) };
  });
  const span = isDrawn ? { span: range } : {};
  return { name, levels, words, ...span, ...(isFloat && { isFloat }) };
}

/** Whether JSON, in which results are kept, has the value: it has no NaN and no infinity. */
function isPlain(value: string | number | boolean): value is string | number {
  return typeof value === 'string' || Number.isFinite(value);
}

/** Whether there is something between the ends. */
function isWide({ from, to }: Span): boolean {
  return from !== to && Number.isFinite(to - from);
}

/** Whether a number of its values or range is written as a floating-point number. */
function hasFloat({ entries }: ConfigNode): boolean {
  const [values, range] = ['values', 'range'].map((key) => entries?.get(key));
  const ends = ['from', 'to'].map((key) => range?.entries?.get(key));
  return [...(values?.items ?? []), ...ends].some((each) => each?.isFloat);
}

/** The words that set the subject of an axis; undefined unless it names exactly one. */
function wordsOf({ parameter, argument, option }: AxisEntry): readonly string[] | undefined {
  const ways = [
    parameter === undefined ? [] : ['-p', `${parameter}:={value}`],
    argument === undefined ? [] : [`${argument}:={value}`],
    option === undefined ? [] : [option, '{value}'],
  ].filter((words) => words.length > 0);
  return ways.length === 1 ? ways[0] : undefined;
}
