import { expect, it } from 'vitest';
import { mergeModels } from './merge_models.js';

it('joins lists, and leaves absent what no model mentions', () => {
  const a = { links: [{ topic: '/a' }], discovery: { rules: [{ time: 1 }] } };
  const b = { links: [{ topic: '/b' }], clock_advances: true, machines: { x: { nodes: [] } } };
  expect(mergeModels([a, b])).toEqual({
    links: [{ topic: '/a' }, { topic: '/b' }],
    discovery: { rules: [{ time: 1 }] },
    clock_advances: true,
    machines: { x: { nodes: [] } },
  });
  expect(mergeModels([])).toEqual({});
});
