/**
 * Which DDS domains the suite uses. Tests that run at the same time have domains of their own, and so have the
 * processes that Orrery starts in other tests meanwhile.
 */

/** Nobody is in it unless a test says so. */
export const EMPTY = 1;

/** Of nodes that a test starts by hand, in one file; it needs the two behind it as well. */
export const BY_HAND = { first: 2, count: 16 } as const;

/** Of the tests of each worker, of which there are three, that exchange something over DDS. */
export const EXCHANGED = { first: 20, count: 16, workers: 3 } as const;

/** What is left, as `ORRERY_DOMAINS` says it: beyond domain 101, some ports are those that the system gives to anybody. */
export const PROCESSES = `${EXCHANGED.first + EXCHANGED.count * EXCHANGED.workers}-101,215-231`;
