/** The other participants of the network with their endpoints and nodes, as far as known. */
import type { LiveEndpoint, LiveNews, LiveNodeEntities, LivePeer } from './live_news.js';

const PREFIX_DIGITS = 24;

export class LiveGraph {
  /** By prefix, in the order in which they were found. */
  readonly peers = new Map<string, LivePeer>();
  /** By GUID, in the order in which they were found. */
  readonly endpoints = new Map<string, LiveEndpoint>();
  nodes: readonly LiveNodeEntities[] = [];
  /** Participants that disappeared without announcing their end. */
  expired = 0;
  readonly #watchers = new Set<(news: LiveNews) => void>();

  /** Calls back after each change; returns a function that ends the calls. */
  watch(watcher: (news: LiveNews) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** The news that describe the present participants. */
  all(): LiveNews[] {
    return [
      ...[...this.peers.values()].map((peer): LiveNews => ({ what: 'peer', peer })),
      ...[...this.endpoints.values()].map((endpoint): LiveNews => ({ what: 'endpoint', endpoint })),
      { what: 'nodes', nodes: this.nodes },
    ];
  }

  /** The participant that an endpoint belongs to. */
  peerOf(guid: string): LivePeer | undefined {
    return this.peers.get(guid.slice(0, PREFIX_DIGITS));
  }

  /** The node that an endpoint belongs to; undefined if the node is not announced, or not yet. */
  nodeOf(guid: string): LiveNodeEntities | undefined {
    return this.nodes.find(
      ({ readers, writers }) => readers.includes(guid) || writers.includes(guid),
    );
  }

  note(news: LiveNews): void {
    switch (news.what) {
      case 'peer':
        this.peers.set(news.peer.prefix, news.peer);
        break;
      case 'peer gone':
        this.#forget(news.prefix);
        if (news.expired) this.expired++;
        break;
      case 'endpoint':
        this.endpoints.set(news.endpoint.guid, news.endpoint);
        break;
      case 'endpoint gone':
        this.endpoints.delete(news.guid);
        break;
      case 'nodes':
        this.nodes = news.nodes;
    }
    for (const watcher of [...this.#watchers]) watcher(news);
  }

  #forget(prefix: string): void {
    this.peers.delete(prefix);
    const gone = [...this.endpoints.keys()].filter((guid) => guid.startsWith(prefix));
    for (const guid of gone) this.note({ what: 'endpoint gone', guid });
  }
}
