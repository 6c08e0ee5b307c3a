import { expect, it } from 'vitest';
import type { GraphNode } from '../graph/index.js';
import type { NodeModel } from './actions/index.js';
import { CallbackEnds } from './callback_ends.js';
import { ExpectedEnd, meansOf } from './expected_end.js';

const node = (fullName: string) => ({ fullName }) as GraphNode;
const callback = { serviceCalls: [], changesDataProviderState: false };
const MODEL: NodeModel = {
  ...{ name: 'arm/P', priority: 0, services: [] },
  callbacks: [
    {
      ...callback,
      trigger: { kind: 'topic', topic: '/m' },
      outputs: ['/a', '/b', '/b'],
      sendsStatus: false,
      mayCauseReconfiguration: false,
    },
    {
      ...callback,
      trigger: { kind: 'timer', period: 100 },
      outputs: [],
      sendsStatus: true,
      mayCauseReconfiguration: false,
    },
  ],
};

it('uses parameter services as the proof, unless a rule says otherwise', () => {
  const ends = new CallbackEnds([{ node: '/other', by: 'quiet' }], [MODEL]);
  const end = ends.ofInput(node('/arm/P'), 'message', '/m');
  expect([meansOf(end, true), meansOf(end, false)]).toEqual(['barrier', 'outputs']);
  expect(meansOf(ends.ofInput(node('/other'), 'message', '/m'), true)).toBe('quiet');
  expect(meansOf(ends.ofInput(node('/unknown'), 'message', '/m'), false)).toBe('quiet');
  const ruled = new CallbackEnds([{ node: '/arm/*', by: 'outputs' }], [MODEL]);
  expect(meansOf(ruled.ofInput(node('/arm/P'), 'message', '/m'), true)).toBe('outputs');
  const status = new CallbackEnds([{ by: 'status' }], []);
  expect(meansOf(status.ofInput(node('/x'), 'request', '/s'), true)).toBe('status');
});

it('expects each output as often as it is declared, minus those that a Status message omits', () => {
  const ends = new CallbackEnds([], [MODEL]);
  const expected = new ExpectedEnd(ends.ofInput(node('/arm/P'), 'message', '/m').declared!);
  expected.sent('/b');
  expected.sent('/other');
  expect(expected.missing).toBe('send a message on /a and a message on /b');
  expected.said({ node: 'P', omitted: ['/a'] });
  expect(expected.isReached).toBe(false);
  expected.sent('/b');
  expect(expected.isReached).toBe(true);
});

it('expects the outputs of the timers that expire', () => {
  const ends = new CallbackEnds([], [MODEL]);
  const at = (from: bigint | undefined, to: bigint) =>
    ends.ofClock([node('/arm/P')], from, to).declared?.statuses;
  expect(at(10n, 90n)).toEqual([]);
  expect(at(90n, 110n)).toEqual(['arm/P']);
  // The very first clock message: releases of ROS 2 differ.
  expect(at(undefined, 200n)).toBeUndefined();
  expect(ends.ofClock([node('/arm/P'), node('/x')], 90n, 110n).declared).toBeUndefined();
  const told = new CallbackEnds([{ by: 'status' }], [MODEL]);
  const all = told.ofClock([node('/arm/P'), node('/x')], 90n, 110n).declared;
  expect(all).toEqual({ means: 'status', outputs: [], statuses: ['arm/P'] });
});
