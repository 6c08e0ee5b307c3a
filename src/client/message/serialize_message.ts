import { TypeValidationError } from '../errors/index.js';
import type { MessageClass } from './message_class.js';
import type { MessageInstance } from './message_instance.js';

/**
 * A message as CDR (XCDR1, little endian, with the encapsulation header).
 *
 * @throws {TypeValidationError} unless the message is an instance of the class.
 */
export function serializeMessage(message: object, typeClass: MessageClass): Buffer {
  if (!(message instanceof typeClass)) {
    throw new TypeValidationError('message', message, typeClass.name, { entityType: 'serializer' });
  }
  return (message as MessageInstance).serialize();
}

/**
 * The message that CDR bytes describe, as an instance of its class.
 *
 * @throws {TypeValidationError} unless `buffer` is a Buffer.
 * @throws {OrreryError} if the bytes are not a message of that type.
 */
export function deserializeMessage(buffer: Buffer, typeClass: MessageClass): MessageInstance {
  if (!(buffer instanceof Buffer)) {
    throw new TypeValidationError('buffer', buffer, 'Buffer', { entityType: 'serializer' });
  }
  return new typeClass(typeClass.messageType.decode(buffer));
}
