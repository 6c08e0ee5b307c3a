/** The peers by the prefix of their GUID. */
import { hasPrefix } from './guid.js';
import { MAX_PEERS } from './limits.js';
import type { Peer } from './peer.js';

export class PeerTable {
  /** By a number made of their prefix; hardly ever more than one. */
  readonly #buckets = new Map<number, Peer[]>();
  #all: Peer[] = [];
  /** The last one found, since datagrams of one peer often arrive in a row. */
  #last: Peer | undefined;

  get all(): readonly Peer[] {
    return this.#all;
  }

  find(bytes: Uint8Array, offset = 0): Peer | undefined {
    const last = this.#last;
    if (last !== undefined && hasPrefix(bytes, offset, last.prefix)) return last;
    const bucket = this.#buckets.get(hash(bytes, offset));
    const found = bucket?.find(({ prefix }) => hasPrefix(bytes, offset, prefix));
    if (found !== undefined) this.#last = found;
    return found;
  }

  /**
   * The peer that must go before another one can come: of the peers that never proved that they
   * hear us, the one heard of longest ago. `undefined` if there is room, or no such peer.
   */
  victim(): Peer | undefined {
    if (this.#all.length < MAX_PEERS) return undefined;
    let found: Peer | undefined;
    for (const peer of this.#all) {
      if (!peer.isProven && (found === undefined || peer.heardAt < found.heardAt)) found = peer;
    }
    return found;
  }

  get isFull(): boolean {
    return this.#all.length >= MAX_PEERS;
  }

  add(peer: Peer): void {
    const key = hash(peer.prefix, 0);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, [peer]);
    else bucket.push(peer);
    this.#all.push(peer);
  }

  remove(peer: Peer): void {
    const key = hash(peer.prefix, 0);
    const rest = (this.#buckets.get(key) ?? []).filter((other) => other !== peer);
    if (rest.length === 0) this.#buckets.delete(key);
    else this.#buckets.set(key, rest);
    this.#all = this.#all.filter((other) => other !== peer);
    if (this.#last === peer) this.#last = undefined;
  }
}

/** A number of all twelve bytes. */
function hash(bytes: Uint8Array, offset: number): number {
  let value = 0;
  for (let i = 0; i < 12; i++) value = (Math.imul(value, 31) + bytes[offset + i]!) | 0;
  return value;
}
