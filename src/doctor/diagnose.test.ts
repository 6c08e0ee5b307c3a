import { describe, expect, it } from 'vitest';
import type { EndpointReport, GraphReport, TopicReport } from '../record/index.js';
import { diagnose } from './diagnose.js';

const QOS: EndpointReport['qos'] = {
  history: 'keep_last',
  depth: 10,
  reliability: 'reliable',
  durability: 'volatile',
  deadline: Number.POSITIVE_INFINITY,
  lifespan: Number.POSITIVE_INFINITY,
  liveliness: 'automatic',
  livelinessLease: Number.POSITIVE_INFINITY,
};

function end(node: string, more: Partial<EndpointReport> = {}): EndpointReport {
  return { node, type: 'std_msgs/msg/String', qos: QOS, count: 0, ...more };
}

function topic(
  name: string,
  publishers: EndpointReport[],
  subscriptions: EndpointReport[],
): TopicReport {
  return { name, publishers, subscriptions };
}

function found(graph: Partial<GraphReport>, given: string[] = []) {
  const whole = { nodes: [], topics: [], services: [], incompatible: [], ...graph };
  return diagnose(whole, given);
}

function kinds(graph: Partial<GraphReport>, given: string[] = []): string[] {
  return found(graph, given).map(({ severity, kind }) => `${severity} ${kind}`);
}

describe('the doctor', () => {
  it('finds nothing in a healthy system', () => {
    const topics = [topic('/a', [end('/p', { count: 3 })], [end('/s')])];
    expect(found({ nodes: ['/p', '/s'], topics })).toEqual([]);
  });

  it('names both types of a service', () => {
    const mistyped = [
      { service: '/s', server: '/a', serves: 'p/srv/A', client: '/b', calls: 'p/srv/B' },
    ];
    expect(found({ mistyped })[0]).toMatchObject({
      kind: 'type-mismatch',
      message: '/s: /a serves p/srv/A, /b calls p/srv/B; use one type.',
    });
  });

  it('names the policy and both sides of incompatible QoS', () => {
    const publisher = end('/p', { qos: { ...QOS, reliability: 'best_effort' } });
    const pair = {
      topic: '/a',
      reason: 'reliability' as const,
      publisher,
      subscription: end('/s'),
    };
    const [finding] = found({ incompatible: [pair] });
    expect(finding?.kind).toBe('incompatible-qos');
    expect(finding?.message).toContain('/p offers reliability best_effort, /s requests reliable');
  });

  it('names both types of a mismatch', () => {
    const subscription = end('/s', { type: 'std_msgs/msg/Int32' });
    const pair = { topic: '/a', reason: 'type' as const, publisher: end('/p'), subscription };
    expect(found({ incompatible: [pair] })[0]?.message).toContain('std_msgs/msg/Int32');
  });

  it('finds topics with one side only, and pairs of similar names', () => {
    expect(kinds({ topics: [topic('/a', [end('/p')], [])] })).toEqual(['warning one-side']);
    expect(kinds({ topics: [topic('/a', [], [end('/s')])] })).toEqual(['warning one-side']);
    expect(kinds({ topics: [topic('/rosout', [end('/p')], [])] })).toEqual([]);
    const topics = [topic('/chatter', [end('/p')], []), topic('/chater', [], [end('/s')])];
    expect(kinds({ topics })).toEqual(['error near-miss']);
  });

  it('compares short names by what they do not share', () => {
    const pairs = [
      ['/x', '/dl'],
      ['/robot1/x', '/robot1/dl'],
      ['/a/in', '/b/out'],
    ] as const;
    for (const [a, b] of pairs) {
      const topics = [topic(a, [end('/p')], []), topic(b, [], [end('/s')])];
      expect(kinds({ topics })).toEqual(['warning one-side', 'warning one-side']);
    }
    const topics = [topic('/robot1/odom', [end('/p')], []), topic('/robt1/odm', [], [end('/s')])];
    expect(kinds({ topics })).toEqual(['error near-miss']);
  });

  it('treats a similar name as a mistake only if it may have been meant', () => {
    const both = topic('/chatter', [end('/p')], [end('/q')]);
    const near = found({ topics: [both, topic('/chater', [], [end('/s')])] });
    expect(near.map(({ severity, kind }) => `${severity} ${kind}`)).toEqual(['warning near-miss']);
    expect(near[0]?.message).toBe(
      '/chater: /s subscribes and nobody publishes, but /p publishes /chatter; if that is meant, correct the name or remap it.',
    );
    const unheard = topic('/chater', [end('/x')], []);
    expect(found({ topics: [both, unheard] })[0]?.message).toContain('but /q subscribes /chatter');
    const numbered = [
      topic('/camera1/image', [end('/p')], [end('/q')]),
      topic('/camera2/image', [end('/p')], []),
    ];
    expect(kinds({ topics: numbered })).toEqual(['warning one-side']);
    const otherType = topic('/chater', [], [end('/s', { type: 'std_msgs/msg/Int32' })]);
    expect(kinds({ topics: [both, otherType] })).toEqual(['warning one-side']);
  });

  it('finds services that nobody offers', () => {
    const services = [
      { name: '/add', servers: ['/p'], clients: [] },
      { name: '/ad', servers: [], clients: ['/s'] },
    ];
    expect(found({ services })[0]?.message).toContain('did you mean /add?');
  });

  it('finds a clock that is silent and mixed use_sim_time', () => {
    const nodes = ['/p', '/s'];
    const silent = [topic('/clock', [], [end('/s')])];
    expect(kinds({ nodes, topics: silent })).toEqual([
      'error clock-silent',
      'warning mixed-sim-time',
    ]);
    const ticking = [topic('/clock', [end('/p', { count: 9 })], [end('/s')])];
    expect(kinds({ nodes, topics: ticking })).toEqual([]);
  });

  it('finds a lifecycle node that was never activated', () => {
    const topics = [topic('/camera/transition_event', [end('/camera', { count: 0 })], [])];
    expect(kinds({ topics })).toEqual(['warning inactive-lifecycle']);
    const after = (state: string, activated: boolean) =>
      found({
        topics: [topic('/camera/transition_event', [end('/camera', { count: 2 })], [])],
        lifecycle: [{ node: '/camera', state, activated }],
      }).map(({ message }) => message);
    expect(after('inactive', false)[0]).toMatch(/\(its last state: inactive\).*; activate it\.$/);
    expect(after('finalized', true)).toEqual([]);
  });

  it('counts overwritten messages', () => {
    const slow = end('/s', { count: 7, qos: { ...QOS, depth: 1 } });
    const [finding] = found({ topics: [topic('/a', [end('/p', { count: 9 })], [slow])] });
    expect(finding?.message).toContain('7 messages were overwritten in the queue of /s (depth 1)');
    const one = end('/s', { count: 1, qos: QOS, code: 's.js:3' });
    expect(found({ topics: [topic('/a', [end('/p')], [one])] })[0]?.message).toContain(
      '1 message was overwritten in the queue of /s (depth 10), s.js:3, before it handled it',
    );
  });

  it('finds a volatile /tf_static', () => {
    const topics = [topic('/tf_static', [end('/p')], [end('/s')])];
    expect(kinds({ topics })).toEqual([
      'error tf-static-durability',
      'warning tf-static-durability',
    ]);
  });

  it('finds two nodes with one name', () => {
    expect(kinds({ nodes: ['/a', '/b', '/a'] })).toEqual(['error duplicate-node']);
    expect(kinds({ nodes: ['/a'], duplicates: ['/a'] })).toEqual(['error duplicate-node']);
    expect(kinds({ nodes: ['/a', '/a'], duplicates: [] })).toEqual([]);
  });

  it('finds frames with two parents, and several trees', () => {
    const frame = (parent: string, child: string, node = '/p') => ({
      parent,
      child,
      nodes: [node],
    });
    expect(kinds({ frames: [frame('map', 'odom'), frame('odom', 'base')] })).toEqual([]);
    const twice = [
      frame('map', 'base', '/slam'),
      frame('odom', 'base', '/ekf'),
      frame('map', 'odom'),
    ];
    expect(found({ frames: twice })[0]?.message).toContain(
      'base has 2 parents, map (of /slam) and odom (of /ekf)',
    );
    expect(kinds({ frames: [frame('map', 'odom'), frame('world', 'base')] })).toEqual([
      'warning tf-two-roots',
    ]);
  });

  it('finds a node that is never spun', () => {
    const unspun = [{ node: '/n', subscriptions: 2, timers: 0, services: 1 }];
    expect(found({ unspun })[0]?.message).toBe(
      '/n is never spun, so its callbacks (2 subscriptions, 1 service) never run; spin it.',
    );
  });

  it('finds one name in two namespaces', () => {
    const command = topic('/robot1/cmd_vel', [end('/teleop')], []);
    const topics = [command, topic('/cmd_vel', [], [end('/base')])];
    expect(found({ topics })[0]?.message).toContain('/teleop publishes /robot1/cmd_vel');
    expect(kinds({ topics })).toEqual(['error near-miss']);
    const other = topic('/cmd_vel', [], [end('/base', { type: 'std_msgs/msg/Int32' })]);
    expect(kinds({ topics: [command, other] })).toEqual(['warning one-side', 'warning one-side']);
  });

  it('finds remap rules and parameters that match nothing', () => {
    const given = {
      remaps: [
        { text: 'a:=b', used: true },
        { text: 'c:=d', used: false },
      ],
      parameters: [{ text: 'rat', used: false }],
    };
    expect(kinds({ given })).toEqual(['warning unused-remap', 'warning unused-parameter']);
  });

  it('finds headers without a stamp', () => {
    const zeroStamps = [{ topic: '/scan', node: '/p', count: 3, total: 3 }];
    expect(found({ zeroStamps })[0]?.message).toContain('all 3 messages of /p');
    const some = [{ ...zeroStamps[0]!, count: 1 }];
    expect(found({ zeroStamps: some })[0]?.message).toContain('1 of 3 messages of /p');
  });

  it('reports a deadline with its unit', () => {
    const publisher = end('/p', { qos: { ...QOS, deadline: 250_000_000 } });
    const subscription = end('/s', { qos: { ...QOS, deadline: 1_500 } });
    const pair = { topic: '/a', reason: 'deadline' as const, publisher, subscription };
    expect(found({ incompatible: [pair] })[0]?.message).toContain(
      '/p offers deadline 250 ms, /s requests 1.5 µs',
    );
    const short = { ...pair, publisher: end('/p', { qos: { ...QOS, deadline: 5 } }) };
    expect(found({ incompatible: [short] })[0]?.message).toContain('offers deadline 5 ns');
    const never = { ...pair, publisher: end('/p') };
    expect(found({ incompatible: [never] })[0]?.message).toContain('offers deadline infinite');
  });

  it('does not report a client that never calls as an error', () => {
    const services = [{ name: '/add', servers: [], clients: ['/s'], requests: 0 }];
    expect(kinds({ services })).toEqual(['warning no-server']);
    expect(kinds({ services: [{ ...services[0]!, requests: 1 }] })).toEqual(['error no-server']);
  });

  it('finds parameters that reach no node, from a file or from the command line', () => {
    const nodes = ['/ns/camera'];
    expect(kinds({ nodes }, ['camera:rate:=5', 'rate:=5', '/**:rate:=5'])).toEqual([]);
    expect(kinds({ nodes }, ['/ns/camera:rate:=5', '/*/camera:rate:=5'])).toEqual([]);
    expect(found({ nodes }, ['camra:rate:=5'])[0]?.message).toContain('did you mean camera?');
    const file = ['/ns/camra:rate:=5', '/ns/camra:gain:=1.0', '/lidar:range:=2'];
    expect(found({ nodes }, file).map(({ message }) => message)).toEqual([
      '/ns/camra: parameters are given to it (rate, gain), but there is no such node; did you mean /ns/camera?',
      '/lidar: parameters are given to it (range), but there is no such node.',
    ]);
  });
});
