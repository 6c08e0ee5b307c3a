/**
 * Room `executors`: scheduling policies. Which ready callback of a node runs next, and on which
 * (virtual) thread.
 *
 * May import: `errors`, `kernel`, `graph`, `models`.
 */
export { EventsExecutor } from './events.js';
