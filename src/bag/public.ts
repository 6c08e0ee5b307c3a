/**
 * `orrery-sim/bag`: recordings in MCAP and sqlite3: read, write, compare, change, play.
 *
 * @example
 * ```ts run
 * import { createBag, diffBags, openBag } from 'orrery-sim/bag';
 * import { simulate } from 'orrery-sim/testing';
 *
 * await simulate('talker.cjs', { until: '3s', directory: 'run' });
 * const reader = await openBag('run/recording.mcap');
 * for await (const { topic, logTime } of reader.messages({ topics: ['/chatter'] })) {
 *   console.log(topic, logTime);
 * }
 * console.log((await diffBags(reader, reader)).equal);
 * await reader.close();
 * ```
 *
 * ```text
 * /chatter 1000000000n
 * /chatter 2000000000n
 * /chatter 3000000000n
 * true
 * ```
 *
 * @packageDocumentation
 */
export { hashBag } from './bag_digest.js';
export { BagPlayer } from './bag_player.js';
export { openBag } from './bag_reader.js';
export { createBag } from './bag_writer.js';
export type * from './index.js';
export { openPlayback } from './playback.js';
export { bagInfo, formatBagInfo } from './tools/bag_info.js';
export { catBag } from './tools/cat_bag.js';
export { convertBag } from './tools/convert_bag.js';
export { diffBags } from './tools/diff_bags.js';
export { filterBag } from './tools/filter_bag.js';
export { formatBagDiff } from './tools/format_bag_diff.js';
export { formatVerification } from './tools/format_verification.js';
export { importKitti } from './tools/import_kitti.js';
export { mergeBags } from './tools/merge_bags.js';
export { bagTime } from './tools/selection.js';
export { sliceBag } from './tools/slice_bag.js';
export { verifyBag } from './tools/verify_bag.js';
