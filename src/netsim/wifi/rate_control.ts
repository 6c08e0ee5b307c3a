import type { RandomStream } from '../../kernel/index.js';
import { dataAirtime } from './airtime.js';
import type { WifiStandard } from './wifi_standard.js';

/** Chooses at which rate a station sends to another. Rates are indices into the standard's list. */
export interface RateControl {
  /** @param attempt - 0 for the first transmission of a frame */
  choose(to: number, attempt: number, now: number): number;
  /** Learns how a transmission ended. */
  report(to: number, rate: number, acknowledged: boolean): void;
}

/** Always the same rate. */
export class FixedRate implements RateControl {
  readonly #rate: number;

  constructor(rate: number) {
    this.#rate = rate;
  }

  choose(): number {
    return this.#rate;
  }

  report(): void {}
}

const UPDATE_INTERVAL = 100_000_000;
const SAMPLE_SHARE = 0.1;
const OLD_SHARE = 0.75;
const REFERENCE_BYTES = 1200;

/** Statistics of one rate to one receiver. */
interface RateRecord {
  attempts: number;
  successes: number;
  /** Moving average of the share that was acknowledged. */
  probability: number;
}

interface Peer {
  readonly rates: RateRecord[];
  best: number;
  second: number;
  updated: number;
}

/**
 * Rate adaptation after Minstrel (Smithies and Fietkau; Linux mac80211): a moving average of what was
 * acknowledged at each rate, recomputed every 100 ms; every tenth frame samples another rate; first
 * attempts go at the rate of the best expected throughput, the following at the second best, the last at
 * the lowest.
 */
export class MinstrelRate implements RateControl {
  readonly #airtimes: readonly number[];
  readonly #random: RandomStream;
  readonly #peers = new Map<number, Peer>();

  constructor(standard: WifiStandard, random: RandomStream) {
    this.#airtimes = standard.rates.map((rate) => dataAirtime(standard, rate, REFERENCE_BYTES));
    this.#random = random;
  }

  choose(to: number, attempt: number, now: number): number {
    const peer = this.#peer(to, now);
    if (now - peer.updated >= UPDATE_INTERVAL) this.#update(peer, now);
    if (attempt === 0 && this.#random.float() < SAMPLE_SHARE) {
      return this.#random.integer(this.#airtimes.length);
    }
    if (attempt < 2) return peer.best;
    return attempt < 4 ? peer.second : 0;
  }

  report(to: number, rate: number, acknowledged: boolean): void {
    const record = this.#peers.get(to)?.rates[rate];
    if (record === undefined) return;
    record.attempts++;
    if (acknowledged) record.successes++;
  }

  #peer(to: number, now: number): Peer {
    let peer = this.#peers.get(to);
    if (peer === undefined) {
      const rates = this.#airtimes.map(() => ({ attempts: 0, successes: 0, probability: 0 }));
      peer = { rates, best: 0, second: 0, updated: now };
      this.#peers.set(to, peer);
    }
    return peer;
  }

  #update(peer: Peer, now: number): void {
    peer.updated = now;
    for (const record of peer.rates) {
      if (record.attempts === 0) continue;
      const share = record.successes / record.attempts;
      record.probability = OLD_SHARE * record.probability + (1 - OLD_SHARE) * share;
      record.attempts = 0;
      record.successes = 0;
    }
    // Ties go to the lower, more robust rate.
    peer.best = this.#fastest(peer, -1);
    peer.second = this.#fastest(peer, peer.best);
  }

  #fastest({ rates }: Peer, except: number): number {
    let fastest = 0;
    let most = 0;
    for (const [index, { probability }] of rates.entries()) {
      const throughput = probability / (this.#airtimes[index] ?? 1);
      if (index === except || throughput <= most) continue;
      most = throughput;
      fastest = index;
    }
    return fastest;
  }
}
