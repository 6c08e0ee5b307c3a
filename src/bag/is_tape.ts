import { openBag } from './bag_reader.js';

/**
 * The topic of a tape that lists, in order, what came from outside; the messages themselves are on
 * their own topics. A run with `--live` leaves a tape.
 */
export const TAPE_EVENTS = '/_orrery_outside/events';

/** Whether a bag is a tape, which takes the place of a network instead of being played. */
export async function isTape(path: string): Promise<boolean> {
  const bag = await openBag(path);
  try {
    return bag.topics.some(({ name }) => name === TAPE_EVENTS);
  } finally {
    bag.close();
  }
}
