import type { Waitable } from './entity.js';

/** A callback that awaits something. */
export interface AwaitingCallback {
  readonly entity: Waitable;
  /** When it began to await, in ns since the start. */
  readonly since: number;
}
