import { Digest } from '../kernel/index.js';

/** Digest of what a node says of its state; 0: it says nothing. */
export function digestOfState(state: unknown): number {
  if (state === undefined) return 0;
  const digest = new Digest();
  digest.string(JSON.stringify(state, asJson) ?? '');
  return digest.lane || 1;
}

/** What JSON does not have, in its words; a map and a set as what they hold, in their order. */
function asJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as never);
  return value;
}
