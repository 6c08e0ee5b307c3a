import { NANOSECONDS_PER_SECOND, RandomStreams } from '../../kernel/index.js';
import { ExperimentClock } from '../experiment_clock.js';
import { FixedRate } from './rate_control.js';
import { WifiMedium } from './wifi_medium.js';
import type { WifiStandard } from './wifi_standard.js';

export interface SaturationOptions {
  readonly standard: WifiStandard;
  /** Index into the standard's rates. */
  readonly rate: number;
  readonly stations: number;
  /** Size of the packets in bytes. Default: 1500. */
  readonly bytes?: number;
  /** Simulated time in ns. Default: 20 s. */
  readonly duration?: number;
  readonly seed?: number;
}

/**
 * Throughput in bits per second when every station always has something to send and all hear each
 * other: the quantity of Bianchi, "Performance analysis of the IEEE 802.11 distributed coordination
 * function" (IEEE JSAC 18(3), 2000). As there, frames are lost by collisions only and are repeated
 * until they arrive.
 */
export function saturationThroughput(options: SaturationOptions): number {
  const { standard, rate, stations, bytes = 1500, seed = 0 } = options;
  const { duration = 20 * NANOSECONDS_PER_SECOND } = options;
  const clock = new ExperimentClock();
  let arrived = 0;
  const feed = (from: number) => medium.send(from, { to: (from + 1) % stations, bytes });
  const medium: WifiMedium = new WifiMedium({
    standard,
    stations,
    clock,
    random: new RandomStreams(seed),
    radio: { power: () => 1e-3 },
    rates: () => new FixedRate(rate),
    attempts: Number.POSITIVE_INFINITY,
    queue: 2,
    onArrival: (_, station) => {
      arrived++;
      feed((station + stations - 1) % stations);
    },
  });
  for (let station = 0; station < stations; station++) {
    feed(station);
    feed(station);
  }
  clock.runUntil(duration);
  return (arrived * bytes * 8 * NANOSECONDS_PER_SECOND) / duration;
}
