import { expect, it } from 'vitest';
import type { ModelHooks } from './apply_models.js';
import { Scenario } from './models.test_support.js';

/** Nodes called `a_1`, `a_2`, … live in the process `a`. */
const hooks: ModelHooks = {
  processOf: ({ name }) => (name.includes('_') ? name.split('_')[0] : undefined),
};

function executors(yaml: string, more: ModelHooks, ...names: string[]): string[] {
  const scenario = new Scenario(yaml, {}, { ...hooks, ...more });
  const nodes = names.map((name) => scenario.node(name));
  scenario.attach(...nodes);
  const known = [...new Set(nodes.map((node) => node.executor))];
  return nodes.map((node) => `${node.executor!.name}#${known.indexOf(node.executor)}`);
}

it('gives each process one executor, and leaves nodes that Orrery creates alone', () => {
  const yaml = 'default_executor: {policy: single}';
  expect(executors(yaml, {}, 'a_1', 'a_2', 'b_1', 'monitor')).toEqual([
    'single#0',
    'single#0',
    'single#1',
    'events#2',
  ]);
});

it('does what launch files ask for, unless models say something else', () => {
  const more: ModelHooks = {
    executorOf: ({ name }) =>
      name === 'a_2' ? { policy: { policy: 'single' }, isolated: true } : { policy: MULTI },
  };
  const yaml = 'executors: [{name: other, policy: static, nodes: [/b_2]}]';
  expect(executors(yaml, more, 'a_1', 'a_2', 'a_3', 'b_1', 'b_2')).toEqual([
    'multi:3#0',
    'single#1',
    'multi:3#0',
    'multi:3#2',
    'static#3',
  ]);
});

it('lets the command line choose for all, for a process, an executor or a node', () => {
  const yaml = 'executors: [{name: other, policy: static, nodes: [/b_2, /c_1]}]';
  const choices = [{ policy: { policy: 'single' as const } }, { pattern: '/a', policy: MULTI }];
  expect(executors(yaml, { choices }, 'a_1', 'a_2', 'b_1', 'b_2', 'c_1')).toEqual([
    'multi:3#0',
    'multi:3#0',
    'single#1',
    'single#2',
    'single#2',
  ]);
  const one = [{ pattern: '/a_2', policy: MULTI }];
  expect(executors(yaml, { choices: one }, 'a_1', 'a_2', 'b_2')).toEqual([
    'events#0',
    'multi:3#1',
    'static#2',
  ]);
});

it('runs callback groups of a launch file on executors of their own', async () => {
  const more: ModelHooks = {
    executorOf: () => ({
      policy: { policy: 'single' },
      callbackGroups: [
        { name: 'fast', type: 'reentrant', callbacks: ['/fast'], executor: { policy: 'events' } },
      ],
    }),
  };
  const scenario = new Scenario('execution_times: [{callback: /slow, time: 30ms}]', {}, more);
  const source = scenario.node('source');
  for (const topic of ['/slow', '/fast']) {
    const publisher = scenario.publisher(source, topic);
    scenario.timer(source, 10, () => publisher.publish({ data: 1n }));
  }
  const node = scenario.node('a_1');
  scenario.subscription(node, '/slow', () => scenario.note('slow'));
  scenario.subscription(node, '/fast', () => scenario.note('fast'));
  scenario.attach(source, node);
  await scenario.runFor(40);
  expect(scenario.log.filter((line) => line.startsWith('fast'))).toHaveLength(4);
  expect(scenario.log.filter((line) => line.startsWith('slow'))).toHaveLength(2);
});

const MULTI = { policy: 'multi' as const, threads: 3 };
