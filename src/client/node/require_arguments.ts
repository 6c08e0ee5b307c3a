import { type RclNodeErrorOptions, TypeValidationError } from '../errors/index.js';

/** Throws `TypeValidationError` unless it is a function. */
export function requireCallback(
  callback: unknown,
  about: RclNodeErrorOptions,
): asserts callback is () => unknown {
  if (typeof callback === 'function') return;
  throw new TypeValidationError('callback', callback, 'function', about);
}

/** Throws `TypeValidationError` if it is anything but event callbacks of this class. */
export function requireEvents(
  callbacks: unknown,
  Kind: new () => object,
  about: RclNodeErrorOptions,
): void {
  if (!callbacks || callbacks instanceof Kind) return;
  throw new TypeValidationError('eventCallbacks', callbacks, Kind.name, about);
}
