/**
 * Room `bag`: ROS 2 recordings. Reads rosbag2 directories and single MCAP or sqlite3 files,
 * writes MCAP, and holds the operations of `orrery bag` (`tools/`) that need no simulation.
 *
 * May import: `errors`, `packages`, `kernel`, `interfaces`, `graph`.
 */

export { type BagDigest, hashBag } from './bag_digest.js';
export type { BagWarning } from './bag_error.js';
export { BagPlayer } from './bag_player.js';
export {
  type BagMetadata,
  type BagReader,
  type BagTopic,
  type FileAudit,
  type OpenOptions,
  openBag,
  type ReadOptions,
} from './bag_reader.js';
export { BagRecorder, type RecorderOptions } from './bag_recorder.js';
export {
  BagWriter,
  createBag,
} from './bag_writer.js';
export type { BagWriterOptions, SplitListener } from './bag_writer_options.js';
export type { PackedChunk } from './chunk_packer.js';
export type { ChunkCompression } from './compression.js';
export { makeFolder } from './file_access.js';
export { InstantStamp } from './instant_stamp.js';
export { isTape, TAPE_EVENTS } from './is_tape.js';
export type { Audit, AuditFinding } from './mcap_facts.js';
export {
  type BagMetadataYaml,
  formatMetadata,
  type MetadataFile,
  type MetadataTopic,
  parseMetadata,
} from './metadata.js';
export { type FileIdentity, partialName } from './output_file.js';
export type { LaneOptions, PackedSink, PackingLane } from './packing_lane.js';
export type {
  AnsweredChunk,
  OfferedChunk,
  PackingSlot,
  SharedFile,
  SharedPacking,
} from './packing_slot.js';
export {
  openPlayback,
  type Playback,
  type PlaybackOptions,
  type PlayedTopic,
  preparePlayback,
} from './playback.js';
export {
  overrideQos,
  type PolicyValue,
  type QosOverride,
  qosOverridesFromParameters,
  readQosOverrides,
} from './playback_qos.js';
export {
  type PlayerComponent,
  playerComponent,
} from './player_component.js';
export {
  DEFAULT_QOS_PROFILE,
  formatQosProfiles,
  INFINITE_DURATION,
  parseQosProfiles,
  type RecordedQosProfile,
} from './recorded_qos_profile.js';
export {
  type RecorderComponent,
  recorderComponent,
} from './recorder_component.js';
export { RecorderNode } from './recorder_node.js';
export { SecondPacker, type SecondPackerOptions } from './second_packer.js';
export { Stamp } from './stamps.js';
export { startPackingThread } from './start_packing_thread.js';
export type { BagMessage, Checksums, MessageOrder, RecordedSchema } from './storage_file.js';
export type { MessageTable, TableMessage } from './table_records.js';
export { offerForPlayback, toRecordedQos } from './to_recorded_qos.js';
export { type BagInfo, bagInfo, formatBagInfo } from './tools/bag_info.js';
export { BagMessageTypes } from './tools/bag_message_types.js';
export { type CatOptions, catBag } from './tools/cat_bag.js';
export { convertBag } from './tools/convert_bag.js';
export {
  type BagDiff,
  type DiffOptions,
  diffBags,
  type FieldDifference,
  type MessageDifference,
  type TopicDiff,
} from './tools/diff_bags.js';
export { diffValues, type Tolerance } from './tools/diff_values.js';
export { filterBag } from './tools/filter_bag.js';
export { formatBagDiff } from './tools/format_bag_diff.js';
export { formatVerification } from './tools/format_verification.js';
export { importKitti, KITTI_TOPICS, type KittiOptions } from './tools/import_kitti.js';
export type { KittiPaths } from './tools/kitti_sequence.js';
export { mergeBags } from './tools/merge_bags.js';
export { type MessageTextOptions, messageJson, messageYaml } from './tools/message_yaml.js';
export type { BagProgress, ProgressCallback } from './tools/progress.js';
export { type ReplayTest, replayTest, type TestRunner } from './tools/replay_test.js';
export type { RewriteOptions, RewriteResult } from './tools/rewrite_bags.js';
export { bagTime, type Selection, selectTopics } from './tools/selection.js';
export { type SliceOptions, sliceBag } from './tools/slice_bag.js';
export {
  type BagProblem,
  type BagVerification,
  type VerifyOptions,
  verifyBag,
} from './tools/verify_bag.js';
export type { NewTopic } from './topic_state.js';
