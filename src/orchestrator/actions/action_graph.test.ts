/** The edges of the callback graph, as ros2_def counts them, and what these edges allow. */
import { describe, expect, it } from 'vitest';
import type { CallbackAction } from './action.js';
import { ActionGraph } from './action_graph.js';
import { orderNodes } from './order_nodes.js';
import { runModelled } from './run_modelled.js';
import { callback, node, SCENARIOS } from './scenarios.test_support.js';

const names = (actions: readonly CallbackAction[]) => actions.map(({ node: { name } }) => name);

describe('the action graph', () => {
  it('has 20 vertices after two inputs of parallel chains', () => {
    const graph = new ActionGraph(SCENARIOS.parallel);
    graph.grantInput('/M');
    graph.grantInput('/M');
    expect(graph.size).toBe(20);
  });

  it('runs callbacks together where possible, but never two at one node', () => {
    const graph = new ActionGraph(SCENARIOS.parallel);
    const first = graph.grantInput('/M');
    expect(graph.admitsInput('/M')).toBe(false);
    expect(graph.takeRunnable()).toEqual([]);
    graph.arrived(first, '/M', 1);
    const [p1, p2] = graph.takeRunnable();
    expect(names([p1!, p2!])).toEqual(['P1', 'P2']);
    // The later of two messages arrives first: it waits.
    graph.arrived(p2!, '/D2', 1);
    expect(graph.takeRunnable()).toEqual([]);
    graph.arrived(p1!, '/D1', 1);
    const [t] = graph.takeRunnable();
    expect(t!.callback.trigger).toEqual({ kind: 'topic', topic: '/D1' });
    // Both callbacks on /M are over, although T is not.
    expect(graph.admitsInput('/M')).toBe(true);
    graph.status(t!);
    expect(names(graph.takeRunnable())).toEqual(['T']);
  });

  it('makes a publisher wait until earlier messages on its topic have arrived', () => {
    const graph = new ActionGraph(SCENARIOS.shared);
    const input = graph.grantInput('/M');
    graph.arrived(input, '/M', 1);
    const [p1, ...others] = graph.takeRunnable();
    expect(others).toEqual([]);
    graph.arrived(p1!, '/D', 1);
    expect(names(graph.takeRunnable())).toEqual(['T', 'P2']);
  });

  it('runs the users of a service one after the other', () => {
    const order: string[] = [];
    const graph = new ActionGraph(orderNodes(SCENARIOS.service, 'develop'));
    graph.arrived(graph.grantInput('/T'), '/T', 1);
    for (;;) {
      const running = graph.takeRunnable();
      if (running.length === 0) break;
      expect(running).toHaveLength(1);
      order.push(...names(running));
      graph.status(running[0]!);
    }
    expect(order).toEqual(['SP', 'N2', 'N1']);
    expect(graph.size).toBe(0);
  });

  it('removes an omitted output with everything it would have caused', () => {
    const graph = new ActionGraph([
      node('A', [callback('/in', ['/x', '/y'], { sendsStatus: true })]),
      node('B', [callback('/x', ['/z']), callback('/y', [])]),
      node('C', [callback('/z', [])]),
    ]);
    graph.arrived(graph.grantInput('/in'), '/in', 1);
    const [a] = graph.takeRunnable();
    graph.arrived(a!, '/y', 1);
    expect(graph.takeRunnable()).toEqual([]);
    graph.status(a!, ['/x', '/unknown']);
    const [b] = graph.takeRunnable();
    expect(b!.callback.trigger).toEqual({ kind: 'topic', topic: '/y' });
    graph.status(b!);
    expect(graph.size).toBe(0);
  });

  it('admits nothing while a callback may request another configuration', () => {
    const graph = new ActionGraph([
      node('R', [callback('/in', [], { mayCauseReconfiguration: true })]),
    ]);
    const input = graph.grantInput('/in');
    expect([graph.admitsInput('/other'), graph.admitsTime()]).toEqual([false, false]);
    graph.arrived(input, '/in', 1);
    graph.status(graph.takeRunnable()[0]!);
    expect(graph.admitsInput('/other')).toBe(true);
  });

  it('limits how many inputs are in the graph at once', () => {
    const graph = new ActionGraph([node('A', [callback('/a', [])])], { mostGrants: 2 });
    graph.grantInput('/a');
    const other = graph.grantInput('/b');
    expect(graph.admitsInput('/c')).toBe(false);
    graph.arrived(other, '/b', 1);
    expect(graph.admitsInput('/c')).toBe(true);
  });

  it('starts timers that expire together by one clock message, before anything that they cause', () => {
    const graph = new ActionGraph([
      node('A', [callback(100, ['/x'], { serviceCalls: ['/s'] }), callback(300, ['/y'])], ['/s']),
      node('B', [callback('/x', ['/y'])]),
    ]);
    expect(graph.nextTimer()).toBe(100);
    expect(() => graph.grantTime(101)).toThrow('a timer expires at 100 ns');
    for (const time of [100, 200]) {
      graph.grantTime(time);
      expect(graph.admitsTime()).toBe(false);
      graph.clockArrived();
      const [a] = graph.takeRunnable();
      graph.arrived(a!, '/x', 1);
      const [b] = graph.takeRunnable();
      graph.arrived(b!, '/y', 1);
      expect(graph.size).toBe(0);
    }
    graph.grantTime(300);
    graph.clockArrived();
    const [first, second] = graph.takeRunnable();
    expect(names([first!, second!])).toEqual(['A', 'A']);
    graph.arrived(first!, '/x', 1);
    // B also publishes on /y, and so comes after the second timer's message.
    expect(graph.takeRunnable()).toEqual([]);
    graph.arrived(second!, '/y', 1);
    expect(names(graph.takeRunnable())).toEqual(['B']);
  });

  it('refuses a message that no configuration declares', () => {
    const graph = new ActionGraph(SCENARIOS.drop);
    graph.arrived(graph.grantInput('/t'), '/t', 1);
    const [detector] = graph.takeRunnable();
    expect(() => graph.arrived(detector!, '/other', 1)).toThrow('does not declare');
  });

  it('refuses a configuration whose messages multiply without end', () => {
    const layers = Array.from({ length: 20 }, (_, layer) =>
      node(`n${layer}`, [callback(`/t${layer}`, [`/t${layer + 1}`, `/t${layer + 1}`])]),
    );
    expect(() => new ActionGraph(layers).grantInput('/t0')).toThrow('One input causes more than');
  });

  it('follows a chain of 2000 nodes', () => {
    const chain = Array.from({ length: 2000 }, (_, at) =>
      node(`n${at}`, [callback(`/t${at}`, at === 1999 ? [] : [`/t${at + 1}`])]),
    );
    const { callbacks } = runModelled(chain, [{ topic: '/t0', period: 1, count: 1 }]);
    expect(callbacks.map(({ node: name }) => name)).toEqual(chain.map(({ name }) => name));
  });
});
