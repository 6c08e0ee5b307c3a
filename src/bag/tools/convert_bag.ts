import type { BagReader } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import { type RewriteOptions, type RewriteResult, rewriteBags } from './rewrite_bags.js';

/**
 * Rewrites a bag as MCAP: sqlite3 becomes MCAP, splits become one file or other splits, the
 * compression changes. The content digest stays the same.
 *
 * @param output - a name ending in `.mcap` gives one file, any other a rosbag2 directory
 */
export function convertBag(
  bag: BagReader,
  output: string,
  options: RewriteOptions = {},
): Promise<RewriteResult> {
  checkOptions(options, 'convertBag()', 'rewriting');
  return rewriteBags([{ bag }], output, options);
}
