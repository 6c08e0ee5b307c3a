/** What clients can make the bridge hold: each bound has a name. */

/** The most clients at one time; further ones are turned away. */
export const MAX_CLIENTS = 64;
/** The most bytes of one message of a client; a larger one ends its connection. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** The most bytes that wait to be sent to a client: more messages of topics are dropped. */
export const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
/** The most bytes that may wait with answers to a client's calls: more end its connection. */
export const MAX_UNSENT_ANSWERS = 4 * MAX_UNSENT_BYTES;
/** The most messages that wait for the next turn of a throttled subscription. */
export const MAX_QUEUED_MESSAGES = 1000;
/** The most topics that a client subscribes to, and the most that it advertises. */
export const MAX_TOPICS = 1000;
/** The most calls and goals of a client without an answer. */
export const MAX_OPEN_CALLS = 1000;
/** The most parameters of which a client wants to be told. */
export const MAX_WATCHED = 10_000;
/** The most services, and the most actions, that a client offers. */
export const MAX_OFFERS = 1000;
/** The most finished goals of a client's action whose results can still be asked for. */
export const MAX_RESULTS = 1000;
/** The most messages of a client of which some fragments have come; the oldest is forgotten. */
export const MAX_FRAGMENTED = 16;
/** The fewest characters of a fragment that the bridge sends. */
export const LEAST_FRAGMENT = 64;
/** The most requests of the run that no client has answered: an older one is forgotten. */
export const MAX_ASKED = 10_000;
