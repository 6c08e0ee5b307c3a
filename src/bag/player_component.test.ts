import { describe, expect, it } from 'vitest';
import { playerComponent } from './index.js';

const parameters = (values: Record<string, unknown>) => new Map(Object.entries(values));

describe('parameters of player components', () => {
  it('follow rslcpp', () => {
    const { path, options } = playerComponent(
      'rslcpp_helper_nodes::BagPlayer',
      parameters({
        bag_file_path: 'drive',
        topics: ['/a', ''],
        start_offset: 1.5,
        pub_progress: true,
        pub_intervall_us: 100n,
        'qos_overrides./a.publisher.depth': 7n,
      }),
    );
    expect(path).toBe('drive');
    expect(options).toMatchObject({
      name: 'BagPlayer',
      topics: ['/a'],
      start: '+1.500000000',
      progress: true,
      announceEnd: true,
    });
    expect(options.qosOverrides?.get('/a')).toEqual(new Map([['depth', 7n]]));
  });

  it('follow rosbag2', () => {
    const { path, options } = playerComponent(
      'rosbag2_transport::Player',
      parameters({
        'storage.uri': 'drive',
        'play.rate': 2,
        'play.loop': true,
        'play.clock_publish_frequency': 10,
        'play.start_offset.sec': 1n,
        'play.start_offset.nsec': 5n,
        'play.playback_duration.sec': 2n,
        'play.topics_to_filter': [''],
        'play.exclude_regex_to_filter': '/camera.*',
      }),
    );
    expect(path).toBe('drive');
    expect(options).toMatchObject({
      rate: 2,
      loop: true,
      clock: 10,
      start: '+1.000000005',
      end: ['+3.000000005'],
      topics: undefined,
      excludeRegex: '/camera.*',
    });
  });

  it.each([
    [{}, 'ORR_BAG_PLAYBACK'],
    [{ bag_file_path: 3 }, 'ORR_BAG_PLAYBACK'],
    [{ bag_file_path: 'drive', topics: '/a' }, 'ORR_BAG_PLAYBACK'],
    [{ bag_file_path: 'drive', start_offset: 'late' }, 'ORR_BAG_PLAYBACK'],
    [{ bag_file_path: 'drive', 'qos_overrides./a.history': 'keep_some' }, 'ORR_BAG_QOS'],
  ])('refuse %j', (values, code) => {
    expect(() => playerComponent('rslcpp_helper_nodes::BagPlayer', parameters(values))).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
