import { type MessageType, TypeRegistry } from '../../interfaces/index.js';
import { bagError } from '../bag_error.js';
import type { BagReader, BagTopic } from '../bag_reader.js';

/**
 * The types of the topics of one bag: by the definition that the bag carries, else by name from
 * the registry. A recording is read with the definitions with which it was written.
 */
export class BagMessageTypes {
  readonly #registry: TypeRegistry;
  readonly #bag: BagReader;
  readonly #types = new Map<string, MessageType>();

  constructor(bag: BagReader, registry: TypeRegistry = new TypeRegistry()) {
    this.#bag = bag;
    this.#registry = registry;
  }

  /**
   * @throws OrreryError `ORR_UNKNOWN_TYPE`, `ORR_DEFINITION_SYNTAX`, …; `ORR_BAG_TYPE` when the
   *   messages are not CDR
   */
  of(topicName: string): MessageType {
    let type = this.#types.get(topicName);
    if (type === undefined) {
      const topic = this.#bag.topics.find((candidate) => candidate.name === topicName)!;
      type = this.#resolve(topic);
      this.#types.set(topicName, type);
    }
    return type;
  }

  #resolve(topic: BagTopic): MessageType {
    if (topic.serializationFormat !== 'cdr') {
      const message = `the messages of ${topic.name} are '${topic.serializationFormat}', not cdr.`;
      throw bagError('ORR_BAG_TYPE', message, { file: this.#bag.path, topic: topic.name });
    }
    if (topic.schema?.encoding === 'ros2msg' && topic.schema.text.trim() !== '') {
      return this.#registry.fromSchema(topic.type, topic.schema.text);
    }
    return this.#registry.message(topic.type);
  }
}
