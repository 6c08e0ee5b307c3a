import { basename } from 'node:path';
import { printableName } from '../../errors/index.js';
import type { BagReader } from '../bag_reader.js';

/** What `orrery bag info --json` prints. Times in nanoseconds as decimal strings. */
export interface BagInfo {
  readonly path: string;
  readonly files: readonly string[];
  readonly sizeBytes: number;
  readonly storage: string;
  readonly compressionFormat: string;
  readonly compressionMode: string;
  readonly rosDistro: string;
  readonly start: string;
  readonly end: string;
  readonly duration: string;
  readonly messageCount: number;
  readonly topics: readonly {
    readonly name: string;
    readonly type: string;
    readonly count: number;
    /** Mean messages per second over the bag, 0 for fewer than two messages. */
    readonly frequency: number;
    readonly serializationFormat: string;
    readonly typeHash: string;
    readonly publishers: number;
  }[];
  readonly warnings: readonly string[];
}

/** Summarises a bag; topics are sorted by name. */
export function bagInfo(bag: BagReader): BagInfo {
  const { metadata } = bag;
  const seconds = Number(metadata.duration) / 1e9;
  return {
    path: bag.path,
    files: metadata.files.map((file) => basename(file)),
    sizeBytes: metadata.byteSize,
    storage: metadata.storageIdentifier,
    compressionFormat: metadata.compressionFormat,
    compressionMode: metadata.compressionMode,
    rosDistro: metadata.rosDistro,
    start: String(metadata.start),
    end: String(metadata.end),
    duration: String(metadata.duration),
    messageCount: metadata.messageCount,
    topics: [...metadata.topics]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((topic) => ({
        name: topic.name,
        type: topic.type,
        count: topic.messageCount,
        frequency: topic.messageCount < 2 || seconds === 0 ? 0 : topic.messageCount / seconds,
        serializationFormat: topic.serializationFormat,
        typeHash: topic.typeHash,
        publishers: topic.offeredQosProfiles.length,
      })),
    warnings: bag.warnings.map((warning) => `${warning.file}: ${warning.message}`),
  };
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Seconds with nine decimals. */
export function secondsText(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const value = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  return `${sign}${value / 1_000_000_000n}.${String(value % 1_000_000_000n).padStart(9, '0')}`;
}

/** `Nov 21 2026 10:22:20.035805655 (1795256540.035805655)`; in UTC, so that it is the same anywhere. */
function dateText(nanoseconds: bigint): string {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  if (Number.isNaN(date.getTime())) return secondsText(nanoseconds);
  const time = date.toISOString().slice(11, 19);
  const fraction = secondsText(nanoseconds).split('.')[1];
  const day = `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()} ${date.getUTCFullYear()}`;
  return `${day} ${time}.${fraction} UTC (${secondsText(nanoseconds)})`;
}

function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${bytes} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** The text that users know from `ros2 bag info`, with frequencies. */
export function formatBagInfo(info: BagInfo): string {
  const row = (label: string, value: string) => `${`${label}:`.padEnd(19)}${value}`;
  const rows = [
    row('Files', info.files.map(printableName).join(`\n${' '.repeat(19)}`)),
    row('Bag size', sizeText(info.sizeBytes)),
    row('Storage id', info.storage),
  ];
  if (info.compressionFormat !== '') {
    rows.push(
      row('Compression', printableName(`${info.compressionFormat} (${info.compressionMode})`)),
    );
  }
  if (info.rosDistro !== '') rows.push(row('ROS Distro', printableName(info.rosDistro)));
  rows.push(
    row('Duration', `${secondsText(BigInt(info.duration))}s`),
    row('Start', dateText(BigInt(info.start))),
    row('End', dateText(BigInt(info.end))),
    row('Messages', String(info.messageCount)),
  );
  const topics = info.topics.map(
    (topic) =>
      `Topic: ${topic.name} | Type: ${topic.type} | Count: ${topic.count} | ` +
      `Frequency: ${topic.frequency.toFixed(2)} Hz | Serialization Format: ${printableName(topic.serializationFormat)}`,
  );
  rows.push(row('Topic information', topics.join(`\n${' '.repeat(19)}`)));
  for (const warning of info.warnings) rows.push(row('Warning', warning));
  return `${rows.join('\n')}\n`;
}
