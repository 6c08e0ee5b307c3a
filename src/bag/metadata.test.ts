import { describe, expect, it } from 'vitest';
import { formatMetadata, parseMetadata } from './index.js';

const GOOD = `rosbag2_bagfile_information:
  version: 4
  storage_identifier: sqlite3
  relative_file_paths:
    - a_0.db3
  duration:
    nanoseconds: 5
  starting_time:
    nanoseconds_since_epoch: 9007199254740993
  message_count: 2
  topics_with_message_count:
    - topic_metadata:
        name: /a
        type: std_msgs/msg/String
        serialization_format: cdr
        offered_qos_profiles: "- history: 1\\n  depth: 4"
      message_count: 2
  compression_format: ""
  compression_mode: ""
`;

describe('metadata.yaml', () => {
  it('keeps 64-bit times exactly and writes the newest version back', () => {
    const metadata = parseMetadata(GOOD, 'metadata.yaml');
    expect(metadata.start).toBe(9007199254740993n);
    expect(metadata.topics[0]?.offeredQosProfiles[0]?.depth).toBe(4);
    expect(parseMetadata(formatMetadata({ ...metadata, version: 9 }), 'x')).toEqual({
      ...metadata,
      version: 9,
    });
  });

  it.each([
    ['message_count: 2\n  topics', 'message_count: two\n  topics', 10, 'message_count'],
    ['version: 4', 'version: 400', 2, 'version'],
    ['nanoseconds: 5', 'nano: 5', 6, 'duration.nanoseconds'],
    ['storage_identifier: sqlite3', 'storage_identifier: [1]', 3, 'storage_identifier'],
    ['- a_0.db3', '- 7', 4, 'relative_file_paths'],
    ['history: 1', 'history: 12', undefined, 'history'],
    ['duration:', 'duration: {', undefined, 'YAML'],
  ])('names key and line when %s is %s', (from, to, line, key) => {
    expect(() => parseMetadata(GOOD.replace(from, to), 'metadata.yaml')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(key),
        place: expect.objectContaining(line === undefined ? {} : { file: 'metadata.yaml', line }),
      }),
    );
  });
});
