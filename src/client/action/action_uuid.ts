import { TypeValidationError } from '../errors/index.js';
import { messageClassOf } from '../message/interfaces_in_use.js';
import type { MessageInstance } from '../message/message_instance.js';
import { currentWorld } from '../world/world.js';

const SIZE = 16;

/** The id of a goal: 16 bytes. */
export class ActionUuid {
  readonly _bytes: Uint8Array;

  /**
   * @param bytes - default: a random version 4 UUID, from the seed of the simulation.
   * @throws {TypeValidationError} unless it is a Uint8Array.
   */
  constructor(bytes?: Uint8Array | null) {
    if (bytes && !(bytes instanceof Uint8Array)) {
      throw new TypeValidationError('bytes', bytes, 'Uint8Array', { entityType: 'action uuid' });
    }
    this._bytes = bytes || randomBytes();
  }

  static fromBytes(bytes: Uint8Array): ActionUuid {
    return new ActionUuid(bytes);
  }

  static random(): ActionUuid {
    return new ActionUuid();
  }

  /** The id in a `unique_identifier_msgs/msg/UUID`. */
  static fromMessage(msg: { uuid: Uint8Array }): ActionUuid {
    return ActionUuid.fromBytes(msg.uuid);
  }

  /** A random id as a message. */
  static randomMessage(): MessageInstance & { uuid: Uint8Array } {
    return ActionUuid.random().toMessage();
  }

  get bytes(): Uint8Array {
    return this._bytes;
  }

  /** As a `unique_identifier_msgs/msg/UUID`. */
  toMessage(): MessageInstance & { uuid: Uint8Array } {
    const Uuid = messageClassOf('unique_identifier_msgs/msg/UUID');
    return new Uuid({ uuid: this._bytes }) as MessageInstance & { uuid: Uint8Array };
  }

  /** The bytes in decimal, with commas. */
  toString(): string {
    return Array.from(this._bytes).join(',');
  }
}

/** RFC 9562, version 4. */
function randomBytes(): Uint8Array {
  const { graph } = currentWorld();
  const stream = graph.owner.random;
  const bytes = Uint8Array.from({ length: SIZE }, () => stream.integer(256));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes;
}
