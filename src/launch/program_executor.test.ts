import { expect, it } from 'vitest';
import { loadLaunchText, type NodeAction } from './file/index.js';
import { componentExecutor, containerExecutor, nodeExecutor } from './program_executor.js';

const load = (text: string) =>
  loadLaunchText(text, 'a.launch.xml', { args: {} }).actions as readonly NodeAction[];

it('reads the executor and the callback groups of a node', () => {
  const [node] = load(`<launch><arg name="threads" default="4"/>
    <node exec="planner.js" executor="multi:$(var threads)">
      <callback_group name="slow" type="reentrant" callbacks="/map timer#*" executor="single"/>
    </node></launch>`);
  expect(nodeExecutor(node!)).toEqual({
    policy: { policy: 'multi', threads: 4 },
    callbackGroups: [
      {
        name: 'slow',
        type: 'reentrant',
        callbacks: ['/map', 'timer#*'],
        executor: { policy: 'single' },
      },
    ],
  });
  expect(nodeExecutor(load('<launch><node exec="planner.js"/></launch>')[0]!)).toBeUndefined();
});

it('refuses what is not an executor, at its place', () => {
  expect(() =>
    load(
      '<launch>\n<node exec="a.js" executor="multi:0"/>\n<node exec="b.js" executor="x"/></launch>',
    ),
  ).toThrow(/2 mistakes[\s\S]*:2:[\s\S]*multi:0[\s\S]*:3:/);
});

it('knows the executors of the containers of ROS 2', () => {
  const container = (attributes: string) => {
    const text = `<launch><node_container name="c" namespace="" ${attributes}>
      <composable_node pkg="p" plugin="p::A" executor="events"/>
      <composable_node pkg="p" plugin="p::B"/></node_container></launch>`;
    const [action] = loadLaunchText(text, 'a.launch.xml', { args: {} }).actions;
    if (action?.kind !== 'container') throw new Error('no container');
    const executor = containerExecutor(action);
    return [executor, ...action.components.map((each) => componentExecutor(each, executor))];
  };
  const own = { policy: { policy: 'events' }, isolated: true };
  expect(container('')).toEqual([undefined, own, undefined]);
  expect(container('exec="component_container_mt"')).toEqual([
    { policy: { policy: 'multi' } },
    own,
    { policy: { policy: 'multi' } },
  ]);
  expect(container('exec="component_container_mt" executor="multi:3"')[2]).toEqual({
    policy: { policy: 'multi', threads: 3 },
  });
  const isolated = { policy: { policy: 'multi' }, isolated: true };
  const words = 'args="--use_multi_threaded_executor"';
  expect(container(`exec="component_container_isolated" ${words}`)).toEqual([
    isolated,
    own,
    isolated,
  ]);
});
