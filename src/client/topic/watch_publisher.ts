import {
  type Publisher as GraphPublisher,
  incompatiblePolicy,
  LivelinessWatch,
  PeriodWatch,
} from '../../graph/index.js';
import type { NodeBase } from '../node/node_base.js';
import type { PublisherEventCallbacks } from '../qos/event_callbacks.js';
import { EventSource } from '../qos/event_source.js';

/** Reports a publisher's events to callbacks. Returns a function to call at each publication. */
export function watchPublisher(
  node: NodeBase,
  endpoint: GraphPublisher,
  callbacks: PublisherEventCallbacks,
): PeriodWatch | undefined {
  const source = new EventSource(node, endpoint.name, callbacks._eventHandlers);
  const matched = source.matched(callbacks.matched);
  const incompatibleQos = source.incompatibleQos(callbacks.incompatibleQos);
  const incompatibleType = source.counter('incompatible type', callbacks.incompatibleType);
  endpoint.events = {
    matched: () => matched?.(1),
    unmatched: () => matched?.(-1),
    incompatibleQos: (_, policy) => incompatibleQos?.(policy),
    incompatibleType: () => incompatibleType?.(),
  };
  // endpoints that existed first matched before there was a callback to call
  for (const _ of endpoint.subscriptions) matched?.(1);
  const others = node.handle.graph.domain(endpoint.node.domain).findTopic(endpoint.name);
  for (const subscription of others?.subscriptions ?? []) {
    if (subscription.type.name !== endpoint.type.name) {
      incompatibleType?.();
      continue;
    }
    const policy = incompatiblePolicy(endpoint.qos, subscription.qos);
    if (policy !== undefined) incompatibleQos?.(policy);
  }
  const lost = source.counter('liveliness lost', callbacks.liveliness);
  if (lost) LivelinessWatch.onChange(endpoint, (alive) => alive || lost());
  const missed = source.counter('deadline missed', callbacks.deadline);
  const { deadline } = endpoint.qos;
  if (!missed || !Number.isFinite(deadline)) return undefined;
  return new PeriodWatch(node.world, deadline, missed, true);
}
