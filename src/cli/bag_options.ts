import { type Command, Option } from 'commander';
import { type BagMetadata, bagTime, type RewriteOptions, type Selection } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { parseLongDuration } from '../kernel/index.js';
import { positiveInteger } from './whole_number.js';

/** Words of the options that choose messages of a bag. */
export interface SelectionWords {
  readonly topics?: readonly string[];
  readonly services?: readonly string[];
  readonly regex?: string;
  readonly topicTypes?: readonly string[];
  readonly excludeTopics?: readonly string[];
  readonly excludeServices?: readonly string[];
  readonly excludeTopicTypes?: readonly string[];
  readonly excludeRegex?: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Words of the options for a bag that is written. */
export interface OutputWords {
  readonly compression?: 'none' | 'lz4' | 'zstd';
  readonly maxBagSize?: string;
  readonly maxBagDuration?: string;
  readonly overwrite?: boolean;
}

/** The options of `ros2 bag` that choose topics. */
export function addTopicOptions(command: Command): Command {
  return command
    .option('--topics <names...>', 'only these topics')
    .option('--services <names...>', 'the events of these services')
    .option('-e, --regex <regex>', 'topics whose whole name matches')
    .option('--topic-types <types...>', 'topics of these types, e.g. sensor_msgs/msg/Imu')
    .option('--exclude-topics <names...>', 'not these topics')
    .option('--exclude-services <names...>', 'not the events of these services')
    .option('--exclude-topic-types <types...>', 'no topics of these types')
    .option('-x, --exclude-regex <regex>', 'no topics whose whole name matches');
}

export function addSelectionOptions(command: Command): Command {
  const form = '+SECONDS from the start, -SECONDS from the end, SECONDS or NANOSECONDSns';
  return addTopicOptions(command)
    .option('--start <time>', `first log time: ${form}`)
    .option('--end <time>', 'last log time, as for --start');
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--compression <codec>', 'compression of the chunks')
        .choices(['none', 'lz4', 'zstd'])
        .default('zstd'),
    )
    .option('-b, --max-bag-size <bytes>', 'start a new file at this size (directory outputs)')
    .option('-d, --max-bag-duration <duration>', 'start a new file after this time, e.g. 60s')
    .option('--overwrite', 'replace the output if it exists');
}

/** The topics that the options of {@link addTopicOptions} choose. */
export function topicsOf(words: SelectionWords): Omit<Selection, 'start' | 'end'> {
  const { topics, services, regex, topicTypes, excludeRegex } = words;
  const { excludeTopics, excludeServices, excludeTopicTypes } = words;
  return {
    topics,
    services,
    regex,
    types: topicTypes,
    exclude: excludeTopics,
    excludeServices,
    excludeTypes: excludeTopicTypes,
    excludeRegex,
  };
}

export function selectionOf(words: SelectionWords, metadata: BagMetadata): Selection {
  const start = words.start === undefined ? undefined : bagTime(words.start, metadata);
  const end = words.end === undefined ? undefined : bagTime(words.end, metadata);
  if (start !== undefined && end !== undefined && start > end) {
    const text = `--start ${words.start} is later than --end ${words.end}, so nothing would be left.`;
    throw new OrreryError('ORR_BAG_SELECTION', text);
  }
  return { ...topicsOf(words), start, end };
}

export function outputOf(path: string, words: OutputWords): Omit<RewriteOptions, 'progress'> {
  refuseSplitFile(path, words);
  const { compression, maxBagSize, maxBagDuration, overwrite } = words;
  return {
    compression,
    maxFileBytes: maxBagSize === undefined ? undefined : positiveInteger(maxBagSize),
    maxFileDuration: maxBagDuration === undefined ? undefined : parseLongDuration(maxBagDuration),
    overwrite,
  };
}

/** @throws OrreryError `ORR_BAG_SPLIT`: one file cannot be several */
function refuseSplitFile(path: string, { maxBagSize, maxBagDuration }: OutputWords): void {
  if (!path.endsWith('.mcap') || (maxBagSize ?? maxBagDuration) === undefined) return;
  throw new OrreryError(
    'ORR_BAG_SPLIT',
    `${path} is one file and cannot be split by size or duration; name a directory, without .mcap.`,
  );
}

/** A number of 0 or more, such as a tolerance. */
export function tolerance(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0) return value;
  throw new OrreryError('ORR_NUMBER', `"${text}" is not a number, 0 or more.`);
}

/** JSON with 64-bit integers as decimal strings. */
export function jsonText(value: unknown): string {
  const plain = (_key: string, item: unknown) => {
    if (typeof item === 'bigint') return item.toString();
    return item instanceof Map ? Object.fromEntries(item) : item;
  };
  return `${JSON.stringify(value, plain, 2)}\n`;
}
