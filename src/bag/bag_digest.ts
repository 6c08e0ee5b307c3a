import { createHash, type Hash } from 'node:crypto';
import type { BagReader, ReadOptions } from './bag_reader.js';
import { checkOptions } from './check_options.js';

/** Digests of the content of a bag, in hexadecimal. */
export interface BagDigest {
  /** Digest of everything. */
  readonly total: string;
  /** Digest of each topic, by name, sorted. */
  readonly topics: ReadonlyMap<string, string>;
  /** Messages of each topic. */
  readonly counts: ReadonlyMap<string, number>;
  readonly messageCount: number;
}

const BUFFER_BYTES = 64 * 1024;
const PREFIX_BYTES = 28;
const FORMAT = 'orrery bag digest 1\n';

/** Collects small pieces so that the hash is called rarely. */
class BufferedHash {
  readonly #hash: Hash = createHash('sha256');
  readonly #buffer: Uint8Array;
  readonly #view: DataView;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = new Uint8Array(capacity);
    this.#view = new DataView(this.#buffer.buffer);
  }

  prefix(topic: number, logTime: bigint, publishTime: bigint, length: number): void {
    if (this.#length + PREFIX_BYTES > this.#buffer.length) this.#drain();
    const view = this.#view;
    const at = this.#length;
    view.setUint32(at, topic, true);
    view.setBigUint64(at + 4, logTime, true);
    view.setBigUint64(at + 12, publishTime, true);
    view.setUint32(at + 20, length, true);
    view.setUint32(at + 24, Math.floor(length / 2 ** 32), true);
    this.#length = at + PREFIX_BYTES;
  }

  bytes(data: Uint8Array): void {
    if (this.#length + data.length <= this.#buffer.length) {
      this.#buffer.set(data, this.#length);
      this.#length += data.length;
    } else {
      this.#drain();
      this.#hash.update(data);
    }
  }

  text(value: string): void {
    this.#drain();
    const bytes = new TextEncoder().encode(value);
    this.#hash.update(`${bytes.length}:`);
    this.#hash.update(bytes);
  }

  #drain(): void {
    if (this.#length > 0) this.#hash.update(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
  }

  digest(): string {
    this.#drain();
    return this.#hash.digest('hex');
  }
}

/**
 * The canonical content digest of a bag: two bags have the same digest if and only if playing
 * them publishes the same bytes on the same topics of the same types at the same times in the
 * same order. Compression, chunks, splits, storage format, QoS and sequence numbers do not count.
 *
 * The digest of a topic is SHA-256 over the format line, the topic's name, type and serialization
 * format, each as `<byte length>:<UTF-8>`, then for each message in log time order, equal stamps in
 * recorded order, little-endian: u32 0, i64 log time, i64 publish time, u64 length, the bytes.
 *
 * The total is SHA-256 over the format line; name, type and format of each topic, sorted by name
 * (UTF-16 code units); for each message of the bag in the same order u32 index of its topic in that
 * list, i64 log time, i64 publish time, u64 length; and the digests of the topics in hexadecimal as
 * `64:<digest>`. So every byte is hashed once and the interleaving of topics counts.
 *
 * @param options - restricts what counts, as for {@link BagReader.messages}
 */
export function hashBag(bag: BagReader, options: Omit<ReadOptions, 'order'> = {}): BagDigest {
  checkOptions(options, 'hashBag()', 'reading');
  const chosen = options.topics === undefined ? undefined : new Set(options.topics);
  const topics = bag.topics
    .filter((topic) => chosen === undefined || chosen.has(topic.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const total = new BufferedHash(BUFFER_BYTES);
  const parts = new Map<string, { index: number; hash: BufferedHash; count: number }>();
  total.text(FORMAT);
  topics.forEach((topic, index) => {
    const hash = new BufferedHash(4096);
    hash.text(FORMAT);
    for (const text of [topic.name, topic.type, topic.serializationFormat]) {
      total.text(text);
      hash.text(text);
    }
    parts.set(topic.name, { index, hash, count: 0 });
  });
  let messageCount = 0;
  for (const message of bag.messages({ ...options, topics: chosen, order: 'received' })) {
    const part = parts.get(message.topic)!;
    const { logTime, publishTime, data } = message;
    total.prefix(part.index, logTime, publishTime, data.length);
    part.hash.prefix(0, logTime, publishTime, data.length);
    part.hash.bytes(data);
    part.count++;
    messageCount++;
  }
  const digests = new Map([...parts].map(([name, part]) => [name, part.hash.digest()]));
  for (const digest of digests.values()) total.text(digest);
  const counts = new Map([...parts].map(([name, part]) => [name, part.count]));
  return { total: total.digest(), topics: digests, counts, messageCount };
}
