import { printableName, tooManyLines } from '../errors/index.js';
import { yaml } from '../packages/index.js';
import { bagError } from './bag_error.js';
import {
  formatQosProfiles,
  parseQosProfiles,
  type RecordedQosProfile,
} from './recorded_qos_profile.js';

/** One topic as `metadata.yaml` lists it. */
export interface MetadataTopic {
  readonly name: string;
  /** ROS type, e.g. `std_msgs/msg/String`. */
  readonly type: string;
  readonly serializationFormat: string;
  readonly offeredQosProfiles: readonly RecordedQosProfile[];
  /** `RIHS01_…`, or empty where the recorder knew none (before Iron). */
  readonly typeHash: string;
  readonly messageCount: number;
}

/** One split file as `metadata.yaml` lists it (since version 5). */
export interface MetadataFile {
  readonly path: string;
  readonly start: bigint;
  readonly duration: bigint;
  readonly messageCount: number;
}

/** The content of a rosbag2 `metadata.yaml`. Times in nanoseconds. */
export interface BagMetadataYaml {
  readonly version: number;
  readonly storageIdentifier: string;
  readonly start: bigint;
  readonly duration: bigint;
  readonly messageCount: number;
  readonly topics: readonly MetadataTopic[];
  readonly compressionFormat: string;
  readonly compressionMode: string;
  readonly relativeFilePaths: readonly string[];
  readonly files: readonly MetadataFile[];
  readonly rosDistro: string;
}

/** `starting_time` of a bag without messages. */
export const NO_START_TIME = 2n ** 63n - 1n;
/** The version that Jazzy writes. */
export const METADATA_VERSION = 9;
const NEWEST_READABLE_VERSION = 99;
const MAX_YAML_BYTES = 16 * 1024 * 1024;

type Fields = Record<string, unknown>;

/** Reads values out of the parsed YAML; every failure names the key. */
class FieldReader {
  readonly file: string;
  readonly #lineOf: (key: string) => number | undefined;

  constructor(file: string, lineOf: (key: string) => number | undefined) {
    this.file = file;
    this.#lineOf = lineOf;
  }

  fail(key: string, what: string): Error {
    const place = { file: this.file, line: this.#lineOf(key.split('.')[0]!) };
    return bagError('ORR_BAG_METADATA', `${key} ${what}.`, place);
  }

  map(value: unknown, key: string): Fields {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw this.fail(key, 'must be a mapping');
    }
    return value as Fields;
  }

  list(value: unknown, key: string): unknown[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.fail(key, 'must be a list');
    return value;
  }

  text(value: unknown, key: string, fallback?: string): string {
    if ((value === undefined || value === null) && fallback !== undefined) return fallback;
    if (typeof value !== 'string') throw this.fail(key, 'must be a string');
    return value;
  }

  int64(value: unknown, key: string): bigint {
    if (typeof value !== 'bigint' || value < -(2n ** 63n) || value >= 2n ** 63n) {
      throw this.fail(key, 'must be a 64-bit integer');
    }
    return value;
  }

  count(value: unknown, key: string): number {
    const count = this.int64(value, key);
    if (count < 0n || count > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw this.fail(key, 'must be a non-negative count');
    }
    return Number(count);
  }
}

/**
 * Parses the text of a `metadata.yaml` (versions 1 to 9 and newer), or of the same mapping without
 * its outer key, as storage files embed it.
 *
 * @throws OrreryError `ORR_BAG_METADATA` with file, line and key; `ORR_BAG_QOS`.
 */
export function parseMetadata(text: string, file: string): BagMetadataYaml {
  if (text.length > MAX_YAML_BYTES) {
    throw bagError('ORR_BAG_METADATA', 'is larger than 16 MiB.', { file });
  }
  const excess = tooManyLines(text);
  if (excess !== undefined) throw bagError('ORR_BAG_METADATA', `${excess}.`, { file });
  const { isMap, LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, {
    intAsBigInt: true,
    uniqueKeys: false,
    lineCounter: lines,
    logLevel: 'error',
  });
  const error = document.errors[0];
  if (error !== undefined) {
    const line = lines.linePos(error.pos[0]).line;
    const message = `is not valid YAML: ${error.message.split('\n')[0]}`;
    throw bagError('ORR_BAG_METADATA', message, { file, line });
  }
  const outer = document.get('rosbag2_bagfile_information');
  const inner = isMap(outer) ? outer : document.contents;
  const lineOf = (key: string): number | undefined => {
    const pair = isMap(inner)
      ? inner.items.find((item) => (item.key as { value?: unknown } | null)?.value === key)
      : undefined;
    const range = (pair?.key as { range?: [number] } | undefined)?.range;
    return range === undefined ? undefined : lines.linePos(range[0]).line;
  };
  const reader = new FieldReader(file, lineOf);
  let plain: unknown;
  try {
    plain = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw bagError('ORR_BAG_METADATA', 'has too many aliases.', { file }, cause);
  }
  const root = reader.map(plain, 'the document');
  return readMetadata(
    reader,
    reader.map(root.rosbag2_bagfile_information ?? root, 'rosbag2_bagfile_information'),
  );
}

function readMetadata(reader: FieldReader, root: Fields): BagMetadataYaml {
  const version = reader.count(root.version, 'version');
  if (version < 1 || version > NEWEST_READABLE_VERSION) {
    throw reader.fail('version', `${version} is unknown`);
  }
  const nanoseconds = (value: unknown, key: string, field: string) =>
    reader.int64(reader.map(value, key)[field], `${key}.${field}`);
  const files = reader.list(root.files, 'files').map((item, index) => {
    const fields = reader.map(item, `files.${index}`);
    return {
      path: reader.text(fields.path, `files.${index}.path`),
      start: nanoseconds(
        fields.starting_time,
        `files.${index}.starting_time`,
        'nanoseconds_since_epoch',
      ),
      duration: nanoseconds(fields.duration, `files.${index}.duration`, 'nanoseconds'),
      messageCount: reader.count(fields.message_count, `files.${index}.message_count`),
    };
  });
  return {
    version,
    storageIdentifier: reader.text(root.storage_identifier, 'storage_identifier'),
    start: nanoseconds(root.starting_time, 'starting_time', 'nanoseconds_since_epoch'),
    duration: nanoseconds(root.duration, 'duration', 'nanoseconds'),
    messageCount: reader.count(root.message_count, 'message_count'),
    topics: reader
      .list(root.topics_with_message_count, 'topics_with_message_count')
      .map((item) => readTopic(reader, item)),
    compressionFormat: reader.text(root.compression_format, 'compression_format', ''),
    compressionMode: reader.text(root.compression_mode, 'compression_mode', '').toUpperCase(),
    relativeFilePaths: reader
      .list(root.relative_file_paths, 'relative_file_paths')
      .map((path) => reader.text(path, 'relative_file_paths')),
    files,
    rosDistro: reader.text(root.ros_distro, 'ros_distro', ''),
  };
}

function readTopic(reader: FieldReader, item: unknown): MetadataTopic {
  const key = 'topics_with_message_count';
  const entry = reader.map(item, key);
  const topic = reader.map(entry.topic_metadata, `${key}.topic_metadata`);
  const name = printableName(reader.text(topic.name, `${key}.name`));
  return {
    name,
    type: printableName(reader.text(topic.type, `${key}.type`)),
    serializationFormat: reader.text(topic.serialization_format, `${key}.serialization_format`),
    offeredQosProfiles: parseQosProfiles(topic.offered_qos_profiles, reader.file, name),
    typeHash: reader.text(topic.type_description_hash, `${key}.type_description_hash`, ''),
    messageCount: reader.count(entry.message_count, `${key}.message_count`),
  };
}

/** A YAML scalar: plain where that reads back as the same string, else double-quoted. */
function scalar(value: string): string {
  const isPlain = /^[A-Za-z0-9_./][A-Za-z0-9_./~-]*$/.test(value);
  const isOther = /^(?:true|false|null|yes|no|on|off|[\d.][-+.\dA-Fa-fx_]*)$/i.test(value);
  return isPlain && !isOther ? value : JSON.stringify(value);
}

function indent(text: string, by: number): string {
  const pad = ' '.repeat(by);
  return text
    .split('\n')
    .map((line) => pad + line)
    .join('\n');
}

function topicLines(topic: MetadataTopic): string {
  return `  - topic_metadata:
      name: ${scalar(topic.name)}
      type: ${scalar(topic.type)}
      serialization_format: ${scalar(topic.serializationFormat)}
      offered_qos_profiles:
${indent(formatQosProfiles(topic.offeredQosProfiles), 8)}
      type_description_hash: ${scalar(topic.typeHash)}
    message_count: ${topic.messageCount}`;
}

function fileLines(file: MetadataFile): string {
  return `  - path: ${scalar(file.path)}
    starting_time:
      nanoseconds_since_epoch: ${file.start}
    duration:
      nanoseconds: ${file.duration}
    message_count: ${file.messageCount}`;
}

/**
 * Writes the mapping as `ros2 bag record` of Jazzy does, without the outer key: this form is
 * embedded in storage files.
 */
export function formatEmbeddedMetadata(metadata: BagMetadataYaml): string {
  const listOr = (lines: string[]) => (lines.length === 0 ? '  []' : lines.join('\n'));
  return `version: ${metadata.version}
storage_identifier: ${scalar(metadata.storageIdentifier)}
duration:
  nanoseconds: ${metadata.duration}
starting_time:
  nanoseconds_since_epoch: ${metadata.start}
message_count: ${metadata.messageCount}
topics_with_message_count:
${listOr(metadata.topics.map(topicLines))}
compression_format: ${scalar(metadata.compressionFormat)}
compression_mode: ${scalar(metadata.compressionMode)}
relative_file_paths:
${listOr(metadata.relativeFilePaths.map((path) => `  - ${scalar(path)}`))}
files:
${listOr(metadata.files.map(fileLines))}
custom_data: ~
ros_distro: ${scalar(metadata.rosDistro)}`;
}

/** Writes the whole `metadata.yaml`. */
export function formatMetadata(metadata: BagMetadataYaml): string {
  return `rosbag2_bagfile_information:\n${indent(formatEmbeddedMetadata(metadata), 2)}\n`;
}
