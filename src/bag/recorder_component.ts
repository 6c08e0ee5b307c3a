import { basename, join } from 'node:path';
import type { RecorderOptions } from './bag_recorder.js';
import { ComponentParameters, type Parameters } from './component_parameters.js';

/** What a recorder component is to record. */
export interface RecorderComponent {
  /** Name of the node unless it is given another. */
  readonly name: string;
  /** As given; relative paths are relative to the working directory. */
  readonly path: string;
  readonly options: RecorderOptions;
}

/** The presets of rosbag2's MCAP storage. */
const PRESETS: Readonly<Record<string, Pick<RecorderOptions, 'compression' | 'compressionLevel'>>> =
  {
    none: { compression: 'none' },
    fastwrite: { compression: 'none' },
    zstd_fast: { compression: 'zstd', compressionLevel: 1 },
    zstd_small: { compression: 'zstd', compressionLevel: 19 },
  };

/**
 * Reads the parameters of a recorder component: rslcpp's (`log_dir`, `bag_dir`,
 * `storage_preset_profile`, `ignore_topic_list`, `record_topic_list`; `topic_scan_period_s` has no
 * effect, because a topic is recorded from its first message on) or those of
 * `rosbag2_transport::Recorder` (`storage.…`, `record.…`).
 *
 * @throws OrreryError `ORR_BAG_RECORDING` for a missing path, nothing to record, or an invalid
 *   value
 */
export function recorderComponent(plugin: string, parameters: Parameters): RecorderComponent {
  const values = new ComponentParameters(plugin, parameters, 'ORR_BAG_RECORDING');
  return plugin === 'rosbag2_transport::Recorder'
    ? rosbag2Recorder(values)
    : rslcppRecorder(values);
}

function rslcppRecorder(values: ComponentParameters): RecorderComponent {
  const logs = values.word('log_dir') ?? 'rslcpp/logs';
  return {
    name: 'BagRecorder',
    path: values.word('bag_dir') ?? join(logs, basename(logs)),
    options: {
      topics: values.words('record_topic_list'),
      exclude: [...(values.strings('ignore_topic_list') ?? []), '/rosout'],
      ...preset(values, 'storage_preset_profile', 'zstd_fast'),
    },
  };
}

function rosbag2Recorder(values: ComponentParameters): RecorderComponent {
  const selection = rosbag2Selection(values);
  const storage = values.word('storage.storage_id') ?? 'mcap';
  if (storage !== 'mcap') {
    throw values.fail('storage.storage_id', `is ${storage}; only mcap is written`);
  }
  const seconds = values.limit('storage.max_bagfile_duration');
  const snapshot = values.boolean('storage.snapshot_mode') === true;
  const cache = values.limit('storage.max_cache_size');
  return {
    name: 'rosbag2_recorder',
    path: values.path('storage.uri'),
    options: {
      ...selection,
      hidden: values.boolean('record.include_hidden_topics') ?? false,
      paused: values.boolean('record.start_paused') ?? false,
      maxFileBytes: values.limit('storage.max_bagfile_size'),
      maxFileDuration: seconds === undefined ? undefined : BigInt(seconds) * 1_000_000_000n,
      snapshotBytes: snapshot ? (cache ?? 100 << 20) : undefined,
      ...rosbag2Compression(values),
    },
  };
}

/** The topics of all services' events, as a regular expression. */
const SERVICE_EVENTS = '.*/_service_event';

/** `all_topics` and `all_services` override the lists, as in rosbag2. */
function rosbag2Selection(values: ComponentParameters): RecorderOptions {
  const all = values.boolean('record.all') === true;
  const allTopics = all || values.boolean('record.all_topics') === true;
  const allServices = all || values.boolean('record.all_services') === true;
  const chosen = {
    topics: values.words('record.topics'),
    services: values.words('record.services'),
    types: values.words('record.topic_types'),
    regex: values.word('record.regex'),
  };
  if (!allTopics && !allServices && Object.values(chosen).every((what) => what === undefined)) {
    throw values.fail('record.all_topics', 'is not true and nothing else is chosen to be recorded');
  }
  const events = allServices ? SERVICE_EVENTS : undefined;
  const regex = [chosen.regex, events].filter((part) => part !== undefined).join('|');
  return {
    ...(allTopics ? {} : { ...chosen, regex: regex || undefined }),
    // Service events are hidden topics, so they are recorded only if requested.
    serviceEvents: allServices || chosen.services !== undefined || chosen.regex !== undefined,
    exclude: values.words('record.exclude_topics'),
    excludeServices: values.words('record.exclude_services'),
    excludeTypes: values.words('record.exclude_topic_types'),
    excludeRegex: values.word('record.exclude_regex'),
  };
}

/** Compression of files or messages, like the presets, means compressed chunks here: nothing else is written. */
function rosbag2Compression(values: ComponentParameters): RecorderOptions {
  const mode = (values.word('record.compression_mode') ?? 'none').toLowerCase();
  if (mode !== 'none') {
    const format = values.word('record.compression_format') ?? 'zstd';
    if (format === 'zstd' || format === 'lz4') return { compression: format };
    throw values.fail('record.compression_format', `is ${format}; write zstd or lz4`);
  }
  return preset(values, 'storage.storage_preset_profile', 'none');
}

function preset(values: ComponentParameters, name: string, fallback: string): RecorderOptions {
  const wanted = values.word(name) ?? fallback;
  const options = PRESETS[wanted];
  if (options !== undefined) return options;
  throw values.fail(name, `is ${wanted}; use one of ${Object.keys(PRESETS).join(', ')}`);
}
