import {
  type BagMetadataYaml,
  METADATA_VERSION,
  type MetadataFile,
  NO_START_TIME,
} from './metadata.js';
import type { TopicState } from './topic_state.js';

/** The metadata of a bag that is being written, with these files. */
export function describeBag(
  files: readonly MetadataFile[],
  topics: readonly TopicState[],
  messageCount: number,
  rosDistro: string,
): BagMetadataYaml {
  const used = files.filter((file) => file.messageCount > 0);
  let start = NO_START_TIME;
  let end = 0n;
  for (const file of used) {
    if (file.start < start) start = file.start;
    if (file.start + file.duration > end) end = file.start + file.duration;
  }
  return {
    version: METADATA_VERSION,
    storageIdentifier: 'mcap',
    start,
    duration: used.length === 0 ? 0n : end - start,
    messageCount,
    topics: topics.map(({ topic, offers, count }) => ({
      name: topic.name,
      type: topic.type,
      serializationFormat: topic.serializationFormat ?? 'cdr',
      offeredQosProfiles: offers,
      typeHash: topic.typeHash ?? '',
      messageCount: count,
    })),
    compressionFormat: '',
    compressionMode: '',
    relativeFilePaths: files.map((file) => file.path),
    files: [...files],
    rosDistro,
  };
}
