import type { Runnable } from '../kernel/index.js';

/** A process that can run together with others: in one round each of them does one step. */
export abstract class RoundMember implements Runnable {
  /** Whether it begins only when those before it have been heard, because it shares something that Orrery does not see. */
  inTurn = false;
  abstract run(): boolean;
  /** The part of {@link run} for this process alone. */
  abstract step(): boolean;
  abstract label(): string;
}

/** Whether this is a process other than `member`. */
export function isAnother(item: Runnable, member: RoundMember): item is RoundMember {
  return item instanceof RoundMember && item !== member;
}
