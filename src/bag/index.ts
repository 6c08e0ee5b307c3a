/**
 * Room `bag`: ROS 2 recordings. Reads rosbag2 directories and single MCAP or sqlite3 files,
 * writes MCAP, and holds the operations of `orrery bag` (`tools/`) that need no simulation.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`.
 */
export type { BagWarning } from './bag_error.js';
export { type BagDigest, hashBag } from './bag_hash.js';
export { BagPlayer, type BagPlayerOptions } from './bag_player.js';
export {
  type BagMetadata,
  type BagReader,
  type BagTopic,
  openBag,
  type ReadOptions,
} from './bag_reader.js';
export { BagWriter, type BagWriterOptions, createBag, type NewTopic } from './bag_writer.js';
export {
  type BagMetadataYaml,
  formatMetadata,
  type MetadataFile,
  type MetadataTopic,
  parseMetadata,
} from './metadata.js';
export {
  DEFAULT_QOS_PROFILE,
  formatQosProfiles,
  INFINITE_DURATION,
  parseQosProfiles,
  type RecordedQosProfile,
} from './qos_yaml.js';
export { offerForPlayback, toRecordedQos } from './recorded_qos.js';
export type { BagMessage, MessageOrder, RecordedSchema } from './storage_file.js';
