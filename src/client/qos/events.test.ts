import { describe, expect, it } from 'vitest';
import { createNode } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { currentWorld } from '../world/world.js';
import {
  isPublisherEventTypeSupported,
  PublisherEventCallbacks,
  SubscriptionEventCallbacks,
} from './event_callbacks.js';
import { PolicyKind } from './event_status.js';
import { QoS } from './qos.js';

const STRING = 'std_msgs/msg/String';
const nothing = () => {};
const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    currentWorld().schedule(ms * 1e6, resolve);
  });

describe('QoS events', () => {
  it('report counterparts that come and go, whichever was first', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const log: object[] = [];
      node.createSubscription(STRING, 'topic', nothing);
      const offered = new PublisherEventCallbacks();
      offered.matched = (status) => log.push(status);
      node.createPublisher(STRING, 'topic', undefined, offered);
      node.spin();
      await sleep(1);
      const second = node.createSubscription(STRING, 'topic', nothing);
      await sleep(1);
      node.destroySubscription(second);
      await sleep(1);
      const status = (total: number, change: number, current: number, currentChange: number) => ({
        total_count: total,
        total_count_change: change,
        current_count: current,
        current_count_change: currentChange,
      });
      expect(log).toEqual([status(1, 1, 1, 1), status(2, 1, 2, 1), status(2, 0, 1, -1)]);
    }));

  it('tell both sides of policies that do not match', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const log: [string, number][] = [];
      const offered = new PublisherEventCallbacks();
      offered.incompatibleQos = ({ last_policy_kind: kind }) => log.push(['offered', kind]);
      const requested = new SubscriptionEventCallbacks();
      requested.incompatibleQos = ({ last_policy_kind: kind }) => log.push(['requested', kind]);
      node.createPublisher(STRING, 'topic', { qos: QoS.profileSensorData }, offered);
      node.createSubscription(STRING, 'topic', {}, nothing, requested);
      node.spin();
      await sleep(1);
      const { RELIABILITY } = PolicyKind;
      expect(log).toEqual([
        ['offered', RELIABILITY],
        ['requested', RELIABILITY],
      ]);
    }));

  it('report messages that were overwritten', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const requested = new SubscriptionEventCallbacks();
      let lost = 0;
      requested.messageLost = ({ total_count: total }) => {
        lost = total;
      };
      node.createSubscription(
        STRING,
        'topic',
        { qos: { history: 1, depth: 2 } },
        nothing,
        requested,
      );
      const publisher = node.createPublisher(STRING, 'topic');
      for (let i = 0; i < 5; i++) publisher.publish('x');
      node.spin();
      await sleep(1);
      expect(lost).toBe(3);
    }));

  it('report deadlines that were missed, on both sides', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const deadline = 100_000_000n;
      const missed = { offered: 0, requested: 0 };
      const offered = new PublisherEventCallbacks();
      offered.deadline = ({ total_count: total }) => {
        missed.offered = total;
      };
      const requested = new SubscriptionEventCallbacks();
      requested.deadline = ({ total_count: total }) => {
        missed.requested = total;
      };
      const qos = { ...new QoS(1, 10, 1, 2), history: 1, depth: 10, deadline };
      const publisher = node.createPublisher(STRING, 'topic', { qos }, offered);
      node.createSubscription(STRING, 'topic', { qos: { ...qos } }, nothing, requested);
      node.spin();
      publisher.publish('one');
      await sleep(90);
      publisher.publish('two');
      await sleep(350);
      expect(missed).toEqual({ offered: 3, requested: 3 });
    }));

  it('report publishers that do not show that they are alive', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const log: string[] = [];
      const liveliness = QoS.LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
      const qos = { history: 1, depth: 10, liveliness, livelinessLeaseDuration: 100_000_000n };
      const offered = new PublisherEventCallbacks();
      offered.liveliness = ({ total_count: total }) => log.push(`lost ${total}`);
      const requested = new SubscriptionEventCallbacks();
      requested.liveliness = (s) => log.push(`alive ${s.alive_count} not ${s.not_alive_count}`);
      const publisher = node.createPublisher(STRING, 'topic', { qos }, offered);
      node.createSubscription(STRING, 'topic', { qos: { ...qos } }, nothing, requested);
      node.spin();
      await sleep(150);
      publisher.assertLiveliness();
      await sleep(10);
      expect(log).toEqual(['alive 1 not 0', 'lost 1', 'alive 0 not 1', 'alive 1 not 0']);
      node.destroyPublisher(publisher);
      await sleep(1);
      expect(log.at(-1)).toBe('alive 0 not 0');
    }));

  it('are listed by their node, and report on demand', () =>
    inSimulation(() => {
      const node = createNode('node');
      const callbacks = new SubscriptionEventCallbacks();
      const log: object[] = [];
      callbacks.deadline = (status) => {
        log.push(status);
      };
      const type = 'std_msgs/msg/String';
      const subscription = node.createSubscription(type, 'topic', {}, () => {}, callbacks);
      expect(node._events).toHaveLength(1);
      node._events[0]?.takeData();
      expect(log).toEqual([{ total_count: 0, total_count_change: 0 }]);
      node.destroySubscription(subscription);
      expect(node._events).toEqual([]);
    }));

  it('cannot be asked for before Rolling', () => {
    expect(() => isPublisherEventTypeSupported(1)).toThrow('only available in ROS 2 Rolling');
  });
});
