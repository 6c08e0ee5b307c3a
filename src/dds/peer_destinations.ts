/** Chooses the destinations of peers and their endpoints among the locators that they announce. */
import type { EndpointData } from './endpoint_data.js';
import { isBuiltin } from './guid.js';
import type { Locator } from './locator.js';
import type { Destination, Outbox } from './outbox.js';
import type { ParticipantData } from './participant_data.js';
import type { Peer } from './peer.js';

/** Number of destinations from which unused ones are forgotten. */
const SWEEP_FROM = 256;

export class PeerDestinations {
  #sweepAt = SWEEP_FROM;

  constructor(
    readonly outbox: Outbox,
    /** How well a locator can be reached: the highest rank wins; a locator below 0 is never used. */
    readonly rank: (locator: Locator) => number,
  ) {}

  #best(locators: readonly Locator[]): Destination | undefined {
    let best: Locator | undefined;
    let bestRank = 0;
    for (const locator of locators) {
      const rank = this.rank(locator);
      if (rank < 0 || (best !== undefined && rank <= bestRank)) continue;
      best = locator;
      bestRank = rank;
    }
    return best && this.outbox.destination(best);
  }

  /** Where a participant gets discovery and user traffic; `undefined` when it cannot be reached. */
  ofParticipant(
    data: Pick<ParticipantData, 'metatraffic' | 'userTraffic'>,
  ): { meta: Destination; user: Destination } | undefined {
    const meta = this.#best(data.metatraffic);
    return meta && { meta, user: this.#best(data.userTraffic) ?? meta };
  }

  /** Where an endpoint gets its traffic: at locators of its own, or at those of its participant. */
  ofEndpoint(peer: Peer, data: EndpointData): Destination {
    if (isBuiltin(data.guid.entity)) return peer.metatraffic;
    return this.#best(data.unicast) ?? peer.userTraffic;
  }

  /** Changes the destinations of a peer and its endpoints. */
  move(peer: Peer, to: { meta: Destination; user: Destination }): void {
    peer.metatraffic = to.meta;
    peer.userTraffic = to.user;
    for (const endpoint of [...peer.readers.values(), ...peer.writers.values()]) {
      endpoint.destination = this.ofEndpoint(peer, endpoint.data);
    }
  }

  /**
   * Forgets destinations that no peer uses any longer, once there may be many: peers can announce
   * new locators forever.
   */
  sweep(peers: readonly Peer[], others: readonly Destination[]): void {
    if (this.outbox.destinationCount < this.#sweepAt) return;
    const inUse = new Set(others);
    for (const peer of peers) {
      inUse.add(peer.metatraffic).add(peer.userTraffic);
      for (const { destination } of peer.readers.values()) inUse.add(destination);
      for (const { destination } of peer.writers.values()) inUse.add(destination);
    }
    this.outbox.keepDestinations(inUse);
    // Doubles, so that the effort for each new locator stays constant.
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * inUse.size);
  }
}
