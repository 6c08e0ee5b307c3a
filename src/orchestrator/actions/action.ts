import type { CallbackModel, NodeModel } from './node_model.js';

/** What entered the graph at once: one input or one time. */
export interface Grant {
  /** From 1, in the order of admission. */
  readonly number: number;
  /** Actions of it that are in the graph. */
  live: number;
}

/** A message on a topic that is expected. */
export interface BufferAction {
  readonly id: number;
  readonly topic: string;
  readonly producer: Producer;
  /** The callbacks that the message starts. */
  readonly readers: CallbackAction[];
  /** A cycle: what the message starts enters the graph when the message is there. */
  deferred: boolean;
  state: 'expected' | 'arrived' | 'gone';
  data?: unknown;
}

/** An input of the system on its way, whose message has not arrived yet. */
export interface InputAction {
  readonly id: number;
  readonly kind: 'input';
  readonly grant: Grant;
  readonly topic: string;
  readonly buffers: BufferAction[];
  gone: boolean;
}

/** One run of a callback at a node. */
export interface CallbackAction {
  readonly id: number;
  readonly kind: 'callback';
  readonly grant: Grant;
  readonly node: NodeModel;
  readonly callback: CallbackModel;
  /** ns; the time of the system when it entered the graph. */
  readonly time: number;
  /**
   * Its place in lines: its own id, but for timers of one node that expire together the id of the first
   * of them, because one clock message starts them all.
   */
  readonly ticket: number;
  readonly buffers: BufferAction[];
  state: 'waiting' | 'ready' | 'running' | 'gone';
  /** The number of lines in which it waits behind another action. */
  blockers: number;
  awaitsStatus: boolean;
  /** The message that starts it. */
  data?: unknown;
}

export type Producer = InputAction | CallbackAction;
