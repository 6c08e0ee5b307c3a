import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeldEvents } from './held_events.js';
import { LiveGraph } from './live_graph.js';
import type { LiveEndpoint, LiveNews, LivePeer } from './live_news.js';
import type { LiveEvent } from './live_protocol.js';

const PREFIXES = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const peer = (prefix: string, name: string) =>
  ({ what: 'peer', peer: { prefix, name } as LivePeer }) as const;
const endpoint = (guid: string, topic: string) =>
  ({ what: 'endpoint', endpoint: { guid, topic } as LiveEndpoint }) as const;

/** All news about three participants with one endpoint each. */
const anyNews: fc.Arbitrary<LiveNews> = fc
  .tuple(fc.constantFrom(...PREFIXES), fc.constantFrom('1', '2'), fc.nat(4))
  .map(([prefix, text, kind]) => {
    if (kind === 0) return { what: 'peer gone', prefix, expired: false };
    if (kind === 1) return { what: 'endpoint gone', guid: `${prefix}0` };
    if (kind === 2)
      return { what: 'nodes', nodes: [{ namespace: '/', name: text, readers: [], writers: [] }] };
    return kind === 3 ? peer(prefix, text) : endpoint(`${prefix}0`, text);
  });

it('leaves the program with the same graph as if it had kept up', () => {
  const steps = fc.array(fc.tuple(anyNews, fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (news) => {
      const [held, seen, all] = [new HeldEvents(), new LiveGraph(), new LiveGraph()];
      const tell = (event: LiveEvent) => {
        held.told(event);
        if (event.kind === 'news') seen.note(event.news);
      };
      for (const [each, hasCaughtUp] of news) {
        // The endpoints of a participant go with it.
        if (each.what === 'endpoint' && !all.peers.has(each.endpoint.guid.slice(0, 24))) continue;
        const ends = each.what === 'peer gone' ? [...all.endpoints.keys()] : [];
        all.note(each);
        for (const guid of ends) {
          if (!all.endpoints.has(guid))
            held.hold({ kind: 'news', news: { what: 'endpoint gone', guid } });
        }
        held.hold({ kind: 'news', news: each });
        // Two for each participant, and the nodes.
        expect(held.size).toBeLessThanOrEqual(2 * PREFIXES.length + 1);
        if (hasCaughtUp) for (const event of held.takeAll()) tell(event);
      }
      for (const event of held.takeAll()) tell(event);
      expect(new Map(seen.peers)).toEqual(new Map(all.peers));
      expect(new Map(seen.endpoints)).toEqual(new Map(all.endpoints));
      expect(seen.nodes).toEqual(all.nodes);
    }),
  );
});

it('forgets participants that came and went meanwhile, and adds up losses', () => {
  const held = new HeldEvents();
  for (let n = 0; n < 10_000; n++) {
    const prefix = String(n).padStart(24, '0');
    held.hold({ kind: 'news', news: peer(prefix, '') });
    held.hold({ kind: 'news', news: { what: 'peer gone', prefix, expired: true } });
    held.hold({ kind: 'lost', id: 1, count: 2 });
    held.hold({ kind: 'matched', id: 1, count: n });
  }
  const payload = new Uint8Array(1);
  expect(held.hold({ kind: 'request', id: 1, number: 1, payload })).toBe(false);
  expect(held.takeAll()).toEqual([
    { kind: 'lost', id: 1, count: 20_000 },
    { kind: 'matched', id: 1, count: 9_999 },
  ]);
  expect(held.takeAll()).toEqual([]);
});
