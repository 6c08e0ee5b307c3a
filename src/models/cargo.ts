import type { RandomStream } from '../kernel/index.js';
import type { CorruptFault } from './faults/fault.js';

/** What is sent over links: messages, or datagrams that carry them. */
export interface Cargo<T> {
  /** Its size on a link. */
  bytes(content: T): number;
  /** A copy that belongs to its receiver. */
  copy(content: T): T;
  /** The content after the fault; undefined if a receiver would discard the result. */
  corrupted(fault: CorruptFault, content: T, random: RandomStream): T | undefined;
}
