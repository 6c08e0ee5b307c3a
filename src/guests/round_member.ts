import type { Runnable } from '../kernel/index.js';

/** A process that can run together with others: in one round each of them does one step. */
export abstract class RoundMember implements Runnable {
  abstract run(): boolean;
  /** What {@link run} does of this process alone. */
  abstract step(): boolean;
  abstract label(): string;
}

/** Whether this is of a process, and of another than `member`. */
export function isAnother(item: Runnable, member: RoundMember): item is RoundMember {
  return item instanceof RoundMember && item !== member;
}
