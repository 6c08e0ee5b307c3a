import type { OrreryError } from '../errors/index.js';
import { closedDeadlock } from '../executors/index.js';
import type { Simulation } from './simulation.js';

/** Receives what a run has to report at its end. */
interface Notes {
  readonly report: (error: OrreryError) => void;
  readonly warn: (text: string) => void;
}

/**
 * Reports service calls that have waited for each other for less than 1 s when a run ends: as an error, or as a
 * warning if a `setTimeout`, such as the timeout of a call, might still have ended the wait.
 */
export function reportDeadlockAtEnd({ graph }: Simulation, { report, warn }: Notes): void {
  const deadlock = closedDeadlock(graph);
  if (deadlock === undefined) return;
  if (deadlock.mayContinue) warn(deadlock.error.message);
  else report(deadlock.error);
}
