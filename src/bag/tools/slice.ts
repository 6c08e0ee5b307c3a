import type { BagReader } from '../bag_reader.js';
import { type RewriteOptions, type RewriteResult, rewriteBags } from './rewrite.js';

/**
 * Writes the messages between two log times, both included, into a new bag. Beware that messages
 * of transient-local topics such as `/tf_static` that lie before the slice are not in it.
 */
export function sliceBag(
  bag: BagReader,
  output: string,
  window: { readonly start?: bigint | undefined; readonly end?: bigint | undefined },
  options: RewriteOptions = {},
): Promise<RewriteResult> {
  const selection = { start: window.start, end: window.end };
  return rewriteBags([{ bag, selection }], output, options);
}
