/** The names of the options of this room's functions, so that unknown options are refused. */
import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import type { ReadOptions } from './bag_reader.js';
import type { RecorderOptions } from './bag_recorder.js';
import type { BagWriterOptions } from './bag_writer_options.js';
import type { PlaybackOptions } from './playback.js';
import type { CatOptions } from './tools/cat_bag.js';
import type { DiffOptions } from './tools/diff_bags.js';
import type { KittiOptions } from './tools/import_kitti.js';
import type { RewriteOptions } from './tools/rewrite_bags.js';
import type { Selection } from './tools/selection.js';
import type { SliceOptions } from './tools/slice_bag.js';
import type { VerifyOptions } from './tools/verify_bag.js';

const topics: KnownNames<Omit<Selection, 'start' | 'end'>> = {
  topics: true,
  services: true,
  regex: true,
  types: true,
  exclude: true,
  excludeServices: true,
  excludeTypes: true,
  excludeRegex: true,
};
const reading: KnownNames<Omit<ReadOptions, 'order'>> = { topics: true, start: true, end: true };
const selection: KnownNames<Selection> = { ...topics, start: true, end: true };
const writer: KnownNames<BagWriterOptions> = {
  form: true,
  compression: true,
  compressionLevel: true,
  chunkBytes: true,
  maxFileBytes: true,
  maxFileDuration: true,
  inPlace: true,
  overwrite: true,
  library: true,
  rosDistro: true,
};
const rewriting: KnownNames<RewriteOptions> = { ...writer, progress: true, registry: true };
const recorder: KnownNames<RecorderOptions> = {
  ...topics,
  ...writer,
  hidden: true,
  serviceEvents: true,
  paused: true,
  snapshotBytes: true,
};
const playback: KnownNames<PlaybackOptions> = {
  ...selection,
  startAtFirst: true,
  rate: true,
  loop: true,
  delay: true,
  clock: true,
  clockTopics: true,
  startPaused: true,
  order: true,
  remap: true,
  qosOverrides: true,
  progress: true,
  announceEnd: true,
  name: true,
};
const cat: KnownNames<CatOptions> = {
  ...selection,
  format: true,
  order: true,
  limit: true,
  registry: true,
  maxArrayLength: true,
  flowArrays: true,
};
const diff: KnownNames<DiffOptions> = {
  ...selection,
  absolute: true,
  relative: true,
  timeTolerance: true,
  ignoreTime: true,
  listed: true,
  registry: true,
};
const kitti: KnownNames<KittiOptions> = {
  ...rewriting,
  startTime: true,
  limit: true,
  velodyne: true,
  times: true,
  poses: true,
  calib: true,
};
const slice: KnownNames<SliceOptions> = { ...selection, ...rewriting, keepLatched: true };
const verification: KnownNames<VerifyOptions> = { registry: true, decode: true, progress: true };

const KNOWN = {
  ...{
    reading,
    selection,
    writer,
    rewriting,
    recorder,
    playback,
    cat,
    diff,
    kitti,
    slice,
    verification,
  },
};

/** @throws OrreryError `ORR_OPTION_UNKNOWN` */
export function checkOptions(given: object, of: string, kind: keyof typeof KNOWN): void {
  requireKnownOptions(given, KNOWN[kind], of);
}
