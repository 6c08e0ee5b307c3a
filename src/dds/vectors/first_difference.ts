/** Where a decoded value differs from a capture. */
import { hex } from '../guid.js';

/**
 * The path and both values of the first difference, or `undefined`. Only the fields of `expected`
 * are compared; numbers of every kind are equal when they are the same number.
 */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | undefined {
  const differ = () => `${path || 'the whole'}: ${show(actual)}, not ${show(expected)}`;
  if (typeof expected === 'number' || typeof expected === 'bigint') {
    return sameNumber(expected, actual) ? undefined : differ();
  }
  if (actual instanceof Uint8Array && typeof expected === 'string') {
    return hex(actual) === expected ? undefined : differ();
  }
  if (Array.isArray(expected)) return listDifference(expected, actual, path) ?? undefined;
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differ();
    for (const [name, value] of Object.entries(expected)) {
      const at = path === '' ? name : `${path}.${name}`;
      const found = firstDifference(value, (actual as Record<string, unknown>)[name], at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isNaNText(expected) && Number.isNaN(actual)) return undefined;
  return Object.is(expected, actual) ? undefined : differ();
}

function listDifference(
  expected: readonly unknown[],
  actual: unknown,
  path: string,
): string | undefined {
  const list = Array.isArray(actual)
    ? (actual as unknown[])
    : ArrayBuffer.isView(actual) && 'length' in actual
      ? Array.from(actual as ArrayBufferView & ArrayLike<unknown>)
      : undefined;
  if (list === undefined || list.length !== expected.length) {
    return `${path}: ${show(actual)}, not ${show(expected)}`;
  }
  for (let i = 0; i < expected.length; i++) {
    const found = firstDifference(expected[i], list[i], `${path}[${i}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sameNumber(expected: number | bigint, actual: unknown): boolean {
  if (typeof actual === 'bigint' || typeof expected === 'bigint') {
    // JSON readers have rounded numbers beyond 2^53.
    return Number(actual) === Number(expected);
  }
  return actual === expected || (Number.isNaN(expected) && Number.isNaN(actual));
}

function isNaNText(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'nan';
}

function show(value: unknown): string {
  const text =
    JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? v.toString() : v)) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
