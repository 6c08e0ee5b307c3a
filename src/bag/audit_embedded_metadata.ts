import { counted, OrreryError } from '../errors/index.js';
import type { AuditFinding } from './mcap_facts.js';
import { type BagMetadataYaml, NO_START_TIME, parseMetadata } from './metadata.js';
import type { StorageContent, StorageTopic } from './storage_file.js';

interface Described {
  readonly path: string;
  readonly embeddedMetadata: string | undefined;
  readonly topics: readonly StorageTopic[];
  content(): StorageContent;
}

/**
 * Compares rosbag2's metadata in an MCAP file with the file. No reader needs this copy, and some
 * recorders write it before the last message, so a difference is only a warning.
 */
export function auditEmbeddedMetadata(file: Described): AuditFinding[] {
  if (file.embeddedMetadata === undefined) return [];
  let metadata: BagMetadataYaml;
  try {
    metadata = parseMetadata(file.embeddedMetadata, file.path);
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error;
    const message = `its embedded metadata cannot be read: ${error.message}`;
    return [{ severity: 'error', message, offset: 0 }];
  }
  const differences = [...differentTopics(file, metadata)];
  // In a bag of several files, the metadata count the messages of all files.
  if (metadata.relativeFilePaths.length <= 1) differences.push(...differentCounts(file, metadata));
  return differences.map((message) => ({ severity: 'warning', message, offset: 0 }));
}

function* differentTopics(file: Described, metadata: BagMetadataYaml): Generator<string> {
  const described = new Map(metadata.topics.map((topic) => [topic.name, topic]));
  for (const topic of file.topics) {
    const { name } = topic;
    const said = described.get(name);
    if (said === undefined) yield `its embedded metadata do not name ${name}.`;
    else if (said.type !== topic.type) yield `its embedded metadata give ${name} another type.`;
    else if (said.serializationFormat !== topic.serializationFormat) {
      yield `its embedded metadata give ${name} another serialization format.`;
    } else if (said.typeHash !== topic.typeHash && said.typeHash !== '' && topic.typeHash !== '') {
      yield `its embedded metadata give ${name} another type hash.`;
    }
  }
}

function* differentCounts(file: Described, metadata: BagMetadataYaml): Generator<string> {
  const { messageCount, start = NO_START_TIME, end = start, countByTopic } = file.content();
  if (metadata.messageCount !== messageCount) {
    yield `its embedded metadata count ${counted(metadata.messageCount, 'message')}, not ${messageCount}.`;
  }
  for (const { name, messageCount: said } of metadata.topics) {
    const count = countByTopic.get(name) ?? 0;
    if (said !== count)
      yield `its embedded metadata count ${counted(said, 'message')} of ${name}, not ${count}.`;
  }
  if (messageCount === 0) return;
  if (metadata.start !== start || metadata.duration !== end - start) {
    yield 'its embedded metadata give other times than its messages do.';
  }
}
