import type { Bridge } from '../bridge.js';
import { fullName } from '../run_view.js';
import type { RunEndpoint } from '../thread_messages.js';

/** Who publishes, subscribes and serves what, as one client has been told. */
export class ConnectionGraph {
  #topics: ReadonlySet<string> = new Set();
  #services: ReadonlySet<string> = new Set();

  constructor(readonly bridge: Bridge) {}

  /** The whole graph, and what has gone since the last update. */
  update(): object {
    const [published, subscribed] = [this.#owners('writer'), this.#owners('reader')];
    const served = this.#owners('server');
    const topics = new Set([...published.keys(), ...subscribed.keys()]);
    const services = new Set(served.keys());
    const removed = (before: ReadonlySet<string>, now: ReadonlySet<string>) =>
      [...before].filter((name) => !now.has(name));
    const words = {
      op: 'connectionGraphUpdate',
      publishedTopics: sorted(published).map(([name, ids]) => ({ name, publisherIds: [...ids] })),
      subscribedTopics: sorted(subscribed).map(([name, ids]) => ({
        ...{ name, subscriberIds: [...ids] },
      })),
      advertisedServices: sorted(served).map(([name, ids]) => ({ name, providerIds: [...ids] })),
      removedTopics: removed(this.#topics, topics),
      removedServices: removed(this.#services, services),
    };
    [this.#topics, this.#services] = [topics, services];
    return words;
  }

  /** The nodes that have endpoints of this kind, by the name of the endpoint. */
  #owners(kind: RunEndpoint['kind']): Map<string, Set<string>> {
    const { view } = this.bridge;
    const found = new Map<string, Set<string>>();
    for (const node of view.nodes) {
      for (const id of node.endpoints) {
        const endpoint = view.endpoints.get(id);
        if (endpoint?.kind !== kind) continue;
        const ids = found.get(endpoint.name) ?? new Set();
        found.set(endpoint.name, ids.add(fullName(node)));
      }
    }
    return found;
  }
}

function sorted(owners: ReadonlyMap<string, Set<string>>): [string, Set<string>][] {
  return [...owners].sort(([a], [b]) => (a < b ? -1 : 1));
}
