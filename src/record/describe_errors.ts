import { DescriptionError, OrreryError } from '../errors/index.js';
import type { RunError } from './run_outcome.js';

/** An error in a form that can cross to another thread; several if it combines several. */
export function describeErrors(error: unknown): RunError[] {
  if (error instanceof DescriptionError) return error.errors.flatMap(describeErrors);
  return [describeError(error)];
}

function describeError(error: unknown): RunError {
  if (!(error instanceof OrreryError)) {
    const stack = error instanceof Error ? error.stack : undefined;
    return { code: 'ORR_UNEXPECTED', message: String(error), place: {}, stack };
  }
  const { code, message, place, cause } = error;
  const stack = cause instanceof Error ? cause.stack : undefined;
  return { code, message, place: { ...place } as RunError['place'], stack };
}
