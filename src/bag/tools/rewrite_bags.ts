import { type MessageType, TypeRegistry } from '../../interfaces/index.js';
import { bagError } from '../bag_error.js';
import type { BagReader, BagTopic } from '../bag_reader.js';
import { type BagWriter, createBag } from '../bag_writer.js';
import type { BagWriterOptions } from '../bag_writer_options.js';
import { MessageHeap, type TimedCursor } from '../message_heap.js';
import { sameProfile } from '../note_offer.js';
import type { BagMessage } from '../storage_file.js';
import { type ProgressCallback, ProgressCounter } from './progress.js';
import { readOptions, type Selection, selectTopics } from './selection.js';

/** Options of every operation that writes a bag. */
export interface RewriteOptions extends BagWriterOptions {
  readonly progress?: ProgressCallback | undefined;
  /** Supplies the definitions that a bag lacks, as sqlite3 bags of Humble do. */
  readonly registry?: TypeRegistry | undefined;
}

/** The result of an operation that writes a bag. */
export interface RewriteResult {
  readonly path: string;
  readonly messageCount: number;
  readonly topics: readonly string[];
}

/** An input of {@link rewriteBags} and the part to take from it. */
export interface RewriteInput {
  readonly bag: BagReader;
  readonly selection?: Selection | undefined;
  /** Messages to write before the others. */
  readonly prelude?: readonly BagMessage[] | undefined;
}

/** Combines the descriptions that several bags have of one topic. */
function joinTopics(known: BagTopic, more: BagTopic, file: string): BagTopic {
  if (known.type !== more.type || known.serializationFormat !== more.serializationFormat) {
    const message = `${known.name} is ${known.type} in one bag and ${more.type} here; filter one of them out.`;
    throw bagError('ORR_BAG_TOPIC_TYPES', message, { file, topic: known.name });
  }
  const added = more.offeredQosProfiles.filter(
    (profile) => !known.offeredQosProfiles.some((other) => sameProfile(profile, other)),
  );
  return {
    ...known,
    offeredQosProfiles: [...known.offeredQosProfiles, ...added],
    typeHash: known.typeHash || more.typeHash,
    schema: known.schema ?? more.schema,
  };
}

class InputCursor implements TimedCursor {
  readonly rank: number;
  time = 0n;
  message!: BagMessage;
  readonly #messages: Iterator<BagMessage>;

  constructor(messages: Iterator<BagMessage>, rank: number) {
    this.#messages = messages;
    this.rank = rank;
  }

  advance(): boolean {
    const next = this.#messages.next();
    if (next.done === true) return false;
    this.message = next.value;
    this.time = next.value.logTime;
    return true;
  }
}

/** Messages of all inputs by log time; equal stamps in the order of the inputs. */
function* mergeInputs(inputs: readonly Iterator<BagMessage>[]): Generator<BagMessage, void, void> {
  const heap = new MessageHeap<InputCursor>();
  inputs.forEach((messages, rank) => {
    const cursor = new InputCursor(messages, rank);
    if (cursor.advance()) heap.push(cursor);
  });
  for (let first = heap.first; first !== undefined; first = heap.first) {
    yield first.message;
    if (first.advance()) heap.firstMoved();
    else heap.removeFirst();
  }
}

/** A name that ends in `.mcap` means one file, any other a rosbag2 directory. */
export function outputForm(path: string): 'file' | 'directory' {
  return path.toLowerCase().endsWith('.mcap') ? 'file' : 'directory';
}

/** The topic with the definition of its type, if the bag lacks it and the type is known by name. */
function withDefinition(topic: BagTopic, registry: TypeRegistry): BagTopic {
  if (topic.schema !== undefined || topic.serializationFormat !== 'cdr') return topic;
  let type: MessageType;
  try {
    type = registry.message(topic.type);
  } catch {
    return topic;
  }
  // The type was recorded with another definition of that name.
  if (topic.typeHash !== '' && topic.typeHash !== type.hash) return topic;
  return { ...topic, typeHash: type.hash, schema: { encoding: 'ros2msg', text: type.schemaText } };
}

function addTopics(
  writer: BagWriter,
  inputs: readonly RewriteInput[],
  registry: TypeRegistry,
): Map<string, number> {
  const topics = new Map<string, BagTopic>();
  for (const { bag, selection = {} } of inputs) {
    for (const topic of selectTopics(bag, selection)) {
      const known = topics.get(topic.name);
      topics.set(topic.name, known === undefined ? topic : joinTopics(known, topic, bag.path));
    }
  }
  return new Map(
    [...topics.values()].map((topic) => [
      topic.name,
      writer.addTopic(withDefinition(topic, registry)),
    ]),
  );
}

/**
 * Writes the selected messages of the inputs, in log time order, into a new bag. Stamps, sequence
 * numbers, bytes, definitions and QoS profiles stay as they are. After an error, nothing is left
 * behind.
 *
 * @throws OrreryError `ORR_OUTPUT_…`, `ORR_BAG_SELECTION`, `ORR_BAG_TOPIC_TYPES`, and what reading
 *   the inputs throws
 */
export async function rewriteBags(
  inputs: readonly RewriteInput[],
  output: string,
  options: RewriteOptions = {},
): Promise<RewriteResult> {
  const { progress, registry = new TypeRegistry(), ...writerOptions } = options;
  const rosDistro = inputs.find(({ bag }) => bag.metadata.rosDistro !== '')?.bag.metadata.rosDistro;
  const writer = await createBag(output, { form: outputForm(output), rosDistro, ...writerOptions });
  try {
    const ids = addTopics(writer, inputs, registry);
    const total = inputs.reduce((sum, { bag }) => sum + bag.metadata.messageCount, 0);
    const counter = new ProgressCounter(total, progress);
    const streams = inputs.map(({ bag, selection = {} }) =>
      bag.messages(readOptions(bag, selection)),
    );
    const prelude = inputs.flatMap((input) => input.prelude ?? []);
    for (const { topic, logTime, publishTime, sequence, data } of prelude) {
      writer.write(ids.get(topic)!, logTime, publishTime, sequence, data);
    }
    const messages = streams.length === 1 ? streams[0]! : mergeInputs(streams);
    for (const { topic, logTime, publishTime, sequence, data } of messages) {
      writer.write(ids.get(topic)!, logTime, publishTime, sequence, data);
      counter.count();
    }
    writer.close();
    counter.end();
    return { path: writer.path, messageCount: writer.messageCount, topics: [...ids.keys()] };
  } catch (error) {
    writer.discard();
    throw error;
  }
}
