import type { BagReader, BagTopic } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import type { BagMessage } from '../storage_file.js';
import { type RewriteOptions, type RewriteResult, rewriteBags } from './rewrite_bags.js';
import { type Selection, selectTopics } from './selection.js';

/** Options of {@link sliceBag}. */
export interface SliceOptions extends RewriteOptions, Selection {
  /**
   * Include what late joiners would still get at the start of the slice: the last messages of
   * transient-local topics such as `/tf_static`, with log time `start`. Default false.
   */
  readonly keepLatched?: boolean | undefined;
}

/** The longest history that is assumed for a publisher. */
const MAX_LATCHED_DEPTH = 1000;

function latchedDepth(topic: BagTopic): number {
  const latched = topic.offeredQosProfiles.filter(
    (profile) => profile.durability === 'transient_local',
  );
  // Several publishers each keep their own history.
  const depth = latched.reduce((sum, profile) => {
    return sum + (profile.history === 'keep_all' ? MAX_LATCHED_DEPTH : Math.max(1, profile.depth));
  }, 0);
  return Math.min(depth, MAX_LATCHED_DEPTH);
}

/** The last messages of transient-local topics before `start`, as if received at `start`. */
function latchedBefore(bag: BagReader, selection: Selection, start: bigint): BagMessage[] {
  const depths = new Map<string, number>();
  for (const topic of selectTopics(bag, selection)) {
    const depth = latchedDepth(topic);
    if (depth > 0) depths.set(topic.name, depth);
  }
  if (depths.size === 0) return [];
  const kept = new Map<string, BagMessage[]>();
  for (const message of bag.messages({ topics: depths.keys(), end: start - 1n })) {
    const list = kept.get(message.topic) ?? [];
    kept.set(message.topic, list);
    list.push({ ...message, logTime: start, data: message.data.slice() });
    if (list.length > depths.get(message.topic)!) list.shift();
  }
  return [...kept.values()].flat();
}

/** Writes the selected messages between two log times, both included, into a new bag. */
export function sliceBag(
  bag: BagReader,
  output: string,
  options: SliceOptions,
): Promise<RewriteResult> {
  checkOptions(options, 'sliceBag()', 'slice');
  const { keepLatched, topics, services, regex, types, start, end, ...others } = options;
  const { exclude, excludeServices, excludeTypes, excludeRegex, ...rest } = others;
  const excluded = { exclude, excludeServices, excludeTypes, excludeRegex };
  const selection = { topics, services, regex, types, start, end, ...excluded };
  const latched = keepLatched === true && start !== undefined;
  const prelude = latched ? latchedBefore(bag, selection, start) : [];
  return rewriteBags([{ bag, selection, prelude }], output, rest);
}
