import { bagError } from './bag_error.js';
import type { PlaybackOptions } from './playback.js';
import { qosOverridesFromParameters, readQosOverrides } from './playback_qos.js';

/** What a player component is told to play. */
export interface PlayerComponent {
  /** As given; relative paths are relative to the working directory. */
  readonly path: string;
  readonly options: PlaybackOptions;
}

/** Components that Orrery plays itself: package and class as a command or launch file names them. */
export const PLAYER_COMPONENTS: readonly (readonly [pkg: string, plugin: string])[] = [
  ['rslcpp_helper_nodes', 'rslcpp_helper_nodes::BagPlayer'],
  ['rosbag2_transport', 'rosbag2_transport::Player'],
];

type Parameters = ReadonlyMap<string, unknown>;

/**
 * Reads the parameters of a player component: rslcpp's (`bag_file_path`, `topics`, `start_offset`,
 * `pub_progress`, `qos_overrides.…`; `pub_intervall_us` has no effect, because messages are
 * published at their own times) or those of `rosbag2_transport::Player` (`storage.uri`, `play.…`).
 *
 * @throws OrreryError `ORR_BAG_PLAYBACK` for a missing path or a value of the wrong type;
 *   `ORR_BAG_QOS`
 */
export function playerComponent(plugin: string, parameters: Parameters): PlayerComponent {
  const values = new ParameterReader(plugin, parameters);
  return plugin === 'rosbag2_transport::Player' ? rosbag2Player(values) : rslcppPlayer(values);
}

function rslcppPlayer(values: ParameterReader): PlayerComponent {
  const topics = values.strings('topics');
  return {
    path: values.path('bag_file_path'),
    options: {
      name: 'BagPlayer',
      topics: topics === undefined || topics.length === 0 ? undefined : topics,
      start: `+${Math.max(0, values.number('start_offset') ?? 0).toFixed(9)}`,
      progress: values.boolean('pub_progress'),
      announceEnd: true,
      qosOverrides: qosOverridesFromParameters(values.all),
    },
  };
}

function rosbag2Player(values: ParameterReader): PlayerComponent {
  const filled = (names: readonly string[] | undefined) =>
    names === undefined || names.length === 0 ? undefined : names;
  const word = (name: string) => values.string(name) || undefined;
  const overrides = word('play.qos_profile_overrides_path');
  const clock = values.number('play.clock_publish_frequency') ?? 0;
  const end = values.duration('play.playback_duration');
  const start = values.duration('play.start_offset') ?? 0n;
  return {
    path: values.path('storage.uri'),
    options: {
      topics: filled(values.strings('play.topics_to_filter')),
      regex: word('play.regex_to_filter'),
      exclude: filled(values.strings('play.exclude_topics_to_filter')),
      excludeRegex: word('play.exclude_regex_to_filter'),
      rate: values.number('play.rate'),
      loop: values.boolean('play.loop'),
      delay: Number(values.duration('play.delay') ?? 0n),
      clock: clock > 0 ? clock : undefined,
      startPaused: values.boolean('play.start_paused'),
      start: seconds(start),
      end: end === undefined || end <= 0n ? undefined : seconds(start + end),
      qosOverrides: new Map([
        ...(overrides === undefined ? [] : readQosOverrides(overrides)),
        ...qosOverridesFromParameters(values.all),
      ]),
    },
  };
}

/** `+S.nnnnnnnnn`, as {@link bagTime} reads it. */
function seconds(nanoseconds: bigint): string {
  const value = nanoseconds < 0n ? 0n : nanoseconds;
  return `+${value / 1_000_000_000n}.${String(value % 1_000_000_000n).padStart(9, '0')}`;
}

/** Parameters by type; what has another type is refused by name. */
class ParameterReader {
  readonly all: Parameters;
  readonly #plugin: string;

  constructor(plugin: string, parameters: Parameters) {
    this.#plugin = plugin;
    this.all = parameters;
  }

  #fail(name: string, what: string): Error {
    return bagError('ORR_BAG_PLAYBACK', `the parameter ${name} of ${this.#plugin} ${what}.`);
  }

  path(name: string): string {
    const path = this.string(name);
    if (path !== undefined && path !== '') return path;
    throw this.#fail(name, 'is missing; give the path of the bag');
  }

  string(name: string): string | undefined {
    const value = this.all.get(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.#fail(name, 'must be a string');
  }

  boolean(name: string): boolean | undefined {
    const value = this.all.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.#fail(name, 'must be true or false');
  }

  number(name: string): number | undefined {
    const value = this.all.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    throw this.#fail(name, 'must be a number');
  }

  /** Empty names, which stand for an empty list in parameter files, are left out. */
  strings(name: string): string[] | undefined {
    const value = this.all.get(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      return value.filter((item) => item !== '');
    }
    throw this.#fail(name, 'must be a list of strings');
  }

  /** In ns, from `NAME.sec` and `NAME.nsec`. */
  duration(name: string): bigint | undefined {
    const sec = this.number(`${name}.sec`);
    const nsec = this.number(`${name}.nsec`);
    if (sec === undefined && nsec === undefined) return undefined;
    return BigInt(sec ?? 0) * 1_000_000_000n + BigInt(nsec ?? 0);
  }
}
