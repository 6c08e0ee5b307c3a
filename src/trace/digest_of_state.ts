import { withoutPlaces } from '../interfaces/index.js';
import { Digest } from '../kernel/index.js';

/** Digest of the state that a node exposes; 0 if it exposes none. */
export function digestOfState(state: unknown): number {
  if (state === undefined) return 0;
  const digest = new Digest();
  digest.string(withoutPlaces(JSON.stringify(state, asJson) ?? ''));
  return digest.lane || 1;
}

/** Represents values that JSON lacks; a map or set becomes a list of its entries, in order. */
function asJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as never);
  return value;
}
