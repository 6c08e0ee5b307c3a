import { bagError } from '../bag_error.js';
import type { BagMetadata, BagReader, BagTopic, ReadOptions } from '../bag_reader.js';

/**
 * Which messages of a bag an operation handles. A topic is taken when it is listed in `topics`, has
 * the events of one of `services`, matches `regex` or has one of `types` (all topics when none of
 * the four is given), and no option whose name begins with `exclude` applies to it.
 */
export interface Selection {
  readonly topics?: readonly string[] | undefined;
  /** Names of services whose introspection events, `SERVICE/_service_event`, are taken. */
  readonly services?: readonly string[] | undefined;
  /** Must match the whole name, as in `ros2 bag`. */
  readonly regex?: RegExp | string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly excludeServices?: readonly string[] | undefined;
  readonly excludeTypes?: readonly string[] | undefined;
  readonly excludeRegex?: RegExp | string | undefined;
  /** First and last log time, both included; see {@link bagTime}. */
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

function wholeName(regex: RegExp | string | undefined): RegExp | undefined {
  if (regex === undefined) return undefined;
  const { source, flags } = typeof regex === 'string' ? { source: regex, flags: '' } : regex;
  try {
    return new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''));
  } catch (error) {
    const message = `'${source}' is not a valid regular expression: ${(error as Error).message}.`;
    throw bagError('ORR_BAG_SELECTION', message, {}, error);
  }
}

const SERVICE_EVENT = '/_service_event';

/** Whether a topic carries the introspection events of a service. */
export function isServiceEvent(topic: string): boolean {
  return topic.endsWith(SERVICE_EVENT);
}

/** The topics that are selected by name, directly or by their service; undefined: none. */
export function listedTopics({ topics, services }: Selection): readonly string[] | undefined {
  if (topics === undefined && services === undefined) return undefined;
  return [...(topics ?? []), ...(services ?? []).map((name) => `${name}${SERVICE_EVENT}`)];
}

/**
 * Whether a topic is selected, by name and type.
 *
 * @throws OrreryError `ORR_BAG_SELECTION` for an invalid regular expression
 */
export function topicFilter(selection: Selection): (name: string, type: string) => boolean {
  const regex = wholeName(selection.regex);
  const excluded = wholeName(selection.excludeRegex);
  const { types, exclude, excludeServices, excludeTypes } = selection;
  const listed = listedTopics(selection);
  const unlisted = listedTopics({ topics: exclude, services: excludeServices });
  const all = listed === undefined && regex === undefined && types === undefined;
  return (name, type) =>
    (all || listed?.includes(name) || regex?.test(name) || types?.includes(type)) === true &&
    unlisted?.includes(name) !== true &&
    excludeTypes?.includes(type) !== true &&
    excluded?.test(name) !== true;
}

/**
 * The topics of the bag that are selected, in the bag's order.
 *
 * @throws OrreryError `ORR_BAG_SELECTION` when a listed topic does not exist or nothing is left
 */
export function selectTopics(
  bag: Pick<BagReader, 'path' | 'topics'>,
  selection: Selection,
): readonly BagTopic[] {
  const known = new Set(bag.topics.map((topic) => topic.name));
  const missing = (listedTopics(selection) ?? []).filter((name) => !known.has(name));
  if (missing.length > 0) {
    const message = `has no topic ${missing.join(', ')}; it has ${[...known].sort().join(', ')}.`;
    throw bagError('ORR_BAG_SELECTION', message, { file: bag.path, topic: missing[0] });
  }
  const wanted = topicFilter(selection);
  const selected = bag.topics.filter(({ name, type }) => wanted(name, type));
  if (selected.length > 0 || bag.topics.length === 0) return selected;
  const message = `no topic is left by the selection; the bag has ${[...known].sort().join(', ')}.`;
  throw bagError('ORR_BAG_SELECTION', message, { file: bag.path });
}

/** The selection as options of {@link BagReader.messages}. */
export function readOptions(bag: BagReader, selection: Selection): ReadOptions {
  const topics = selectTopics(bag, selection).map((topic) => topic.name);
  return { topics, start: selection.start, end: selection.end };
}

/**
 * Reads a time: `+1.5` is 1.5 s after the start of the bag, `-2` is 2 s before its end, a bare
 * decimal is seconds since the epoch, and digits with the unit `ns` are nanoseconds since the
 * epoch. Nothing is rounded: at most nine decimals.
 *
 * @throws OrreryError `ORR_BAG_SELECTION`
 */
export function bagTime(text: string, metadata: BagMetadata): bigint {
  const match = /^([+-]?)(\d+)(?:\.(\d{1,9}))?(ns|s)?$/.exec(text.trim());
  const [, sign, whole = '', fraction = '', unit] = match ?? [];
  if (match === null || (unit === 'ns' && (fraction !== '' || sign !== ''))) {
    const message =
      `'${text}' is not a time; write +SECONDS (from the start), -SECONDS (from the end), ` +
      'SECONDS since the epoch, or NANOSECONDSns.';
    throw bagError('ORR_BAG_SELECTION', message);
  }
  if (unit === 'ns') return BigInt(whole);
  const value = BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
  if (sign === '+') return metadata.start + value;
  return sign === '-' ? metadata.end - value : value;
}
