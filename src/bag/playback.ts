import { didYouMean } from '../errors/index.js';
import { isTopicName, type Qos, type RemapRule } from '../graph/index.js';
import { bagError } from './bag_error.js';
import { type BagReader, type BagTopic, openBag } from './bag_reader.js';
import { checkOptions } from './check_options.js';
import { overrideQos, type QosOverride } from './playback_qos.js';
import type { MessageOrder } from './storage_file.js';
import { offerForPlayback } from './to_recorded_qos.js';
import { bagTime, type Selection, selectTopics } from './tools/selection.js';

/** How to play a bag: the options of `ros2 bag play`. Plain data, which can cross threads. */
export interface PlaybackOptions extends Omit<Selection, 'start' | 'end'> {
  /** First and last stamp to play: ns since the epoch, or text for {@link bagTime}. */
  readonly start?: bigint | string | undefined;
  /** If there are several, the latest counts. */
  readonly end?: bigint | string | readonly string[] | undefined;
  /** The run begins with the first message of the topics played, as in rslcpp. */
  readonly startAtFirst?: boolean | undefined;
  /** Bag time per virtual time. Default 1: every message at exactly its own stamp. */
  readonly rate?: number | undefined;
  /** Begin again at the end, 1 ns later. */
  readonly loop?: boolean | undefined;
  /** Virtual time before the first message, in ns. */
  readonly delay?: number | undefined;
  /** Publishes `/clock` this many times per second of virtual time, instead of the recorded one. */
  readonly clock?: number | undefined;
  /** Publishes `/clock` right before each message of these topics. */
  readonly clockTopics?: readonly string[] | 'all' | undefined;
  /** Waits for the service `~/resume`, `~/play_next` or `~/burst`. */
  readonly startPaused?: boolean | undefined;
  /** The deciding stamp: that of the recorder (default) or that of the publisher. */
  readonly order?: MessageOrder | undefined;
  /** New names of topics. */
  readonly remap?: readonly RemapRule[] | undefined;
  /** Policies to offer instead of the recorded ones, by topic of the bag. */
  readonly qosOverrides?: ReadonlyMap<string, QosOverride> | undefined;
  /** Publishes the share that was played on `/rslcpp/progress` (std_msgs/msg/Float32). */
  readonly progress?: boolean | undefined;
  /** Publishes true on `/rslcpp/shutdown` (std_msgs/msg/Bool) at the end. */
  readonly announceEnd?: boolean | undefined;
  /** Name of the player node. Default: `rosbag2_player`. */
  readonly name?: string | undefined;
}

/** One topic that is played. */
export interface PlayedTopic {
  readonly topic: BagTopic;
  readonly qos: Qos;
}

/** A bag that is open and checked, ready to be played. */
export interface Playback {
  readonly bag: BagReader;
  readonly options: PlaybackOptions;
  readonly topics: readonly PlayedTopic[];
  /** First and last stamp to play. */
  readonly start: bigint;
  readonly end: bigint;
  /**
   * What the clock must read at the start to reach every stamp; undefined if there is nothing to
   * play.
   */
  readonly initialTime: bigint | undefined;
  readonly warnings: readonly string[];
}

/**
 * Opens a bag and checks the options, so that a mistake is found before anything runs.
 *
 * @throws OrreryError what opening throws; `ORR_BAG_SELECTION`, `ORR_BAG_QOS`, `ORR_BAG_PLAYBACK`
 */
export async function openPlayback(path: string, options: PlaybackOptions = {}): Promise<Playback> {
  checkOptions(options, 'openPlayback()', 'playback');
  checkNumbers(options, path);
  const bag = await openBag(path);
  try {
    return preparePlayback(bag, options);
  } catch (error) {
    bag.close();
    throw error;
  }
}

/** The same for a bag that is already open; the player closes it. */
export function preparePlayback(bag: BagReader, options: PlaybackOptions = {}): Playback {
  checkOptions(options, 'preparePlayback()', 'playback');
  checkNumbers(options, bag.path);
  const { qosOverrides, delay = 0 } = options;
  const selected = playedTopics(bag, options);
  const topics = selected.map((topic): PlayedTopic => {
    const recorded = offerForPlayback(topic.offeredQosProfiles);
    const override = qosOverrides?.get(topic.name);
    const qos = override === undefined ? recorded : overrideQos(recorded, override, topic.name);
    return { topic, qos };
  });
  const names = new Set(selected.map(({ name }) => name));
  const warnings = bag.warnings.map(({ message }) => `${bag.path}: ${message}`);
  for (const topic of qosOverrides?.keys() ?? []) {
    if (names.has(topic)) continue;
    warnings.push(`The QoS override for ${topic} matches none of the topics that are played.`);
  }
  for (const { from, to } of options.remap ?? []) {
    if (names.has(from) || !isTopicName(from)) continue;
    const hint = didYouMean(from, names) || '.';
    warnings.push(`The remapping ${from}:=${to} matches none of the topics that are played${hint}`);
  }
  const [first, last] = extent(bag, options.order);
  const time = (value: bigint | string) =>
    typeof value === 'string' ? bagTime(value, bag.metadata) : value;
  const ends = options.end === undefined ? [last] : [options.end].flat().map(time);
  const end = ends.sort((a, b) => (a < b ? -1 : 1)).at(-1)!;
  let start = options.start === undefined ? first : time(options.start);
  if (options.startAtFirst === true) start = firstPlayed(bag, names, start, options.order) ?? start;
  if (bag.metadata.messageCount > 0 && (start > last || end < start || end < first)) {
    warnings.push(`${bag.path}: nothing is played: no message lies in the span that is chosen.`);
  }
  const initialTime = bag.metadata.messageCount === 0 ? undefined : start - BigInt(delay);
  return { bag, options, topics, start, end, initialTime, warnings };
}

/** A clock that the player publishes replaces a recorded one. */
function playedTopics(bag: BagReader, options: PlaybackOptions): readonly BagTopic[] {
  const selected = selectTopics(bag, { ...options, start: undefined, end: undefined });
  if (options.clock === undefined && options.clockTopics === undefined) return selected;
  return selected.filter(({ name }) => name !== '/clock');
}

function firstPlayed(
  bag: BagReader,
  topics: Iterable<string>,
  start: bigint,
  order: MessageOrder | undefined,
): bigint | undefined {
  const { value } = bag.messages({ topics, start, order }).next();
  return order === 'sent' ? value?.publishTime : value?.logTime;
}

/** First and last stamp of the bag. */
function extent(bag: BagReader, order: MessageOrder | undefined): [bigint, bigint] {
  const { start, end } = bag.metadata;
  if (order !== 'sent') return [start, end];
  // The index is by log time: stamps of publishers may lie outside of its range.
  const { value } = bag.messages({ order }).next();
  return [value?.publishTime ?? start, 2n ** 63n - 1n];
}

function checkNumbers({ rate, delay, clock }: PlaybackOptions, file: string): void {
  const refuse = (what: string) => bagError('ORR_BAG_PLAYBACK', what, { file });
  if (rate !== undefined && !(rate > 0 && rate < Number.POSITIVE_INFINITY)) {
    throw refuse(`the rate ${rate} is not possible; give a number above 0.`);
  }
  if (delay !== undefined && !(Number.isSafeInteger(delay) && delay >= 0)) {
    throw refuse(`the delay ${delay} is not possible; give a duration of at least 0.`);
  }
  if (clock !== undefined && !(clock > 0 && clock <= 1e9)) {
    throw refuse(`/clock at ${clock} Hz is not possible; give a number above 0, at most 1e9.`);
  }
}
