import { TypeValidationError } from '../errors/index.js';
import { messageClassOf } from './interfaces_in_use.js';
import type { MessageClass } from './message_class.js';
import type { MessageDefinitionJson } from './message_definition.js';

/** Shows the structure of a message type. */
export class MessageIntrospector {
  readonly #typeName: string;
  readonly #typeClass: MessageClass;

  /**
   * @param typeName - e.g. `geometry_msgs/msg/Twist`.
   * @throws {TypeValidationError} if it is not a non-empty string.
   * @throws {ValidationError} if there is no such type.
   */
  constructor(typeName: string) {
    if (!typeName || typeof typeName !== 'string') {
      throw new TypeValidationError('typeName', typeName, 'non-empty string', {
        entityType: 'MessageIntrospector',
      });
    }
    this.#typeName = typeName;
    this.#typeClass = messageClassOf(typeName);
  }

  get typeName(): string {
    return this.#typeName;
  }

  get typeClass(): MessageClass {
    return this.#typeClass;
  }

  /** Names of the fields, in order. */
  get fields(): string[] {
    return this.schema.fields.map((field) => field.name);
  }

  get schema(): MessageDefinitionJson {
    return this.#typeClass.ROSMessageDef;
  }

  /** A new plain message with every field at its default. */
  get defaults(): Record<string, unknown> {
    return new this.#typeClass().toPlainObject();
  }
}
