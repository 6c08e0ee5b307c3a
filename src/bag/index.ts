/**
 * Room `bag`: ROS 2 recordings. Reads rosbag2 directories and single MCAP or sqlite3 files,
 * writes MCAP, and holds the operations of `orrery bag` (`tools/`) that need no simulation.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`.
 */
export type { BagWarning } from './bag_error.js';
export { type BagDigest, hashBag } from './bag_hash.js';
export { BagPlayer } from './bag_player.js';
export {
  type BagMetadata,
  type BagReader,
  type BagTopic,
  openBag,
  type ReadOptions,
} from './bag_reader.js';
export { BagRecorder, type RecorderOptions } from './bag_recorder.js';
export { BagWriter, type BagWriterOptions, createBag, type NewTopic } from './bag_writer.js';
export { InstantStamp } from './instant_stamp.js';
export {
  type BagMetadataYaml,
  formatMetadata,
  type MetadataFile,
  type MetadataTopic,
  parseMetadata,
} from './metadata.js';
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
} from './player_parameters.js';
export {
  DEFAULT_QOS_PROFILE,
  formatQosProfiles,
  INFINITE_DURATION,
  parseQosProfiles,
  type RecordedQosProfile,
} from './qos_yaml.js';
export { offerForPlayback, toRecordedQos } from './recorded_qos.js';
export { RecorderNode } from './recorder_node.js';
export {
  type RecorderComponent,
  recorderComponent,
} from './recorder_parameters.js';
export type { BagMessage, MessageOrder, RecordedSchema } from './storage_file.js';
export { type CatOptions, catBag } from './tools/cat.js';
export { convertBag } from './tools/convert.js';
export {
  type BagDiff,
  type DiffOptions,
  diffBags,
  type FieldDifference,
  type MessageDifference,
  type TopicDiff,
} from './tools/diff.js';
export { formatBagDiff } from './tools/diff_text.js';
export { filterBag } from './tools/filter.js';
export { type BagInfo, bagInfo, formatBagInfo } from './tools/info.js';
export { importKitti, KITTI_TOPICS, type KittiOptions } from './tools/kitti.js';
export { mergeBags } from './tools/merge.js';
export { diffValues, type Tolerance } from './tools/message_diff.js';
export { messageJson, messageYaml } from './tools/message_text.js';
export { BagMessageTypes } from './tools/message_types.js';
export type { BagProgress, ProgressCallback } from './tools/progress.js';
export { type ReplayTest, replayTest, type TestRunner } from './tools/replay_test.js';
export type { RewriteOptions, RewriteResult } from './tools/rewrite.js';
export { bagTime, type Selection, selectTopics } from './tools/selection.js';
export { type SliceOptions, sliceBag } from './tools/slice.js';
export {
  type BagProblem,
  type BagVerification,
  formatVerification,
  type VerifyOptions,
  verifyBag,
} from './tools/verify.js';
