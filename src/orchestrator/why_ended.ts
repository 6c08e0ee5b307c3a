import { OrreryError } from '../errors/index.js';
import type { ProcessEnd } from './thread_protocol.js';

/** The error for the end of a process; undefined if it ended without one. */
export function whyEnded(
  name: string,
  { code, signal, failure }: ProcessEnd,
  hasStarted: boolean,
): OrreryError | undefined {
  if (failure !== undefined) {
    return hasStarted
      ? new OrreryError('ORR_ORCHESTRATOR_DIED', `The program ${name} is gone: ${failure}.`)
      : new OrreryError(
          'ORR_ORCHESTRATOR_START',
          `The program ${name} cannot be started: ${failure}.`,
        );
  }
  if (code === 0) return undefined;
  const how = signal === undefined ? `with exit code ${code}` : `by ${signal}`;
  return new OrreryError('ORR_ORCHESTRATOR_DIED', `The program ${name} ended ${how}.`);
}
