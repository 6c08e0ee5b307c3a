/** Field lists of `rosbag2_interfaces` as of Jazzy. */
export const rosbag2_interfaces = {
  'msg/MessagesLostEvent': `string node_name
MessagesLostEventTopicStat[] messages_lost_statistics`,
  'msg/MessagesLostEventTopicStat': `string topic_name
uint64 messages_lost_in_transport
uint64 messages_lost_in_recorder`,
  'msg/ReadSplitEvent': `string closed_file
string opened_file
string node_name`,
  'msg/WriteSplitEvent': `string closed_file
string opened_file
string node_name`,
  'srv/Burst': `uint64 num_messages
---
uint64 actually_burst`,
  'srv/GetRate': `---
float64 rate`,
  'srv/IsPaused': `---
bool paused`,
  'srv/Pause': `---`,
  'srv/Play': `builtin_interfaces/Time start_offset
builtin_interfaces/Duration playback_duration
builtin_interfaces/Time playback_until_timestamp
---
bool success`,
  'srv/PlayNext': `---
bool success`,
  'srv/Resume': `---`,
  'srv/Seek': `builtin_interfaces/Time time
---
bool success`,
  'srv/SetRate': `float64 rate
---
bool success`,
  'srv/Snapshot': `---
bool success`,
  'srv/SplitBagfile': `---`,
  'srv/Stop': `---`,
  'srv/TogglePaused': `---`,
};
