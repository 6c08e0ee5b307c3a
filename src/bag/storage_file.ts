import type { BagWarning } from './bag_error.js';
import type { Audit } from './mcap_facts.js';

/** A message as stored in a bag. */
export interface BagMessage {
  readonly topic: string;
  /** When the recorder received it: nanoseconds since the epoch. */
  readonly logTime: bigint;
  /** When it was published; equals `logTime` where the storage does not keep it (sqlite3). */
  readonly publishTime: bigint;
  /** Sequence number of the publisher, 0 where unknown. */
  readonly sequence: number;
  /**
   * The serialized message. It may be a view into a larger buffer (a chunk): it stays valid, but
   * keep a copy if you keep it for long.
   */
  readonly data: Uint8Array;
}

/** The definition of a topic's type as the bag carries it. */
export interface RecordedSchema {
  /** `ros2msg`, `ros2idl`, … */
  readonly encoding: string;
  readonly text: string;
}

/** One topic as a storage file describes it. */
export interface StorageTopic {
  readonly name: string;
  readonly type: string;
  readonly serializationFormat: string;
  /** YAML text. */
  readonly offeredQosProfiles: string;
  readonly typeHash: string;
  readonly schema: RecordedSchema | undefined;
}

/** The content of a storage file. `start` and `end` are undefined if it has no message. */
export interface StorageContent {
  readonly messageCount: number;
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly countByTopic: ReadonlyMap<string, number>;
}

/** `received`: by the recorder's stamp. `sent`: by the publisher's stamp. */
export type MessageOrder = 'received' | 'sent';

/** What to read. Times refer to the stamp that `order` sorts by, both ends included. */
export interface MessageQuery {
  readonly topics?: ReadonlySet<string> | undefined;
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  readonly order: MessageOrder;
}

/** How much of a file has checksums, which would show damage. */
export interface Checksums {
  /** Parts with messages: chunks, or their equivalent. */
  readonly parts: number;
  /** Parts with a checksum. */
  readonly checked: number;
}

/** One file of a bag: MCAP or sqlite3. */
export interface StorageFile {
  readonly path: string;
  readonly storageIdentifier: 'mcap' | 'sqlite3';
  readonly topics: readonly StorageTopic[];
  readonly warnings: readonly BagWarning[];
  /** The rosbag2 metadata that is embedded in the file, if any. */
  readonly embeddedMetadata: string | undefined;
  /** Counts; may walk over the whole file the first time. */
  content(): StorageContent;
  /** The earliest stamp of the given order, cheaper than `content()` where an index helps. */
  firstTime(order: MessageOrder): bigint | undefined;
  /** Counts the parts with checksums. */
  checksums(): Checksums;
  /** Reads the whole file for contradictions that a reader of messages does not notice. */
  audit(): Audit;
  /** All messages in stamp order, equal stamps in recorded order. */
  messages(query: MessageQuery): Generator<BagMessage, void, void>;
  /** Releases descriptors and buffers. */
  release(): void;
}
