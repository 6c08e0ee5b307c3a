import { ComponentParameters, type Parameters } from './component_parameters.js';
import type { PlaybackOptions } from './playback.js';
import { qosOverridesFromParameters, readQosOverrides } from './playback_qos.js';

/** What a player component is to play. */
export interface PlayerComponent {
  /** As given; relative paths are relative to the working directory. */
  readonly path: string;
  readonly options: PlaybackOptions;
}

/**
 * Reads the parameters of a player component: rslcpp's (`bag_file_path`, `topics`, `start_offset`,
 * `pub_progress`, `qos_overrides.…`; `pub_intervall_us` has no effect, because messages are
 * published at their own times) or those of `rosbag2_transport::Player` (`storage.uri`, `play.…`).
 *
 * @throws OrreryError `ORR_BAG_PLAYBACK` for a missing path or a value of the wrong type;
 *   `ORR_BAG_QOS`
 */
export function playerComponent(plugin: string, parameters: Parameters): PlayerComponent {
  const values = new ComponentParameters(plugin, parameters, 'ORR_BAG_PLAYBACK');
  return plugin === 'rosbag2_transport::Player' ? rosbag2Player(values) : rslcppPlayer(values);
}

function rslcppPlayer(values: ComponentParameters): PlayerComponent {
  return {
    path: values.path('bag_file_path'),
    options: {
      name: 'BagPlayer',
      topics: values.words('topics'),
      start: `+${Math.max(0, values.number('start_offset') ?? 0).toFixed(9)}`,
      startAtFirst: true,
      progress: values.boolean('pub_progress'),
      announceEnd: true,
      qosOverrides: qosOverridesFromParameters(values.all),
    },
  };
}

function rosbag2Player(values: ComponentParameters): PlayerComponent {
  const overrides = values.word('play.qos_profile_overrides_path');
  return {
    path: values.path('storage.uri'),
    options: {
      name: 'rosbag2_player',
      topics: values.words('play.topics_to_filter'),
      services: values.words('play.services_to_filter'),
      regex: values.word('play.regex_to_filter'),
      exclude: values.words('play.exclude_topics_to_filter'),
      excludeServices: values.words('play.exclude_services_to_filter'),
      excludeRegex: values.word('play.exclude_regex_to_filter'),
      rate: values.number('play.rate'),
      loop: values.boolean('play.loop'),
      delay: Number(values.duration('play.delay') ?? 0n),
      ...rosbag2Clock(values),
      ...rosbag2Window(values),
      startPaused: values.boolean('play.start_paused'),
      order: rosbag2Order(values),
      qosOverrides: new Map([
        ...(overrides === undefined ? [] : readQosOverrides(overrides)),
        ...qosOverridesFromParameters(values.all),
      ]),
    },
  };
}

function rosbag2Clock(values: ComponentParameters): Pick<PlaybackOptions, 'clock' | 'clockTopics'> {
  const frequency = values.number('play.clock_publish_frequency') ?? 0;
  const onAll = values.boolean('play.clock_publish_on_topic_publish') === true;
  return {
    clock: frequency > 0 ? frequency : undefined,
    clockTopics: onAll ? 'all' : values.words('play.clock_trigger_topics'),
  };
}

/** If both a duration and a last stamp are given, the later of the two ends the playback, as in rosbag2. */
function rosbag2Window(values: ComponentParameters): Pick<PlaybackOptions, 'start' | 'end'> {
  const start = values.duration('play.start_offset') ?? 0n;
  const duration = values.duration('play.playback_duration') ?? -1n;
  const until = values.duration('play.playback_until_timestamp') ?? -1n;
  const ends = [
    ...(duration > 0n ? [fromStart(start + duration)] : []),
    ...(until > 0n ? [`${until}ns`] : []),
  ];
  return { start: fromStart(start), end: ends.length === 0 ? undefined : ends };
}

function rosbag2Order(values: ComponentParameters): PlaybackOptions['order'] {
  const order = values.word('play.message_order') ?? 'RECEIVED_TIMESTAMP';
  if (order === 'RECEIVED_TIMESTAMP') return 'received';
  if (order === 'SENT_TIMESTAMP') return 'sent';
  throw values.fail('play.message_order', 'must be RECEIVED_TIMESTAMP or SENT_TIMESTAMP');
}

/** `+S.nnnnnnnnn`, as `bagTime` reads it. */
function fromStart(nanoseconds: bigint): string {
  const value = nanoseconds < 0n ? 0n : nanoseconds;
  return `+${value / 1_000_000_000n}.${String(value % 1_000_000_000n).padStart(9, '0')}`;
}
