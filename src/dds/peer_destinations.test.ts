import { expect, it } from 'vitest';
import { VENDOR } from './guid.js';
import { Outbox } from './outbox.js';
import { PeerDestinations } from './peer_destinations.js';

it('forgets old addresses of peers that keep announcing new ones', () => {
  const outbox = new Outbox(new Uint8Array(12), VENDOR.orrery, 1344);
  const destinations = new PeerDestinations(outbox, () => 0);
  const target = outbox.destination({ address: '239.255.0.1', port: 7400 });
  for (let port = 1; port < 10_000; port++) {
    const metatraffic = [{ address: '10.0.0.1', port }];
    destinations.ofParticipant({ metatraffic, userTraffic: metatraffic });
    destinations.sweep([], [target]);
  }
  expect(outbox.destinationCount).toBeLessThanOrEqual(256);
  expect(outbox.destination(target.locator)).toBe(target);
});
