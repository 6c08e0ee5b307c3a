/** How ROS 2 writes the names of topics, services and types on DDS, and back. */

/** What a DDS topic of ROS 2 carries. */
export type RosTopicKind = 'topic' | 'request' | 'reply';

/** A ROS name with its kind; for requests and replies, the name of the service. */
export interface RosTopic {
  readonly kind: RosTopicKind;
  /** With a leading slash, e.g. `/chatter`. */
  readonly name: string;
}

const PREFIX: Readonly<Record<RosTopicKind, string>> = { topic: 'rt', request: 'rq', reply: 'rr' };
const SUFFIX: Readonly<Record<RosTopicKind, string>> = {
  topic: '',
  request: 'Request',
  reply: 'Reply',
};

/** `/chatter` as `rt/chatter`, `/add` as `rq/addRequest` or `rr/addReply`. */
export function ddsTopic({ kind, name }: RosTopic): string {
  return `${PREFIX[kind]}${name}${SUFFIX[kind]}`;
}

/** The reverse of {@link ddsTopic}; `undefined` for a topic without ROS's conventions. */
export function rosTopic(dds: string): RosTopic | undefined {
  for (const kind of ['topic', 'request', 'reply'] as const) {
    const [prefix, suffix] = [`${PREFIX[kind]}/`, SUFFIX[kind]];
    if (!dds.startsWith(prefix) || !dds.endsWith(suffix)) continue;
    const name = dds.slice(prefix.length - 1, dds.length - suffix.length);
    return name.length > 1 ? { kind, name } : undefined;
  }
  return undefined;
}

/** `std_msgs/msg/String` as `std_msgs::msg::dds_::String_`. */
export function ddsType(ros: string): string {
  const parts = ros.split('/');
  const name = parts.pop()!;
  return [...parts, 'dds_', `${name}_`].join('::');
}

/** The reverse of {@link ddsType}; `undefined` for a type without ROS's conventions. */
export function rosType(dds: string): string | undefined {
  const parts = dds.split('::');
  const name = parts.pop()!;
  if (parts.pop() !== 'dds_' || !name.endsWith('_') || parts.length === 0) return undefined;
  return [...parts, name.slice(0, -1)].join('/');
}

/** The service that a message type belongs to: `pkg/srv/Add` for `pkg/srv/Add_Request`. */
export function serviceOfType(ros: string): string | undefined {
  return /^(.+)_(?:Request|Response)$/.exec(ros)?.[1];
}

/** The topics of an action: three services and two topics. */
export function actionTopics(name: string): RosTopic[] {
  const services = ['send_goal', 'cancel_goal', 'get_result'];
  return [
    ...services.flatMap((service): RosTopic[] =>
      (['request', 'reply'] as const).map((kind) => ({ kind, name: `${name}/_action/${service}` })),
    ),
    { kind: 'topic', name: `${name}/_action/feedback` },
    { kind: 'topic', name: `${name}/_action/status` },
  ];
}

/** The name of the topic on which participants say which nodes they have. */
export const DISCOVERY_TOPIC = 'ros_discovery_info';
export const DISCOVERY_TYPE = 'rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_';
