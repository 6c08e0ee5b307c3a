import type { BagReader } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import { type RewriteOptions, type RewriteResult, rewriteBags } from './rewrite_bags.js';

/**
 * Merges bags by log time; equal stamps keep the order of the inputs. A topic that several bags
 * contain must have the same type in all of them; the QoS profiles of all bags are kept.
 */
export function mergeBags(
  bags: readonly BagReader[],
  output: string,
  options: RewriteOptions = {},
): Promise<RewriteResult> {
  checkOptions(options, 'mergeBags()', 'rewriting');
  return rewriteBags(
    bags.map((bag) => ({ bag })),
    output,
    options,
  );
}
