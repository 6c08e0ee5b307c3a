import { describe, expect, it } from 'vitest';
import { liveSettingsOf, networkOf } from './network_options.js';

const words = { interface: [], peer: [] };

describe('the options of a real network', () => {
  it.each([
    { live: true, rate: '2' },
    { live: true, strict: true },
    { live: true, domain: 'x' },
    { serve: 'foxy' },
    { serve: 'rosbridge:70000' },
    { serve: 'rosbridge', rate: '2' },
    { serve: 'rosbridge', live: true },
    { serve: 'rosbridge', interface: ['eth0'] },
    { domain: '3' },
    { interface: ['eth0'] },
    { peer: ['10.0.0.1'] },
  ])('are refused when they contradict: %o', (wrong) => {
    expect(() => liveSettingsOf({ ...words, ...wrong })).toThrow(
      expect.objectContaining({ code: 'ORR_LIVE_OPTION' }),
    );
  });

  it('mean no network without --live', () => {
    expect(liveSettingsOf({ ...words, rate: '2', strict: true })).toBeUndefined();
  });

  it('name no address beyond this machine unless an interface is named', () => {
    expect(networkOf({ ...words, domain: '7' })).toEqual({
      ...{ domain: 7, interfaces: [], peers: ['127.0.0.1'], multicast: true },
    });
    const there = { domain: '7', interface: ['eth0'], peer: ['10.0.0.1'], multicast: false };
    expect(networkOf(there)).toEqual({
      ...{ domain: 7, interfaces: ['eth0'], peers: ['10.0.0.1'], multicast: false },
    });
  });
});
