import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageEncoder } from './message_encoder.js';

const PREFIX = Uint8Array.from({ length: 12 }, (_, i) => i + 1);

it('a datagram in parts has the same bytes as one without', () => {
  const payload = fc
    .oneof(fc.nat(100), fc.integer({ min: 8000, max: 30_000 }))
    .map((length) => Uint8Array.from({ length }, (_, i) => i * 7 + length));
  const step = fc.record({
    kind: fc.constantFrom('data', 'fragment', 'heartbeat', 'timestamp'),
    payload,
    inlineQos: fc.constantFrom(new Uint8Array(0), Uint8Array.of(1, 0, 0, 0)),
    n: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 4 }), (datagrams) => {
      const encoders = [
        new MessageEncoder(PREFIX, 0x017e),
        new MessageEncoder(PREFIX, 0x017e, true),
      ] as const;
      // Each encoder is used again and again.
      for (const steps of datagrams) {
        for (const encoder of encoders) {
          encoder.begin();
          for (const { kind, payload, inlineQos, n } of steps) {
            const data = { sequence: n, seconds: n, parts: 0, payload, inlineQos, isKey: false };
            if (kind === 'data') encoder.data(1, 2, data);
            else if (kind === 'heartbeat') encoder.heartbeat(1, 2, n, n, n, 0);
            else if (kind === 'timestamp') encoder.timestamp(n, n);
            else if (payload.length > 0) {
              const size = Math.ceil(payload.length / n);
              encoder.dataFrag(1, 2, data, Math.ceil(payload.length / size), size);
            }
          }
        }
        const [whole, scattered] = encoders;
        expect(scattered.size).toBe(whole.size);
        const { bytes, rest } = scattered.finishInParts();
        const large = steps.some(({ payload: { length }, kind, n }) =>
          kind === 'data' ? length >= 8192 : kind === 'fragment' && n === 1 && length >= 8192,
        );
        if (large) expect(rest.length).toBeGreaterThan(0);
        expect(Buffer.concat([bytes, ...rest]).equals(whole.finish())).toBe(true);
      }
    }),
  );
});
