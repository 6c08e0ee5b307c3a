/** Bounds on what clients can make the bridge hold. */

/** The most clients at one time; further ones are turned away. */
export const MAX_CLIENTS = 64;
/** The most bytes of one message of a client; a larger one ends its connection. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** The most bytes that wait to be sent to a client; further messages of topics are dropped. */
export const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
/** The most bytes that wait to be sent to a client when answers are among them; more end its connection. */
export const MAX_UNSENT_ANSWERS = 4 * MAX_UNSENT_BYTES;
/** The most messages that wait for the next turn of a throttled subscription. */
export const MAX_QUEUED_MESSAGES = 1000;
/** The most topics that a client can subscribe to, and the most that it can advertise. */
export const MAX_TOPICS = 1000;
/** The most unanswered calls, and the most open goals, of a client. */
export const MAX_OPEN_CALLS = 1000;
/** The most parameters that a client can watch. */
export const MAX_WATCHED = 10_000;
/** The most services, and the most actions, that a client can offer. */
export const MAX_OFFERS = 1000;
/** The most finished goals of a client's action whose results can still be asked for. */
export const MAX_RESULTS = 1000;
/** The most incomplete messages of a client in fragments; the oldest is forgotten. */
export const MAX_FRAGMENTED = 16;
/** The fewest characters of a fragment that the bridge sends. */
export const LEAST_FRAGMENT = 64;
/** The most unanswered requests of the run to clients; the oldest is forgotten. */
export const MAX_ASKED = 10_000;
