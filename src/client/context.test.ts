import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Simulation } from '../simulation/index.js';
import { enterSimulation } from './index.js';
import rclnodejs from './rclnodejs.js';

const { Context } = rclnodejs;

beforeEach(() => {
  enterSimulation(new Simulation({}));
});
afterEach(() => rclnodejs.shutdownAll());

describe('contexts', () => {
  it('are uninitialised, initialised, then shut down', async () => {
    const context = new Context();
    const state = () => [
      context.isUninitialized(),
      context.isInitialized(),
      context.isShutdown(),
      rclnodejs.isShutdown(context),
      context.isOk,
    ];
    expect(state()).toEqual([true, false, false, true, false]);
    await rclnodejs.init(context);
    expect(state()).toEqual([false, true, false, false, true]);
    rclnodejs.shutdown(context);
    rclnodejs.shutdown(context);
    expect(state()).toEqual([false, false, true, true, false]);
  });

  it('have one default, a new one after a shutdown', async () => {
    for (let round = 0; round < 2; round++) {
      expect(rclnodejs.isShutdown()).toBe(true);
      await rclnodejs.init();
      const first = Context.defaultContext();
      expect(first.isDefaultContext()).toBe(true);
      expect(Context.defaultContext()).toBe(first);
      const other = new Context();
      await rclnodejs.init(other);
      expect(other.isDefaultContext()).toBe(false);
      rclnodejs.shutdown();
      expect([first.isOk, other.isOk]).toEqual([false, true]);
      expect(Context.defaultContext()).not.toBe(first);
      rclnodejs.shutdown(other);
    }
  });

  it('refuse to be initialised twice or with invalid arguments', async () => {
    await rclnodejs.init(Context.defaultContext(), ['a', 'b']);
    await expect(rclnodejs.init()).rejects.toBeInstanceOf(Error);
    const context = new Context();
    await expect(rclnodejs.init(context, 'foobar' as never)).rejects.toBeInstanceOf(Error);
    await expect(rclnodejs.init(context, ['a', null as never])).rejects.toBeInstanceOf(Error);
  });

  it('list their nodes', async () => {
    const context = new Context();
    await rclnodejs.init(context);
    const node = new rclnodejs.Node('n1', undefined, context);
    const second = new rclnodejs.Node('n2', undefined, context);
    expect(context.nodes).toEqual([node, second]);
    node.destroy();
    expect(context.nodes).toEqual([second]);
    context.shutdown();
    expect(context.nodes).toEqual([]);
  });

  it('keep domains apart', async () => {
    const contexts = [new Context(1n), new Context(2n)];
    const nodes: InstanceType<typeof rclnodejs.Node>[] = [];
    for (const context of contexts) {
      await rclnodejs.init(context);
      nodes.push(new rclnodejs.Node('node', '', context));
    }
    nodes[0]?.createPublisher('std_msgs/msg/String', '/topic');
    expect(nodes.map((node) => node.countPublishers('/topic'))).toEqual([1, 0]);
    expect(contexts.map(({ domainId }) => domainId)).toEqual([1n, 2n]);
  });
});
