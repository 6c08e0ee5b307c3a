import { type ErrorCode, OrreryError } from '../errors/index.js';
import type { Waitable } from '../graph/index.js';

/** Where an error of user code came from. */
export interface Thrown {
  /** The program whose code it was; undefined if that is not certain. */
  readonly program: string | undefined;
  /** The error as it is reported, naming the callback that it came from. */
  readonly named: () => unknown;
}

const HOW: Readonly<Record<string, string>> = {
  ORR_UNHANDLED_REJECTION: 'left a rejected promise behind:',
  ORR_UNCAUGHT_EXCEPTION: 'began an operation whose callback threw',
};

/**
 * Wraps an error of user code in one that names its origin.
 *
 * @param origin - the entity whose callback it was, or the name of the program that was loading
 */
export function thrown(error: unknown, origin: Waitable | string, code: ErrorCode): OrreryError {
  const coded = codedCause(error);
  // Errors that Orrery itself found, such as a cycle, are not the callback's fault.
  if (coded !== undefined && coded === error && code === 'ORR_CALLBACK_THREW') return coded;
  const isEntity = typeof origin !== 'string';
  const who = isEntity ? `The callback of ${origin.label()}` : `The program ${origin}`;
  const how = HOW[code] ?? 'threw';
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const isSaid = coded === undefined || coded === error || what.includes(coded.message);
  const detail = isSaid ? '' : ` (${coded.message})`;
  const where = isEntity ? { node: origin.node.fullName, topic: origin.name } : {};
  return new OrreryError(coded?.code ?? code, `${who} ${how} ${what}${detail}`, {
    place: { ...coded?.place, ...where },
    cause: error,
  });
}

/** The `OrreryError` behind an error of the client library or of user code. */
function codedCause(error: unknown): OrreryError | undefined {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    if (cause instanceof OrreryError) return cause;
    cause = cause.cause;
  }
  return undefined;
}
