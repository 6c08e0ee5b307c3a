import { createNode, type Node } from '../rclnodejs.js';
import { currentWorld } from '../world/world.js';
import { PublisherEventCallbacks, SubscriptionEventCallbacks } from './event_callbacks.js';
import { QoS, type QoSFields } from './qos.js';

// What DDS specifies for each policy, in virtual time: which messages are delivered, and who is
// told when. Times are ms after the start; events and messages are in the order in which they
// happen.

const INT = 'std_msgs/msg/Int32';
export const MANUAL = QoS.LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
export const { RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: BEST_EFFORT } = QoS.ReliabilityPolicy;
export const { RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: TRANSIENT_LOCAL } = QoS.DurabilityPolicy;
export const MS = 1_000_000n;

const now = () => currentWorld().graph.kernel.now / 1e6;

/** Does something at a time. */
export function at(ms: number, action: () => void): void {
  currentWorld().schedule(ms * 1e6, action);
}

export const keepLast = (depth: number, more: QoSFields = {}): QoSFields => ({
  history: 1,
  depth,
  reliability: 1,
  durability: 2,
  ...more,
});

export type Log = unknown[][];

export function talker(node: Node, qos: QoSFields, log?: Log) {
  const events = new PublisherEventCallbacks();
  const add = (name: string) => (status: object) => log?.push([now(), name, status]);
  events.deadline = add('offered deadline');
  events.liveliness = add('liveliness lost');
  events.incompatibleQos = add('offered incompatible');
  events.matched = ({ current_count, total_count }) =>
    log?.push([now(), 'subscriptions', current_count, total_count]);
  return node.createPublisher(INT as string, 'topic', { qos }, log && events);
}

export function listener(node: Node, qos: QoSFields, log: Log, messages = true) {
  const events = new SubscriptionEventCallbacks();
  const add = (name: string) => (status: object) => log.push([now(), name, status]);
  events.deadline = add('requested deadline');
  events.liveliness = ({ alive_count, not_alive_count }) =>
    log.push([now(), 'alive', alive_count, not_alive_count]);
  events.incompatibleQos = add('requested incompatible');
  events.messageLost = add('lost');
  const receive = (message: unknown) => {
    if (messages) log.push([now(), (message as { data: number }).data]);
  };
  return node.createSubscription(INT as string, 'topic', { qos }, receive, events);
}

export function nodes(): [Node, Node] {
  const [a, b] = [createNode('a'), createNode('b')];
  a.spin();
  b.spin();
  return [a, b];
}

/** The log without the first matches, which are the same everywhere. */
export const later = (log: Log) => log.filter(([time]) => (time as number) > 0);
