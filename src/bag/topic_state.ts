import type { McapChannel } from './mcap_record_writer.js';
import { formatQosProfiles, type RecordedQosProfile } from './recorded_qos_profile.js';

import type { RecordedSchema } from './storage_file.js';

/** What a recording says about a topic. */
export interface NewTopic {
  readonly name: string;
  /** ROS type, e.g. `std_msgs/msg/String`. */
  readonly type: string;
  /** `cdr` when absent. */
  readonly serializationFormat?: string | undefined;
  /** One per publisher. */
  readonly offeredQosProfiles?: readonly RecordedQosProfile[] | undefined;
  /** `RIHS01_…`. */
  readonly typeHash?: string | undefined;
  /** Definition of the type with its dependencies; `ros2msg` unless the encoding says otherwise. */
  readonly schema?: RecordedSchema | string | undefined;
}

/** A topic of a bag that is being written. */
export interface TopicState {
  readonly topic: NewTopic;
  /** Includes publishers that appeared later. */
  readonly offers: RecordedQosProfile[];
  count: number;
}

/** The topic as a channel of an MCAP file. */
export function channelOf({ topic, offers }: TopicState): McapChannel {
  const metadata = new Map([['offered_qos_profiles', formatQosProfiles(offers)]]);
  if (topic.typeHash) metadata.set('topic_type_hash', topic.typeHash);
  const schema =
    typeof topic.schema === 'string'
      ? { encoding: 'ros2msg', text: topic.schema }
      : (topic.schema ?? { encoding: '', text: '' });
  return {
    topic: topic.name,
    messageEncoding: topic.serializationFormat ?? 'cdr',
    metadata,
    schema: { name: topic.type, ...schema },
  };
}
