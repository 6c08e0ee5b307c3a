import type { MatchedPolicy } from '../../graph/index.js';
import type { NodeBase } from '../node/node_base.js';
import type { StatusCallback } from './event_callbacks.js';
import { EventHandler } from './event_handler.js';
import {
  type CountStatus,
  type IncompatibleQosStatus,
  type MatchedStatus,
  PolicyKind,
} from './event_status.js';

const POLICY_KINDS: Readonly<Record<MatchedPolicy, number>> = {
  reliability: PolicyKind.RELIABILITY,
  durability: PolicyKind.DURABILITY,
  deadline: PolicyKind.DEADLINE,
  liveliness: PolicyKind.LIVELINESS,
  // DDS has one policy for both.
  liveliness_lease_duration: PolicyKind.LIVELINESS,
};

/** Makes event handlers for the callbacks of one endpoint. */
export class EventSource {
  readonly #node: NodeBase;
  readonly #handlers: EventHandler[];
  readonly #topic: string;

  /** @param handlers - the list to which new handlers are added. */
  constructor(node: NodeBase, topic: string, handlers: EventHandler[]) {
    this.#node = node;
    this.#topic = topic;
    this.#handlers = handlers;
  }

  /** A handler; undefined if there is no callback. */
  handler<Status extends object>(
    event: string,
    callback: StatusCallback<Status>,
    take: () => Status,
  ): EventHandler | undefined {
    if (!callback) return undefined;
    const handler = new EventHandler(this.#node, `${this.#topic} ${event}`, () => callback(take()));
    this.#handlers.push(handler);
    return handler;
  }

  /** Returns a function that counts an event, once or several times. */
  counter(
    event: string,
    callback: StatusCallback<CountStatus>,
  ): ((times?: number) => void) | undefined {
    const status = { total_count: 0, total_count_change: 0 };
    const handler = this.handler(event, callback, () => taken(status));
    return handler && ((times) => count(status, handler, times));
  }

  /** Counts counterparts that do not match, see {@link EventSource.counter}. */
  incompatibleQos(
    callback: StatusCallback<IncompatibleQosStatus>,
  ): ((policy: MatchedPolicy) => void) | undefined {
    const status = {
      total_count: 0,
      total_count_change: 0,
      last_policy_kind: PolicyKind.INVALID as number,
    };
    const handler = this.handler('incompatible QoS', callback, () => taken(status));
    return (
      handler &&
      ((policy) => {
        status.last_policy_kind = POLICY_KINDS[policy];
        count(status, handler);
      })
    );
  }

  /**
   * Returns a function that counts counterparts: call it with 1 for one more and -1 for one fewer.
   */
  matched(callback: StatusCallback<MatchedStatus>): ((change: 1 | -1) => void) | undefined {
    const status = {
      total_count: 0,
      total_count_change: 0,
      current_count: 0,
      current_count_change: 0,
    };
    const handler = this.handler('matched', callback, () => {
      const now = { ...taken(status) };
      status.current_count_change = 0;
      return now;
    });
    return (
      handler &&
      ((change) => {
        status.current_count += change;
        status.current_count_change += change;
        if (change > 0) count(status, handler);
        else handler.notify();
      })
    );
  }
}

function count(status: CountStatus, handler: { notify(): void }, times = 1): void {
  status.total_count += times;
  status.total_count_change += times;
  handler.notify();
}

function taken<Status extends CountStatus>(status: Status): Status {
  const now = { ...status };
  status.total_count_change = 0;
  return now;
}
