import {
  type Publisher as GraphPublisher,
  type Subscription as GraphSubscription,
  incompatiblePolicy,
  LivelinessWatch,
  PeriodWatch,
} from '../../graph/index.js';
import type { NodeBase } from '../node/node_base.js';
import type { StatusCallback, SubscriptionEventCallbacks } from '../qos/event_callbacks.js';
import { EventSource } from '../qos/event_source.js';
import type { LivelinessChangedStatus } from '../qos/event_status.js';

/** Reports a subscription's events to callbacks. Returns a function to call at each message. */
export function watchSubscription(
  node: NodeBase,
  endpoint: GraphSubscription,
  callbacks: SubscriptionEventCallbacks,
): PeriodWatch | undefined {
  const source = new EventSource(node, endpoint.name, callbacks._eventHandlers);
  const matched = source.matched(callbacks.matched);
  const incompatibleQos = source.incompatibleQos(callbacks.incompatibleQos);
  const incompatibleType = source.counter('incompatible type', callbacks.incompatibleType);
  const messageLost = source.counter('message lost', callbacks.messageLost);
  const liveliness = followLiveliness(source, callbacks.liveliness);
  const meet = (publisher: GraphPublisher) => {
    matched?.(1);
    liveliness?.meet(publisher);
  };
  endpoint.events = {
    matched: meet,
    unmatched: (publisher) => {
      matched?.(-1);
      liveliness?.leave(publisher);
    },
    incompatibleQos: (_, policy) => incompatibleQos?.(policy),
    incompatibleType: () => incompatibleType?.(),
    messageLost: (count) => messageLost?.(count),
  };
  // endpoints that existed first matched before there was a callback to call
  for (const publisher of endpoint.publishers) meet(publisher);
  const others = node.handle.graph.domain(endpoint.node.domain).findTopic(endpoint.name);
  for (const publisher of others?.publishers ?? []) {
    if (publisher.type.name !== endpoint.type.name) {
      incompatibleType?.();
      continue;
    }
    const policy = incompatiblePolicy(publisher.qos, endpoint.qos);
    if (policy !== undefined) incompatibleQos?.(policy);
  }
  const missed = source.counter('deadline missed', callbacks.deadline);
  const { deadline } = endpoint.qos;
  if (!missed || !Number.isFinite(deadline)) return undefined;
  return new PeriodWatch(node.world, deadline, missed, true);
}

/** Counts the publishers that are alive and those that are not. */
function followLiveliness(source: EventSource, callback: StatusCallback<LivelinessChangedStatus>) {
  const status = {
    alive_count: 0,
    not_alive_count: 0,
    alive_count_change: 0,
    not_alive_count_change: 0,
  };
  const handler = source.handler('liveliness changed', callback, () => {
    const now = { ...status };
    status.alive_count_change = 0;
    status.not_alive_count_change = 0;
    return now;
  });
  if (handler === undefined) return undefined;
  const change = (alive: number, notAlive: number) => {
    status.alive_count += alive;
    status.alive_count_change += alive;
    status.not_alive_count += notAlive;
    status.not_alive_count_change += notAlive;
    handler.notify();
  };
  const stops = new Map<GraphPublisher, () => void>();
  return {
    meet(publisher: GraphPublisher): void {
      const alive = LivelinessWatch.of(publisher)?.alive ?? true;
      change(alive ? 1 : 0, alive ? 0 : 1);
      const stop = LivelinessWatch.onChange(publisher, (isAlive) =>
        change(isAlive ? 1 : -1, isAlive ? -1 : 1),
      );
      stops.set(publisher, stop);
    },
    leave(publisher: GraphPublisher): void {
      const alive = LivelinessWatch.of(publisher)?.alive ?? true;
      stops.get(publisher)?.();
      stops.delete(publisher);
      change(alive ? -1 : 0, alive ? 0 : -1);
    },
  };
}
