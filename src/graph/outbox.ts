import type { Client } from './client.js';
import type { GraphNode } from './graph_node.js';
import type { Publisher } from './publisher.js';
import type { Service } from './service.js';

/** The entities that can send something in a callback. */
export type Sender = Publisher | Client | Service;

/** Holds what a callback sends while the callback takes virtual time; set by its executor. */
export interface Outbox {
  /** `send` is called when, and if, the message, request or response leaves. */
  hold(sender: Sender, send: () => void): void;
  /** The time that code in the running callback reads when virtual time is `time`. */
  readClock(time: bigint): bigint;
  /** Called when the callback has returned a promise. */
  returned(result: PromiseLike<unknown>): void;
}

/** How the clocks of nodes differ from virtual time. */
export interface ClockView {
  /**
   * The time that the clock of `node` shows when virtual time is `time`, in ns since the epoch. `node` is undefined
   * outside of callbacks.
   */
  read(node: GraphNode | undefined, time: bigint): bigint;
}
