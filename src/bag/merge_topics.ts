import { bagError } from './bag_error.js';
import type { BagTopic } from './bag_reader.js';
import type { BagMetadataYaml } from './metadata.js';
import { parseQosProfiles } from './recorded_qos_profile.js';
import type { StorageFile, StorageTopic } from './storage_file.js';

/** Topics in the order of `metadata.yaml`, then of the files, completed from both. */
export function mergeTopics(
  files: readonly StorageFile[],
  yaml: BagMetadataYaml | undefined,
  known: BagMetadataYaml | undefined,
  counts: ReadonlyMap<string, number>,
): BagTopic[] {
  const stored = new Map<string, { topic: StorageTopic; file: string }>();
  for (const file of files) {
    for (const topic of file.topics) {
      const known = stored.get(topic.name);
      if (known !== undefined && known.topic.type !== topic.type) {
        const message = `${topic.name} holds messages of two types, ${known.topic.type} and ${topic.type}.`;
        throw bagError('ORR_BAG_TOPIC_TYPES', message, { file: file.path, topic: topic.name });
      }
      if (known?.topic.schema === undefined) stored.set(topic.name, { topic, file: file.path });
    }
  }
  const listed = new Map((yaml?.topics ?? []).map((topic) => [topic.name, topic]));
  // The metadata is written last: it also knows the publishers that appeared late.
  const profilesByTopic = new Map(
    (known?.topics ?? []).map((topic) => [topic.name, topic.offeredQosProfiles]),
  );
  return [...new Set([...listed.keys(), ...stored.keys()])].map((name) => {
    const entry = listed.get(name);
    const found = stored.get(name);
    const profiles = profilesByTopic.get(name) ?? [];
    return {
      name,
      type: found?.topic.type ?? entry!.type,
      serializationFormat: found?.topic.serializationFormat ?? entry!.serializationFormat,
      offeredQosProfiles:
        profiles.length > 0 || found === undefined
          ? profiles
          : parseQosProfiles(found.topic.offeredQosProfiles, found.file, name),
      typeHash: entry?.typeHash || (found?.topic.typeHash ?? ''),
      schema: found?.topic.schema,
      messageCount: counts.get(name) ?? 0,
    };
  });
}
