import { expect, it } from 'vitest';
import { Scenario } from './models.test_support.js';

/** Three nodes that feed each other from timers and topics. */
async function digest(yaml: string): Promise<string> {
  const scenario = new Scenario(yaml);
  const names = ['a', 'b', 'c'] as const;
  for (const [index, name] of names.entries()) {
    const node = scenario.node(name);
    const out = scenario.publisher(node, `/${names[(index + 1) % 3]!}`);
    let sum = 0n;
    scenario.subscription(node, `/${name}`, (data) => {
      sum += data;
      if (sum % 3n !== 0n) out.publish({ data: sum % 100n });
    });
    scenario.timer(node, 7 + index, () => out.publish({ data: sum }));
    scenario.attach(node);
  }
  await scenario.runFor(2000);
  return scenario.simulation.graph.orderDigest;
}

it('gives the default run if the models mention none of its nodes', async () => {
  const plain = await digest('{}');
  expect(
    await digest(`
executors: [{name: other, policy: multi, nodes: [/elsewhere]}]
execution_times: [{node: /elsewhere, time: 1s}]
links: [{topic: /nothing, delay: 1ms}]
faults: [{fault: loss, topic: /nothing, probability: 1}]
clock_advances: true`),
  ).toBe(plain);
  expect(await digest('execution_times: [{node: /b, time: 1ms}]')).not.toBe(plain);
});

it('gives the same run again, with every executor', async () => {
  for (const policy of ['events', 'single', 'static', 'multi', 'rclc', 'priority', 'wait_set']) {
    const yaml = `
default_executor: {policy: ${policy}}
execution_times: [{time: {exponential: {mean: 2ms, max: 20ms}}}]
links: [{delay: {uniform: {min: 0ms, max: 4ms}}, reorder: true}]
faults: [{fault: loss, probability: 0.1}, {fault: duplicate, probability: 0.1}]`;
    expect(await digest(yaml)).toBe(await digest(yaml));
  }
});
