import type { OrreryError } from '../errors/index.js';
import { closedDeadlock } from '../executors/index.js';
import type { Simulation } from './simulation.js';

/** Takes what a run has to say at its end. */
interface Notes {
  readonly report: (error: OrreryError) => void;
  readonly warn: (text: string) => void;
}

/**
 * Reports service calls that wait for each other when a run ends, but for less than 1 s: as an error, or
 * as a warning if a `setTimeout`, such as the timeout of a call, might have ended that.
 */
export function reportDeadlockAtEnd({ graph }: Simulation, { report, warn }: Notes): void {
  const deadlock = closedDeadlock(graph);
  if (deadlock === undefined) return;
  if (deadlock.mayContinue) warn(deadlock.error.message);
  else report(deadlock.error);
}
