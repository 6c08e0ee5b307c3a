import { openBag } from '../bag/index.js';
import type { EndpointInfo, NamedEndpoints } from '../tools/index.js';
import { recordingAt } from './hear_topics.js';

/** The topics of a recording; of their publishers, only the number is known. */
export async function recordedTopics(path: string): Promise<NamedEndpoints[]> {
  const bag = await openBag(recordingAt(path));
  try {
    return bag.topics
      .map(({ name, type, offeredQosProfiles }) => ({
        ...{ name, types: [type], takers: [] },
        givers: offeredQosProfiles.map(() => ({ type }) as EndpointInfo),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    bag.close();
  }
}
