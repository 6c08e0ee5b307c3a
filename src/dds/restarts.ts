/**
 * Peers that restart with the same GUIDs within their lease: devices whose prefix derives from their address.
 * Their numbers and counts begin again, so everything from them would look old.
 */
import type { EngineContext, Notifier } from './engine_context.js';
import { VENDOR } from './guid.js';
import type { ParticipantData } from './participant_data.js';
import type { Peer } from './peer.js';

/**
 * A restart shows by this many heartbeats in a row that count up from a lower number, over at least
 * this time in ns.
 */
const HEARTBEATS = 3;
const OLDEST_NS = 500e6;

/** Distinguishes the heartbeats of a restarted writer from late ones. */
export class HeartbeatCounts {
  #newest = 0;
  /** The last heartbeat with a lower count, how many of them came in a row, and since when. */
  #lower = 0;
  #length = 0;
  #since = 0;

  /** The number of the newest one; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Classifies a heartbeat: the `newest`, an `old` one, or one of a writer that counts `anew`. */
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

/** The peers whose restart was noticed while a datagram was handled. */
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

/** Whether the same participant now belongs to another process. */
export function isInNewProcess(before: ParticipantData, now: ParticipantData): boolean {
  const of = ({ properties }: ParticipantData) =>
    properties.find(([name]) => name === PROCESS)?.[1];
  const [old, found] = [of(before), of(now)];
  return old !== undefined && found !== undefined && old !== found;
}
