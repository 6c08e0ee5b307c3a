import { expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { Bridge } from '../bridge.js';
import { ConnectionGraph } from './connection_graph.js';

it('tells a client what has gone since the last update', () => {
  const bridge = new Bridge(new TypeRegistry({ amentPrefixPath: '' }), () => {});
  const add = (id: number, kind: 'writer' | 'server', name: string) =>
    bridge.handle({
      kind: 'endpoint',
      endpoint: { id, kind, name, type: 'std_msgs/msg/String', isLatched: false },
    });
  add(1, 'writer', '/words');
  add(2, 'writer', '/more');
  add(3, 'server', '/ask');
  const node = { namespace: '/', name: 'talker', endpoints: [1, 2, 3] };
  bridge.handle({ kind: 'nodes', nodes: [node] });
  const graph = new ConnectionGraph(bridge);
  expect(graph.update()).toMatchObject({
    publishedTopics: [
      { name: '/more', publisherIds: ['/talker'] },
      { name: '/words', publisherIds: ['/talker'] },
    ],
    advertisedServices: [{ name: '/ask', providerIds: ['/talker'] }],
    ...{ removedTopics: [], removedServices: [] },
  });
  for (const id of [2, 3]) bridge.handle({ kind: 'removed', id });
  expect(graph.update()).toMatchObject({ removedTopics: ['/more'], removedServices: ['/ask'] });
  expect(graph.update()).toMatchObject({ removedTopics: [], removedServices: [] });
});
