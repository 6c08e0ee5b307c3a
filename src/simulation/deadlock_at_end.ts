import type { OrreryError } from '../errors/index.js';
import { closedDeadlock } from '../executors/index.js';
import type { Simulation } from './simulation.js';
import { UserTimer } from './user_timer.js';

/** The errors for service calls that wait for each other when a run ends, but for less than 1 s. */
export function deadlockAtEnd({ graph, kernel }: Simulation): OrreryError[] {
  const deadlock = closedDeadlock(graph, (node) =>
    kernel.delays.some((item) => item instanceof UserTimer && item.node === node),
  );
  return deadlock === undefined ? [] : [deadlock];
}
