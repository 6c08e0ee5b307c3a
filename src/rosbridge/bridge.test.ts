import { expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { Bridge } from './bridge.js';

it('continues when the run writes something that nobody can read', () => {
  const bridge = new Bridge(new TypeRegistry({ amentPrefixPath: '' }), () => {});
  const type = bridge.types.message('std_msgs/msg/String');
  const endpoint = { id: 1, kind: 'writer', name: '/words', type: type.name } as const;
  bridge.handle({ kind: 'endpoint', endpoint: { ...endpoint, isLatched: true } });
  const heard: string[] = [];
  bridge.subscribe('/words', undefined, ({ json }) => heard.push(json));
  for (const payload of [Uint8Array.of(0, 1, 0, 0, 9), type.encode({ data: 'a' })]) {
    bridge.handle({ kind: 'write', id: 1, payload, time: 0n });
  }
  bridge.subscribe('/words', undefined, ({ json }) => heard.push(`late ${json}`));
  expect(heard).toEqual(['{"data":"a"}', 'late {"data":"a"}']);
});
