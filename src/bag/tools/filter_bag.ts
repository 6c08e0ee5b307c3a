import type { BagReader } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import { type RewriteOptions, type RewriteResult, rewriteBags } from './rewrite_bags.js';
import type { Selection } from './selection.js';

/** Writes the selected topics and times of a bag into a new one. */
export function filterBag(
  bag: BagReader,
  output: string,
  selection: Selection,
  options: RewriteOptions = {},
): Promise<RewriteResult> {
  checkOptions(selection, 'filterBag()', 'selection');
  checkOptions(options, 'filterBag()', 'rewriting');
  return rewriteBags([{ bag, selection }], output, options);
}
