/**
 * Peers that start anew with the GUIDs that they had before, within their lease: devices whose prefix is made
 * of their address. Their numbers and counts begin again, so everything of them would be taken for old.
 */
import type { EngineContext, Notifier } from './engine_context.js';
import { VENDOR } from './guid.js';
import type { ParticipantData } from './participant_data.js';
import type { Peer } from './peer.js';

/** So many heartbeats in a row that count on from a lower number, over at least this time in ns. */
const HEARTBEATS = 3;
const OLDEST_NS = 500e6;

/** Tells the heartbeats of a writer that has started anew from those that were late on their way. */
export class HeartbeatCounts {
  #newest = 0;
  /** The last of those that count lower, how many there were in a row, and since when. */
  #lower = 0;
  #length = 0;
  #since = 0;

  /** The number of the newest one; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Notes a heartbeat: the `newest`, an `old` one, or one of a writer that counts `anew`. */
  take(count: number, now: number): 'newest' | 'old' | 'anew' {
    if (this.#newest === 0 || ((count - this.#newest) | 0) > 0) {
      this.#newest = count;
      this.#length = 0;
      return 'newest';
    }
    if (this.#length === 0) this.#since = now;
    else if (((count - this.#lower) | 0) <= 0) return 'old';
    this.#lower = count;
    this.#length++;
    return this.#length >= HEARTBEATS && now - this.#since >= OLDEST_NS ? 'anew' : 'old';
  }
}

/** The peers that have started anew while a datagram was handled. */
export class Restarts implements Notifier {
  hasNews = false;
  readonly #peers = new Set<Peer>();

  constructor(
    readonly context: EngineContext,
    readonly begin: (peer: Peer, now: number) => void,
  ) {}

  note(peer: Peer): void {
    // A participant of this engine has a new prefix at each start.
    if (peer.vendor === VENDOR.orrery) return;
    this.#peers.add(peer);
    this.context.tell(this);
  }

  notify(now: number): void {
    const peers = [...this.#peers];
    this.#peers.clear();
    for (const peer of peers) this.begin(peer, now);
  }
}

/** The property in which Fast DDS names its process. */
const PROCESS = 'fastdds.physical_data.process';

/** Whether the same participant is in another process than before. */
export function isInNewProcess(before: ParticipantData, now: ParticipantData): boolean {
  const of = ({ properties }: ParticipantData) =>
    properties.find(([name]) => name === PROCESS)?.[1];
  const [old, found] = [of(before), of(now)];
  return old !== undefined && found !== undefined && old !== found;
}
