/** The topic on which the events of a service are published. */
import type { SystemGraph } from '../tools/index.js';
import { fullName } from './with_network.js';

const SUFFIX = '/_service_event';

export function eventTopic(service: string): string {
  return `${fullName(service)}${SUFFIX}`;
}

/** The type of the events of a service of that type. */
export function eventType(serviceType: string): string {
  return serviceType.endsWith('_Event') ? serviceType : `${serviceType}_Event`;
}

/** The type of a topic of events while nothing is published there yet, if its service is known. */
export function expectedEventType(system: SystemGraph, topic: string): string | undefined {
  if (!topic.endsWith(SUFFIX)) return undefined;
  const type = system.service(topic.slice(0, -SUFFIX.length))?.types[0];
  return type === undefined ? undefined : eventType(type);
}
