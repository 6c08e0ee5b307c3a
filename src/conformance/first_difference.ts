import type { VectorResult } from './network.js';
import type { VectorExpected } from './vector_file.js';

/** The first difference between the expected and the actual result; undefined if they are equal. */
export function firstDifference(
  expected: VectorExpected,
  actual: VectorResult,
): string | undefined {
  return (
    traceDifference(expected, actual) ??
    scalarDifference(expected, actual) ??
    recordDifference('callbacks of', expected.callbacks_per_id, actual.callbacks_per_id) ??
    recordDifference('final state of', expected.final_states, actual.final_states)
  );
}

function traceDifference(expected: VectorExpected, actual: VectorResult): string | undefined {
  for (const [index, [time, id]] of expected.trace_head.entries()) {
    const other = actual.trace_head[index];
    if (other?.[0] === time && other[1] === id) continue;
    const got = other === undefined ? 'nothing' : `${other[1]} at ${other[0]}`;
    return `callback ${index + 1} is ${got}, expected ${id} at ${time}`;
  }
  return undefined;
}

const SCALARS = [
  'callback_count',
  'order_hash',
  'timed_order_hash',
  'steps',
  'last_time_ns',
  'end_reason',
] as const;

function scalarDifference(expected: VectorExpected, actual: VectorResult): string | undefined {
  for (const key of SCALARS) {
    if (expected[key] !== actual[key]) return `${key} is ${actual[key]}, expected ${expected[key]}`;
  }
  return undefined;
}

function recordDifference(
  what: string,
  expected: Readonly<Record<string, string | number>>,
  actual: Readonly<Record<string, string | number>>,
): string | undefined {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  for (const key of keys) {
    const want = expected[key] ?? 0;
    const got = actual[key] ?? 0;
    if (want !== got) return `${what} ${key} is ${got}, expected ${want}`;
  }
  return undefined;
}
