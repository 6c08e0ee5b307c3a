import { describe, expect, it } from 'vitest';
import type { WifiStandardName } from '../../models/index.js';
import { saturationThroughput } from './saturation.js';
import { wifiStandard } from './wifi_standard.js';

/**
 * Saturation throughput in Mbit/s for 5, 10, … 50 stations, by the analytical model that ns-3 checks its
 * own Wi-Fi against (its example `wifi-bianchi`, where collisions cost EIFS, packets of 1500 bytes).
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

/**
 * The analytical model of Tinnirello, Bianchi and Xiao, "Refinements on IEEE 802.11 distributed coordination function
 * modeling approaches" (IEEE Trans. Vehicular Technology 59(3), 2010): Bianchi's, with counters that stand still
 * while the medium is busy. In Mbit/s, for packets of 1500 bytes; times in µs.
 */
function analytical(stations: number, { minimum, stages, slot, success }: Timing): number {
  const collisionsAt = (attempt: number) => 1 - (1 - attempt) ** (stations - 1);
  const attemptAt = (p: number) => {
    let mean = 0;
    for (let i = 0; i < 400; i++) mean += (1 - p) * p ** i * minimum * 2 ** Math.min(i, stages);
    return 2 / (1 + mean);
  };
  let [low, high] = [0, 0.999];
  for (let i = 0; i < 60; i++) {
    const p = (low + high) / 2;
    if (collisionsAt(attemptAt(p)) > p) low = p;
    else high = p;
  }
  const attempt = attemptAt(low);
  const busy = 1 - (1 - attempt) ** stations;
  const alone = stations * attempt * (1 - attempt) ** (stations - 1);
  // A station that has just sent draws 0 with this probability, and then sends again at once.
  const again = 1 / minimum;
  const mean =
    (1 - busy) * slot + alone * (success / (1 - again) + slot) + (busy - alone) * (success + slot);
  return (alone * 12_000) / (1 - again) / mean;
}

interface Timing {
  /** The least contention window, and how often it doubles. */
  readonly minimum: number;
  readonly stages: number;
  readonly slot: number;
  /** A packet with its acknowledgement, and a collision with EIFS. */
  readonly success: number;
}

/** The times of a rate in Mbit/s, from the clauses of IEEE 802.11 on OFDM and on high-rate DSSS. */
function timing(name: '11a' | '11b', rate: number): Timing {
  if (name === '11b') {
    const frame = (bytes: number, at: number) => 192 + (8 * bytes) / at;
    const success = frame(1536, rate) + 10 + frame(14, Math.min(rate, 2)) + 50;
    return { minimum: 32, stages: 5, slot: 20, success };
  }
  const frame = (bytes: number, at: number) => 20 + 4 * Math.ceil((22 + 8 * bytes) / (4 * at));
  const control = [24, 12, 6].find((each) => each <= rate)!;
  const success = frame(1536, rate) + 16 + frame(14, control) + 34;
  return { minimum: 16, stages: 6, slot: 9, success };
}

const RATES = { '11a': [6, 9, 12, 18, 24, 36, 48, 54], '11b': [1, 2, 5.5, 11] } as const;

describe('an analytical model of all rates', () => {
  it('agrees with the published tables within 1.2 %', () => {
    for (const [name, rate, table] of PUBLISHED) {
      if (name !== '11a' && name !== '11b') continue;
      for (const [index, published] of table.entries()) {
        const own = analytical(5 * (index + 1), timing(name, RATES[name][rate]!));
        expect(Math.abs(own / published - 1)).toBeLessThan(0.012);
      }
    }
  });

  it.each(['11a', '11b'] as const)('agrees with stations of %s within 3 per cent', (name) => {
    for (const [index, rate] of RATES[name].entries()) {
      for (const stations of [7, 30]) {
        const expected = analytical(stations, timing(name, rate));
        const standard = wifiStandard(name);
        const duration = Math.round((PACKETS * 6_000 * 1000) / expected);
        const own = saturationThroughput({ standard, rate: index, stations, duration }) / 1e6;
        expect([name, rate, stations, Math.abs(own / expected - 1) < 0.03 || own]).toEqual([
          ...[name, rate, stations, true],
        ]);
      }
    }
  });
});
