import { describe, expect, it } from 'vitest';
import { Service } from '../../graph/index.js';
import { DiscoveryRules } from '../../models/index.js';
import rclnodejs from '../rclnodejs.js';
import { inSimulation, START } from '../simulation.test_support.js';
import type { Response } from './response.js';

const ADD = 'example_interfaces/srv/AddTwoInts';
type Request = { a: bigint; b: bigint };
type Event = { info: { event_type: number }; request: unknown[]; response: unknown[] };

const MILLISECOND = 1_000_000n;

/** A node with a service that answers after as many ms as `b`, and its client. */
function adder() {
  const node = rclnodejs.createNode('node');
  const service = node.createService(ADD, 'add', async ({ a, b }: Request, response: Response) => {
    if (b > 0n) await node.getClock().sleepFor(new rclnodejs.Duration(0n, b * MILLISECOND));
    const result = response.template as { sum: bigint };
    result.sum = a + b;
    response.send(result);
  });
  const client = node.createClient(ADD, 'add');
  node.spin();
  return { node, service, client };
}

describe('waiting for a service', () => {
  it('ends when a service is created by other means than the client library', () =>
    inSimulation(async ({ graph, types }) => {
      const node = rclnodejs.createNode('node');
      const client = node.createClient(ADD, 'add');
      const foreign = graph.createNode({ name: 'foreign', namespace: '/', domain: 0 });
      setImmediate(() => new Service(foreign, '/add', types.service(ADD), () => {}));
      expect(await client.waitForService()).toBe(true);
    }));

  it('ends when client and service have found each other', () =>
    inSimulation(async ({ graph }) => {
      graph.discovery = new DiscoveryRules(graph, { rules: [{ time: 30e6 }] });
      const { node, client } = adder();
      expect(await client.waitForService(10)).toBe(false);
      expect(await client.waitForService()).toBe(true);
      expect(node.now().nanoseconds).toBe(START + 30n * MILLISECOND);
    }));
});

describe('requests', () => {
  it('are answered, also when the answer comes later', () =>
    inSimulation(async () => {
      const { node, client } = adder();
      expect(await client.waitForService(1000)).toBe(true);
      const waiting = client._sequenceNumberToCallbackMap.size;
      const answers = await Promise.all(
        [0n, 20n, 10n].map((b) => client.sendRequestAsync({ a: 1n, b }, { timeout: 100 })),
      );
      expect(answers).toMatchObject([{ sum: 1n }, { sum: 21n }, { sum: 11n }]);
      expect(client._sequenceNumberToCallbackMap.size).toBe(waiting);
      expect(node.now().nanoseconds).toBe(START + 20n * MILLISECOND);
    }));

  it('are answered to a callback', () =>
    inSimulation(async () => {
      const { client } = adder();
      const answer = await new Promise<unknown>((resolve) => {
        client.sendRequest({ a: 2, b: 3 }, resolve);
      });
      expect(answer).toMatchObject({ sum: 5n });
    }));

  it.each([
    [{ timeout: 5 }, 'TimeoutError', 'timeout'],
    [{ timeout: 0 }, 'TimeoutError', 'timeout'],
    [{ signal: AbortSignal.abort() }, 'AbortError', 'aborted'],
  ])('end early with %o', (options, name, text) =>
    inSimulation(async () => {
      const { client } = adder();
      await expect(client.sendRequestAsync({ a: 1n, b: 50n }, options)).rejects.toMatchObject({
        name,
        message: expect.stringContaining(text),
      });
      expect(client._sequenceNumberToCallbackMap.size).toBe(0);
    }),
  );

  it('are aborted while they wait', () =>
    inSimulation(async () => {
      const { node, client } = adder();
      const controller = new AbortController();
      const request = client.sendRequestAsync(
        { a: 1n, b: 60n },
        { signal: controller.signal, timeout: 5000 },
      );
      const timer = node.createTimer(10n * MILLISECOND, () => {
        timer.cancel();
        controller.abort();
      });
      await expect(request).rejects.toMatchObject({ name: 'AbortError' });
      expect(node.now().nanoseconds).toBe(START + 10n * MILLISECOND);
    }));

  it('ignore a negative timeout and reject what is not a request', () =>
    inSimulation(async () => {
      const { client } = adder();
      const answer = client.sendRequestAsync({ a: 2n, b: 3n }, { timeout: -1 });
      await expect(answer).resolves.toMatchObject({ sum: 5n });
      await expect(client.sendRequestAsync(null as never)).rejects.toBeInstanceOf(Error);
    }));

  it('are served with the QoS that the service reports', () =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      const { profileSystemDefault } = rclnodejs.QoS;
      const service = node.createService(ADD, 'add', { qos: profileSystemDefault }, () => {});
      expect(service.getOptions()).toMatchObject({ depth: 0, durability: 0, reliability: 0 });
      expect(service.loggerName).toBe('node');
    }));
});

describe('introspection of services', () => {
  const { OFF, METADATA, CONTENTS } = rclnodejs.ServiceIntrospectionStates;
  it.each([
    ['contents of both', CONTENTS, CONTENTS, [0, 1, 2, 3], true],
    ['metadata of the service', METADATA, undefined, [1, 2], false],
    ['metadata of the client', undefined, METADATA, [0, 3], false],
    ['nothing where nothing is configured', undefined, undefined, [], false],
    ['nothing when it is off', OFF, OFF, [], false],
    ['contents of the service alone', CONTENTS, OFF, [1, 2], true],
  ])('shows %s', (_title, ofService, ofClient, types, contents) =>
    inSimulation(async () => {
      const { node, service, client } = adder();
      const events: Event[] = [];
      const take = (event: Event) => {
        events.push(event);
      };
      node.createSubscription(`${ADD}_Event`, '/add/_service_event', take);
      const qos = rclnodejs.QoS.profileSystemDefault;
      if (ofService !== undefined) service.configureIntrospection(node.getClock(), qos, ofService);
      if (ofClient !== undefined) client.configureIntrospection(node.getClock(), qos, ofClient);
      await client.sendRequestAsync({ a: 1n, b: 2n });
      await node.getClock().sleepFor(new rclnodejs.Duration(1n));
      expect(events.map(({ info }) => info.event_type)).toEqual(types);
      for (const { info, request, response } of events) {
        const asks = info.event_type < 2;
        expect(request).toHaveLength(contents && asks ? 1 : 0);
        expect(response).toHaveLength(contents && !asks ? 1 : 0);
      }
    }),
  );
});

describe('the type description service', () => {
  it('describes the types a node uses', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      node.spin();
      node.createPublisher('std_msgs/msg/String', 'topic');
      const client = node.createClient(
        'type_description_interfaces/srv/GetTypeDescription',
        '/node/get_type_description',
      );
      expect(node.getParameter('start_type_description_service').value).toBe(true);
      const [info] = node.getPublishersInfoByTopic('/topic', false);
      expect(info).toMatchObject({ topic_type_hash: expect.anything() });
      const answer = await client.sendRequestAsync({
        type_name: 'std_msgs/msg/String',
        type_hash: '',
        include_type_sources: true,
      });
      expect(answer).toMatchObject({
        successful: true,
        type_description: { type_description: { type_name: 'std_msgs/msg/String' } },
      });
      expect((answer as { type_sources: unknown[] }).type_sources.length).toBeGreaterThan(0);
    }));
});
