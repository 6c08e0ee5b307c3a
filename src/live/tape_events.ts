/** The form of inputs on a tape: JSON, extended by values that JSON cannot express. */
import type { WireInput } from './wire.js';

export const EVENT_TYPE = 'std_msgs/msg/String';

export type TapeEvent =
  /** The first event; its stamp is the clock's time when the programs had been loaded. */
  | { readonly kind: 'start'; readonly domain: number; readonly distro: string }
  | { readonly kind: 'end' }
  /** A sample whose payload is the next message of its topic. */
  | (Omit<Extract<WireInput, { kind: 'sample' }>, 'payload'> & { readonly topic: string })
  | WireInput;

const ENDLESS = { $: 'Infinity' } as const;

export function encodeEvent(event: TapeEvent): string {
  return JSON.stringify(event, (_key, value: unknown) => {
    if (value === Number.POSITIVE_INFINITY) return ENDLESS;
    return value instanceof Uint8Array ? { $: Buffer.from(value).toString('base64') } : value;
  });
}

export function decodeEvent(text: string): TapeEvent {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$' in value)) return value;
    return value.$ === ENDLESS.$
      ? Number.POSITIVE_INFINITY
      : new Uint8Array(Buffer.from(String(value.$), 'base64'));
  }) as TapeEvent;
}
