/** The topics on which the events of services are published, and their messages. */
import type { MessageObject } from '../interfaces/index.js';
import type { SystemGraph } from '../tools/index.js';
import { fullName } from './with_network.js';

const SUFFIX = '/_service_event';

/** Kinds of events by their number in `service_msgs/msg/ServiceEventInfo`. */
const EVENT_NAMES = ['REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'];

export function eventTopic(service: string): string {
  return `${fullName(service)}${SUFFIX}`;
}

/** The type of the events of a service of this type. */
export function eventType(serviceType: string): string {
  return serviceType.endsWith('_Event') ? serviceType : `${serviceType}_Event`;
}

/** The type of a topic of events on which nothing is published yet, if its service is known. */
export function expectedEventType(system: SystemGraph, topic: string): string | undefined {
  if (!topic.endsWith(SUFFIX)) return undefined;
  const type = system.service(topic.slice(0, -SUFFIX.length))?.types[0];
  return type === undefined ? undefined : eventType(type);
}

/** The message as it is shown, with the kind of event by its name. Other messages stay as they are. */
export function shownEvent(message: MessageObject): MessageObject {
  const info = message.info as MessageObject | undefined;
  if (info?.event_type === undefined) return message;
  const name = EVENT_NAMES[Number(info.event_type)] ?? info.event_type;
  const { client_gid: gid } = info;
  // ROS 2 shows the bytes of a char[] without signs.
  const shownGid = ArrayBuffer.isView(gid) ? Uint8Array.from(gid as Int8Array) : gid;
  return { ...message, info: { ...info, event_type: name, client_gid: shownGid } };
}
