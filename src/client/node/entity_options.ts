import type { EntityOptions } from '../entity.js';
import { TypeValidationError } from '../errors/index.js';
import {
  invalidSerializationMode,
  isValidSerializationMode,
} from '../message/serialization_mode.js';
import { QoS } from '../qos/qos.js';

/** The options of an entity for which none are given. */
export function defaultEntityOptions(): EntityOptions {
  return {
    enableTypedArray: true,
    isRaw: false,
    qos: QoS.profileDefault,
    contentFilter: undefined,
    serializationMode: 'default',
  };
}

/**
 * Completes options with defaults; changes the given object itself, as
 * the native package does.
 *
 * @throws {TypeValidationError} unless it is an object or undefined.
 * @throws {ValidationError} if there is no such serialization mode.
 */
export function validateEntityOptions(options: unknown, nodeName: string): EntityOptions {
  if (options === undefined) return defaultEntityOptions();
  if (options === null || typeof options !== 'object') {
    throw new TypeValidationError('options', options, 'object', { nodeName });
  }
  const given = options as EntityOptions;
  given.enableTypedArray ??= true;
  given.qos ??= QoS.profileDefault;
  given.isRaw ??= false;
  given.serializationMode ??= 'default';
  if (!isValidSerializationMode(given.serializationMode)) {
    throw invalidSerializationMode(given.serializationMode, nodeName);
  }
  return given;
}
