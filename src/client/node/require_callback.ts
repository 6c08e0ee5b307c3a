import { type RclNodeErrorOptions, TypeValidationError } from '../errors/index.js';
import type { TypeClass } from '../message/interface_loader.js';

/** What an error says about the entity that a node was to create. */
export function aboutEntity(
  node: { name(): string },
  entityType: string,
  entityName?: string,
): RclNodeErrorOptions {
  const about = { nodeName: node.name(), entityType };
  return entityName === undefined ? about : { ...about, entityName };
}

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

/** The class that `find` returns for a name, or the class itself; throws unless it is one. */
export function requireClass<C>(
  typeClass: TypeClass,
  find: (name: never) => C,
  about: RclNodeErrorOptions,
): C {
  const found: unknown =
    typeof typeClass === 'string' || typeof typeClass === 'object'
      ? find(typeClass as never)
      : typeClass;
  if (typeof found === 'function') return found as C;
  throw new TypeValidationError('typeClass', found, 'function', about);
}

/** Throws unless the name of a topic or service is a string. */
export function requireName(argument: string, name: unknown, about: RclNodeErrorOptions): void {
  if (typeof name !== 'string') throw new TypeValidationError(argument, name, 'string', about);
}
