import { describe, expect, it } from 'vitest';
import type { WifiStandardName } from '../../models/index.js';
import { ackAirtime, dataAirtime } from './airtime.js';
import { wifiStandard } from './wifi_standard.js';

function airtimes(name: WifiStandardName, index: number): [data: number, ack: number] {
  const standard = wifiStandard(name);
  const rate = standard.rates[index]!;
  return [dataAirtime(standard, rate, 1500), ackAirtime(standard, rate)];
}

describe('airtime', () => {
  it('of DSSS is the long preamble and the bits, in whole microseconds', () => {
    expect(airtimes('11b', 0)).toEqual([12_480_000, 304_000]);
    expect(airtimes('11b', 2)).toEqual([2_427_000, 248_000]);
    expect(airtimes('11b', 3)).toEqual([1_310_000, 248_000]);
  });

  it('of OFDM is whole symbols', () => {
    expect(airtimes('11a', 0)).toEqual([20_000 + 513 * 4000, 44_000]);
    expect(airtimes('11a', 7)).toEqual([20_000 + 57 * 4000, 28_000]);
  });

  it('of HT at 2.4 GHz has the mixed preamble and the silence at the end', () => {
    // 36 µs + 4 µs · ⌈(22 + 8 · 1538) / 52⌉ + 6 µs; the acknowledgement goes at 12 Mb/s.
    expect(airtimes('11n', 1)).toEqual([36_000 + 4000 * 238 + 6000, 38_000]);
  });
});
