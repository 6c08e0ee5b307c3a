import { OrreryError } from '../errors/index.js';

const OPERATORS: Readonly<Record<string, (a: Comparable, b: Comparable) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
};

export type Comparable = number | string | boolean;

const TOPIC = /^(\/[A-Za-z_][\w/]*)\s*(?::\s*(.+))?$/s;
const COMPARISON = /^([A-Za-z_][\w.[\]]*)\s*(?:(==|!=|<=|>=|<|>)\s*(.+))?$/s;

export interface Comparison {
  readonly path: readonly string[];
  readonly operator: string;
  readonly value: Comparable;
}

/** A condition on the messages of one topic. */
export interface TopicCondition {
  readonly topic: string;
  /** As it was written. */
  readonly text: string;
  /** All must hold for one message. */
  readonly comparisons: readonly Comparison[];
}

/**
 * Parses `/topic`, `/topic: field`, or `/topic: field > 3 and other.field == "text"`. Operators are
 * `== != < <= > >=`; a field alone must be true (or not 0, not empty); elements of arrays are
 * `ranges[3]`, their number is `ranges.length`.
 *
 * @throws OrreryError `ORR_TOPIC_CONDITION`
 */
export function parseTopicCondition(text: string): TopicCondition {
  const written = { text, example: '/odom: pose.pose.position.x > 3' };
  const match = TOPIC.exec(text.trim());
  if (match === null) refuse(written, 'does not begin with an absolute topic name');
  const [, topic = '', expression] = match;
  const comparisons = expression === undefined ? [] : comparisonsOf(expression, written);
  return { topic, text, comparisons };
}

/**
 * Parses what follows the topic alone, for values that are not messages.
 *
 * @param example - of a condition, for the message
 * @throws OrreryError `ORR_TOPIC_CONDITION`
 */
export function parseComparisons(text: string, example: string): readonly Comparison[] {
  return comparisonsOf(text, { text, example });
}

/** A condition as its user wrote it, and how one is written. */
interface Written {
  readonly text: string;
  readonly example: string;
}

function comparisonsOf(expression: string, written: Written): Comparison[] {
  return expression
    .trim()
    .split(/\s+(?:and|&&)\s+/)
    .map((part) => comparison(part, written));
}

function comparison(part: string, written: Written): Comparison {
  const match = COMPARISON.exec(part);
  if (match === null) {
    refuse(written, `has "${part}" where a comparison such as "x > 3" is expected`);
  }
  const [, field = '', operator = '', literal = ''] = match;
  const path = field.replaceAll(']', '').split(/[.[]/);
  return { path, operator, value: operator === '' ? true : literalOf(literal.trim(), written) };
}

function literalOf(literal: string, written: Written): Comparable {
  if (literal === 'true' || literal === 'false') return literal === 'true';
  const quoted = /^(["'])(.*)\1$/s.exec(literal);
  if (quoted !== null) return quoted[2]!;
  const number = Number(literal);
  if (literal !== '' && !Number.isNaN(number)) return number;
  return refuse(
    written,
    `compares with "${literal}", which is not a number, a boolean or quoted text`,
  );
}

function refuse({ text, example }: Written, what: string): never {
  throw new OrreryError(
    'ORR_TOPIC_CONDITION',
    `The condition "${text}" ${what}; write e.g. '${example}'.`,
  );
}

/** Whether a decoded message fulfils the condition; it never does if it lacks a field of the condition. */
export function fulfils(
  { comparisons }: Pick<TopicCondition, 'comparisons'>,
  message: unknown,
): boolean {
  return comparisons.every((comparison) => holds(comparison, message));
}

/** The part of a decoded message that does not fulfil the condition, e.g. `data is 7`. */
export function violationOf(condition: TopicCondition, message: unknown): string | undefined {
  const broken = condition.comparisons.find((comparison) => !holds(comparison, message));
  if (broken === undefined) return undefined;
  return `${broken.path.join('.')} is ${String(valueAt(broken.path, message))}`;
}

function holds({ path, operator, value }: Comparison, message: unknown): boolean {
  const found = valueAt(path, message);
  if (operator === '') return Boolean(found);
  return found !== undefined && OPERATORS[operator]!(found as Comparable, value);
}

function valueAt(path: readonly string[], message: unknown): unknown {
  let found: unknown = message;
  for (const name of path) found = (found as Record<string, unknown> | undefined)?.[name];
  return typeof found === 'bigint' ? Number(found) : found;
}
