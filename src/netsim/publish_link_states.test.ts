import { expect, it } from 'vitest';
import { Subscription } from '../graph/index.js';
import { MS, NetworkScenario, types } from './network.test_support.js';

interface Status {
  readonly level: number;
  readonly name: string;
  readonly message: string;
  readonly values: readonly { readonly key: string; readonly value: string }[];
}

/** What the nodes of an agent are told about its links, as `[s, status]`. */
async function told(network: string, agent: string, seconds: number, positions = {}) {
  const scenario = new NetworkScenario(network, ['a', 'b'], 0, positions);
  const node = scenario.node(`/${agent}`, 'listener');
  const states: (readonly [number, readonly Status[]])[] = [];
  const type = types.message('diagnostic_msgs/msg/DiagnosticArray');
  new Subscription(node, `/${agent}/links`, type, (message) => {
    const { status } = message as { status?: unknown };
    states.push([scenario.simulation.kernel.now / MS / 1000, status as readonly Status[]]);
  });
  scenario.simulation.attach(node);
  await scenario.runFor(seconds * 1000);
  return states;
}

it('say when an agent goes out of range, and how strong its signal was until then', async () => {
  const network = '  channel: {}\n  simulator: {wifi: {}}\n  link_states: {period: 1s}';
  const b = 'trajectory: [{time: 0s, at: [100, 0, 0]}, {time: 10s, at: [1100, 0, 0]}]';
  const states = await told(network, 'a', 10, { b });
  expect(states.map(([time]) => time)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const strengths = states.map(([, [status]]) => Number(status!.values[0]!.value));
  expect(strengths).toEqual([...strengths].sort((one, other) => other - one));
  // Friis: 16 dBm, 2.437 GHz, 200 m.
  expect(strengths[0]).toBeCloseTo(-70.2, 1);
  for (const [index, [, [status]]] of states.entries()) {
    const isUp = strengths[index]! >= -82;
    expect(status).toMatchObject({ name: 'b', level: isUp ? 0 : 2, message: isUp ? 'up' : 'down' });
  }
  expect(states.at(-1)![1][0]!.message).toBe('down');
});

it('are up without a strength where there is no channel', async () => {
  const [[, [status]]] = (await told('  link_states: {period: 1s}', 'b', 1)) as [
    readonly [number, readonly [Status]],
  ];
  expect(status).toMatchObject({ name: 'a', level: 0, message: 'up', values: [] });
});
