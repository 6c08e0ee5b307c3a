import { map, take, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';
import { inSimulation, START } from '../simulation.test_support.js';

const TEXT = 'std_msgs/msg/String';
const BYTES = 'std_msgs/msg/UInt8MultiArray';
type Text = { data: string };

describe('what a subscription hands over', () => {
  it('gives the message alone to a callback of one parameter', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publisher = node.createPublisher(TEXT, 'topic');
      const counts: number[] = [];
      node.createSubscription(TEXT, 'topic', function (_message: unknown) {
        // biome-ignore lint/complexity/noArguments: counts what was passed
        counts.push(arguments.length);
      });
      node.createSubscription(TEXT, 'topic', { isRaw: true }, function (_message: unknown) {
        // biome-ignore lint/complexity/noArguments: counts what was passed
        counts.push(arguments.length);
      });
      publisher.publish('x');
      node.spin();
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      expect(counts).toEqual([1, 1]);
    }));

  it('hands the bytes of a serialized publication to raw subscriptions as they are', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const durable = new rclnodejs.QoS();
      durable.depth = 2;
      durable.durability = rclnodejs.QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
      const publisher = node.createPublisher(TEXT, 'topic', { qos: durable });
      const seen: string[] = [];
      const listen = () =>
        node.createSubscription(TEXT, 'topic', { isRaw: true, qos: durable }, (bytes: Buffer) => {
          seen.push(bytes.toString('latin1'));
        });
      listen();
      node.spin();
      const bytes = Buffer.from('no message at all');
      publisher.publish(bytes);
      bytes.fill('x');
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      listen();
      publisher.publish('text');
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      const text = '\0\u0001\0\0\u0005\0\0\0text\0';
      expect(seen).toEqual(['no message at all', 'no message at all', text, text]);
    }));

  it('filters what raw subscriptions get by the fields', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publisher = node.createPublisher('std_msgs/msg/Int32', 'topic');
      const contentFilter = { expression: 'data > %0', parameters: ['2'] };
      const seen: number[] = [];
      const options = { isRaw: true, contentFilter } as const;
      node.createSubscription('std_msgs/msg/Int32', 'topic', options, (bytes: Buffer) => {
        seen.push(bytes.readInt32LE(4));
      });
      node.spin();
      for (const data of [1, 2, 3, 4]) publisher.publish({ data });
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      expect(seen).toEqual([3, 4]);
    }));

  it('tells a callback of two parameters where the message comes from', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publishers = [1, 2].map(() => node.createPublisher(TEXT, 'topic'));
      const infos: InstanceType<typeof rclnodejs.MessageInfo>[] = [];
      node.createSubscription(TEXT, 'topic', { isRaw: true }, (bytes: unknown, info) => {
        expect(Buffer.isBuffer(bytes)).toBe(true);
        if (info) infos.push(info);
      });
      node.spin();
      for (const publisher of publishers) publisher.publish('x');
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      expect(infos).toHaveLength(2);
      const [first, second] = infos;
      expect(first?.toPlainObject()).toMatchObject({
        sourceTimestamp: START,
        publicationSequenceNumber: expect.any(BigInt),
        receptionSequenceNumber: expect.any(BigInt),
      });
      expect((first?.receivedTimestamp ?? 0n) >= START).toBe(true);
      expect(first?.publisherGid.equals(second?.publisherGid ?? Buffer.alloc(0))).toBe(false);
    }));

  it('gives typed arrays, plain arrays or what JSON can hold', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publisher = node.createPublisher(BYTES, 'topic');
      const seen: unknown[] = [];
      for (const serializationMode of ['default', 'plain', 'json'] as const) {
        const subscription = node.createSubscription(
          BYTES,
          'topic',
          { serializationMode },
          (message: { data: unknown }) => {
            seen.push(message.data);
          },
        );
        expect(subscription.serializationMode).toBe(serializationMode);
      }
      node.spin();
      publisher.publish({ layout: { dim: [], data_offset: 0 }, data: [1, 2] });
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      expect(seen).toEqual([Uint8Array.of(1, 2), [1, 2], [1, 2]]);
      const mode = { serializationMode: 'invalid' as 'json' };
      expect(() => node.createSubscription(BYTES, 'topic', mode, () => {})).toThrow(
        'Invalid serializationMode',
      );
    }));

  it('filters by content, and stops when the filter is taken away', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publisher = node.createPublisher('std_msgs/msg/Int32', 'topic');
      const seen: number[] = [];
      const options = rclnodejs.Node.getDefaultOptions();
      options.contentFilter = {
        expression: 'data >= %0 AND data <= %1',
        parameters: [5, 10] as never,
      };
      const subscription = node.createSubscription(
        'std_msgs/msg/Int32',
        'topic',
        options,
        (message: { data: number }) => {
          seen.push(message.data);
        },
      );
      node.spin();
      const publishAll = async () => {
        for (const data of [0, 5, 7]) publisher.publish({ data });
        await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
        return seen.splice(0);
      };
      expect(subscription.hasContentFilter()).toBe(true);
      expect(await publishAll()).toEqual([5, 7]);
      subscription.setContentFilter({ expression: 'data = 7' });
      expect(await publishAll()).toEqual([7]);
      expect(subscription.clearContentFilter()).toBe(true);
      expect(subscription.hasContentFilter()).toBe(false);
      expect(await publishAll()).toEqual([0, 5, 7]);
      expect(subscription.clearContentFilter()).toBe(true);
    }));
});

describe('waitForMessage', () => {
  it('takes the first message and cleans up', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      node.spin();
      const publisher = node.createPublisher(TEXT, 'topic');
      const before = node._subscriptions.length;
      const waiting = rclnodejs.waitForMessage(TEXT, node, 'topic', { timeout: 5000 });
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 200_000_000n));
      publisher.publish('first');
      publisher.publish('second');
      expect(((await waiting) as Text).data).toBe('first');
      expect(node._subscriptions).toHaveLength(before);
    }));

  it('gives up in virtual time', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      node.spin();
      const before = node._subscriptions.length;
      await expect(
        rclnodejs.waitForMessage(TEXT, node, 'nothing', { timeout: 500 }),
      ).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(node.now().nanoseconds).toBe(START + 500_000_000n);
      expect(node._subscriptions).toHaveLength(before);
    }));
});

describe('observable subscriptions', () => {
  it('can be piped through operators', () =>
    inSimulation(async () => {
      const node = rclnodejs.createNode('node');
      const publisher = node.createPublisher(TEXT, 'topic');
      const source = node.createObservableSubscription(TEXT, 'topic');
      expect(source.topic).toBe('/topic');
      const results: string[][] = [];
      source.observable
        .pipe(
          take(3),
          map((message) => (message as Text).data),
          toArray(),
        )
        .subscribe((texts) => results.push(texts));
      node.spin();
      for (const text of 'abcd') publisher.publish(text);
      await node.getClock().sleepFor(new rclnodejs.Duration(0n, 1_000_000n));
      expect(results).toEqual([['a', 'b', 'c']]);
    }));

  it('complete when they are destroyed', () =>
    inSimulation(() => {
      const node = rclnodejs.createNode('node');
      const source = node.createObservableSubscription(TEXT, 'topic');
      let completed = false;
      source.observable.subscribe({ complete: () => (completed = true) });
      source.destroy();
      expect([source.isDestroyed, completed]).toEqual([true, true]);
    }));
});
