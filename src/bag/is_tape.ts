import { openBag } from './bag_reader.js';

/**
 * The topic of a tape, which a run with `--live` leaves, that says what came from outside, in order;
 * messages themselves are on their own topics.
 */
export const TAPE_EVENTS = '/_orrery_outside/events';

/** Whether a bag is a tape: it is not played, but takes the place of a network. */
export async function isTape(path: string): Promise<boolean> {
  const bag = await openBag(path);
  try {
    return bag.topics.some(({ name }) => name === TAPE_EVENTS);
  } finally {
    bag.close();
  }
}
