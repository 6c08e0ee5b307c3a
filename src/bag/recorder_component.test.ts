import { describe, expect, it } from 'vitest';
import { recorderComponent } from './index.js';

const RSLCPP = 'rslcpp_helper_nodes::BagRecorder';
const ROSBAG2 = 'rosbag2_transport::Recorder';
const parameters = (values: Record<string, unknown>) => new Map(Object.entries(values));

describe('parameters of recorder components', () => {
  it('follow rslcpp', () => {
    const { name, path, options } = recorderComponent(
      RSLCPP,
      parameters({ bag_dir: 'out', ignore_topic_list: ['/a'], record_topic_list: [''] }),
    );
    expect([name, path]).toEqual(['BagRecorder', 'out']);
    expect(options).toEqual({
      topics: undefined,
      exclude: ['/a', '/rosout'],
      compression: 'zstd',
      compressionLevel: 1,
    });
    expect(recorderComponent(RSLCPP, parameters({})).path).toBe('rslcpp/logs/logs');
  });

  it('follow rosbag2', () => {
    const { name, path, options } = recorderComponent(
      ROSBAG2,
      parameters({
        'storage.uri': 'out',
        'storage.max_bagfile_size': 1000n,
        'storage.max_bagfile_duration': 3n,
        'storage.storage_preset_profile': 'zstd_small',
        'record.topics': ['/a'],
        'record.services': ['/add'],
        'record.exclude_topic_types': ['std_msgs/msg/String'],
        'record.start_paused': true,
      }),
    );
    expect([name, path]).toEqual(['rosbag2_recorder', 'out']);
    expect(options).toMatchObject({
      topics: ['/a'],
      services: ['/add'],
      serviceEvents: true,
      excludeTypes: ['std_msgs/msg/String'],
      hidden: false,
      paused: true,
      maxFileBytes: 1000,
      maxFileDuration: 3_000_000_000n,
      snapshotBytes: undefined,
      compression: 'zstd',
      compressionLevel: 19,
    });
  });

  it('take all topics, all services, or both', () => {
    const of = (values: Record<string, unknown>) =>
      recorderComponent(ROSBAG2, parameters({ 'storage.uri': 'out', ...values })).options;
    expect(of({ 'record.all_topics': true, 'record.topics': ['/a'] }).topics).toBeUndefined();
    expect(of({ 'record.all_services': true })).toMatchObject({
      regex: '.*/_service_event',
      serviceEvents: true,
    });
    expect(of({ 'record.regex': '/a.*', 'storage.snapshot_mode': true }).snapshotBytes).toBe(
      100 << 20,
    );
  });

  it.each([
    [RSLCPP, { storage_preset_profile: 'tiny' }, 'storage_preset_profile'],
    [RSLCPP, { record_topic_list: '/a' }, 'record_topic_list'],
    [ROSBAG2, { 'storage.uri': 'out' }, 'record.all_topics'],
    [ROSBAG2, { 'record.all_topics': true }, 'storage.uri'],
    [ROSBAG2, { 'storage.storage_id': 'sqlite3', 'record.all_topics': true }, 'sqlite3'],
    [
      ROSBAG2,
      { 'storage.uri': 'o', 'storage.max_bagfile_size': -1n, 'record.all_topics': true },
      'max_bagfile_size',
    ],
  ])('%s refuses %o', (plugin, values, text) => {
    let caught: unknown;
    try {
      recorderComponent(plugin, parameters({ ...values }));
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({
      code: 'ORR_BAG_RECORDING',
      message: expect.stringContaining(text),
    });
  });
});
