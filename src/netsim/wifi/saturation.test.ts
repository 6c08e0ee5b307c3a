import { describe, expect, it } from 'vitest';
import type { WifiStandardName } from '../../models/index.js';
import { saturationThroughput } from './saturation.js';
import { wifiStandard } from './wifi_standard.js';

/**
 * Saturation throughput in Mbit/s for 5, 10, … 50 stations, by the analytical model that ns-3 checks its
 * own Wi-Fi against (its example `wifi-bianchi`, collisions that cost EIFS, packets of 1500 bytes).
 */
const PUBLISHED: readonly (readonly [WifiStandardName, number, readonly number[]])[] = [
  ['11b', 0, [0.8418, 0.7831, 0.746, 0.7186, 0.6973, 0.6802, 0.6639, 0.6501, 0.6386, 0.6285]],
  ['11b', 3, [6.3821, 6.0269, 5.7718, 5.5765, 5.4217, 5.2958, 5.1755, 5.0722, 4.986, 4.9103]],
  ['11a', 0, [4.6899, 4.3197, 4.1107, 3.9589, 3.8478, 3.749, 3.6618, 3.5927, 3.5358, 3.4711]],
  [
    '11a',
    7,
    [29.2861, 27.3763, 26.2078, 25.3325, 24.6808, 24.0944, 23.5719, 23.1549, 22.81, 22.4162],
  ],
  [
    '11g',
    4,
    [16.0836, 14.9153, 14.2327, 13.73, 13.3595, 13.0281, 12.7343, 12.5008, 12.3083, 12.0889],
  ],
  ['11ax', 0, [6.3381, 5.8172, 5.5223, 5.3146, 5.1525, 5.0187, 4.9039, 4.8034, 4.7134, 4.6317]],
  [
    '11ax',
    11,
    [41.8065, 39.2749, 37.6383, 36.4282, 35.4575, 34.6414, 33.9316, 33.3031, 32.7355, 32.2164],
  ],
];

/** Long enough that the standard error is well below one per cent. */
const PACKETS = 10_000;

describe('saturationThroughput', () => {
  // Few, medium and many stations; `orrery netsim saturation` prints all of them.
  const cases = PUBLISHED.flatMap(([name, rate, table]) =>
    [5, 25, 50].map((stations) => ({ name, rate, stations, published: table[stations / 5 - 1]! })),
  );

  it.each(cases)(
    '$name, rate $rate, $stations stations: within 2 % of Bianchi',
    ({ name, rate, stations, published }) => {
      const standard = wifiStandard(name);
      const duration = Math.round((PACKETS * 12_000 * 1000) / published);
      const throughput = saturationThroughput({ standard, rate, stations, duration }) / 1e6;
      expect(Math.abs(throughput / published - 1)).toBeLessThan(0.02);
    },
  );
});
