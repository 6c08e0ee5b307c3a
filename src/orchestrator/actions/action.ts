import type { CallbackModel, NodeModel } from './node_model.js';

/** What entered the graph at once: one input or one time. */
export interface Grant {
  /** From 1, in the order of admission. */
  readonly number: number;
  /** Number of its actions that are in the graph. */
  live: number;
}

/** An expected message on a topic. */
export interface BufferAction {
  readonly id: number;
  readonly topic: string;
  readonly producer: Producer;
  /** The callbacks that the message starts. */
  readonly readers: CallbackAction[];
  /** Whether the message closes a cycle: the callbacks that it starts enter the graph when the message has arrived. */
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
   * Its place in lines: its own id, except for timers of one node that expire together, which have the
   * id of the first of them, because one clock message starts them all.
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
